import type { RefreshStatus } from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { Suspense } from 'react';
import { onDemand } from '#ui/onDemand.tsx';
import { captured } from './captured.ts';
import type { Exports } from './reportExports/useExports.ts';
import type { Opening } from './useReportActions.tsx';
import type { ReportViewer } from './useReportViewer.ts';

const AboutReport = onDemand(async () => (await import('./trust/aboutReport.tsx')).AboutReport, { namespaces: ['reportTrust'] });
const ProblemDialog = onDemand(async () => (await import('./reportProblems/problemDialog.tsx')).ProblemDialog, { namespaces: ['attach'] });
const ExportDialog = onDemand(async () => (await import('./reportExports/exportDialog.tsx')).ExportDialog);
const ExportsPanel = onDemand(async () => (await import('./reportExports/exportsPanel.tsx')).ExportsPanel);
const VisualData = onDemand(async () => (await import('./visualData.tsx')).VisualData);

type Props = {
  open: Opening;
  viewer: ReportViewer;
  opened: OpenedReport;
  pageTitle: string;
  freshness: RefreshStatus | undefined;
  exports: Exports;
  onClose: () => void;
};

/** The dialog or panel that an action of the report has opened. */
export function OpenDialog({ open, viewer, opened, pageTitle, freshness, exports, onClose }: Props) {
  const { page, shown, timing } = viewer;
  return (
    <Suspense fallback={null}>
      {open === 'problem' ? (
        <ProblemDialog
          report={opened}
          scene={{
            page: pageTitle,
            filters: async () => (await shown()?.filters()) ?? [],
            refreshed_at: freshness?.last_success_at ?? null,
            load_ms: timing()?.load_ms ?? null,
            render_ms: timing()?.render_ms ?? null,
            trouble: '',
            state: () => captured(shown()),
          }}
          onClose={onClose}
        />
      ) : null}
      {open === 'export' ? <ExportDialog opened={opened} shown={shown} page={page} onClose={onClose} /> : null}
      {open === 'exports' ? <ExportsPanel rows={exports.rows} onClose={onClose} /> : null}
      {open === 'about' ? <AboutReport opened={opened} onClose={onClose} /> : null}
      {open === 'visual_data' ? <VisualData id={opened.id} shown={shown} onClose={onClose} /> : null}
    </Suspense>
  );
}
