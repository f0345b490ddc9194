import { IconArrowLeft, IconArrowRight, IconExternalLink, IconFlag, IconInfoCircle, IconLink, IconPrinter } from '@tabler/icons-react';
import type { OpenedPage } from '@vitrine/contract/reading/reportReading.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '#platform/shortcuts.ts';
import { copyText } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useSharing } from '#ui/sharing/useSharing.tsx';
import { MoreMenu } from './viewer/moreMenu.tsx';
import { useNeighbours } from './viewer/neighbours.ts';
import type { Origin } from './viewer/reportSession.ts';
import type { Action } from './viewer/useReportActions.tsx';

const AboutReport = onDemand(async () => (await import('./viewer/trust/aboutReport.tsx')).AboutReport, { namespaces: ['reportTrust'] });
const ProblemDialog = onDemand(async () => (await import('./viewer/reportProblems/problemDialog.tsx')).ProblemDialog, {
  namespaces: ['attach'],
});

const icon = { size: 16, stroke: 1.6 } as const;

/** Actions of an HTML page or a link: those of a report that do not need the reporting service. */
export function PageTools({ opened, origin }: { opened: OpenedPage; origin: Origin }) {
  const { t } = useTranslation('reportReading');
  const { id, kind, title } = opened;
  const [problem, setProblem] = useState(false);
  const [about, setAbout] = useState(false);
  const { previous, next } = useNeighbours(id);
  const within = origin === 'viewer';
  useShortcuts(within ? { j: () => next?.go(), k: () => previous?.go() } : {});
  const files: Action[] =
    kind === 'page' ? [{ key: 'print', label: t('print'), icon: <IconPrinter {...icon} />, run: () => globalThis.print() }] : [];
  const link = `${location.origin}/${id}/reports/view`;
  const { label, icon: shareIcon, share, dialog } = useSharing();
  const places: Action[] = [
    ...(share && within ? [{ key: 'share', label, icon: shareIcon, run: () => share(opened) }] : []),
    { key: 'link', label: t('copy_link'), icon: <IconLink {...icon} />, run: () => void copyText(link) },
    ...(within
      ? [
          {
            key: 'external',
            label: t('external'),
            icon: <IconExternalLink {...icon} />,
            run: () => void window.open(`/${id}/reports/external`, '_blank', 'noopener'),
          },
        ]
      : []),
  ];
  const others: Action[] = [];
  if (within && previous)
    others.push({
      key: 'previous',
      label: t('report_previous', { title: previous.title }),
      icon: <IconArrowLeft {...icon} />,
      run: previous.go,
    });
  if (within && next)
    others.push({ key: 'next', label: t('report_next', { title: next.title }), icon: <IconArrowRight {...icon} />, run: next.go });
  const telling: Action = { key: 'problem', label: t('problem'), icon: <IconFlag {...icon} />, run: () => setProblem(true) };
  const aboutIt: Action = { key: 'about', label: t('about'), icon: <IconInfoCircle {...icon} />, run: () => setAbout(true) };
  return (
    <>
      {dialog}
      <MoreMenu groups={[others, places, files, [aboutIt, telling]]} ready />
      <Suspense fallback={null}>
        {about ? <AboutReport opened={opened} onClose={() => setAbout(false)} /> : null}
        {problem ? (
          <ProblemDialog
            report={opened}
            scene={{
              page: title,
              filters: () => Promise.resolve([]),
              refreshed_at: null,
              load_ms: null,
              render_ms: null,
              trouble: '',
              state: () => Promise.resolve(null),
            }}
            onClose={() => setProblem(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
