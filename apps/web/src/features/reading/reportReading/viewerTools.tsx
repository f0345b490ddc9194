import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { ReactNode } from 'react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageActions } from '#platform/pageActions.ts';
import { useShortcuts } from '#platform/shortcuts.ts';
import { toast } from '#platform/toast.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useStartPage } from './home/startPage.tsx';
import { ActionBar } from './viewer/actionBar.tsx';
import { Bands } from './viewer/bands.tsx';
import { BookmarksMenu } from './viewer/savedViews/bookmarksMenu.tsx';
import { CopyBand, EditingBand } from './viewer/editBands.tsx';
import { ExportsButton } from './viewer/reportExports/exportsButton.tsx';
import { FiltersChip, useFilterMemory } from './viewer/savedViews/filtersChip.tsx';
import { Freshness, useFreshness } from './viewer/freshness.tsx';
import type { Origin } from './viewer/reportSession.ts';
import type { Opening } from './viewer/useReportActions.tsx';
import { useReportActions } from './viewer/useReportActions.tsx';
import type { ReportViewer, Saved } from './viewer/useReportViewer.ts';
import { useSavedFilters } from './viewer/savedViews/useSavedFilters.ts';
import { useUnsaved } from './viewer/useUnsaved.ts';
import css from './viewer/viewer.module.css';

const ProblemDialog = onDemand(async () => (await import('./viewer/reportProblems/problemDialog.tsx')).ProblemDialog);
const ExportDialog = onDemand(async () => (await import('./viewer/reportExports/exportDialog.tsx')).ExportDialog);
const VisualData = onDemand(async () => (await import('./viewer/visualData.tsx')).VisualData);

type Props = {
  viewer: ReportViewer;
  opened: OpenedReport;
  origin: Origin;
  onPage: (name: string) => void;
  list: { open: boolean; toggle: () => void } | null;
  fullScreen: (() => void) | null;
  /** The star. */
  children: ReactNode;
};

/** Shows that changes were saved. Returns a copy that was saved, until it is dismissed. */
function useSavedCopy({ onSaved }: ReportViewer): [Saved | null, () => void] {
  const { t } = useTranslation('reportReading');
  const [copy, setCopy] = useState<Saved | null>(null);
  useEffect(
    () =>
      onSaved((saved) => {
        if (saved.copy) setCopy(saved);
        else toast.success(t('edit_saved'));
      }),
    [onSaved, t],
  );
  return [copy, () => setCopy(null)];
}

/** The action bar of the reporting service in edit mode. */
const editBarPx = 48;

/** The bar above a report, with information, buttons and their dialogs. */
export function ViewerTools({ viewer, opened, origin, onPage, list, fullScreen, children }: Props) {
  const { pages, page, phase, editing, shown, timing, sharedBy } = viewer;
  const { id } = opened;
  const { t } = useTranslation('reportReading');
  const ready = phase === 'shown';
  const [open, setOpen] = useState<Opening | null>(null);
  const { intended, choose } = useStartPage();
  const freshness = useFreshness(id, ready);
  const saved = useSavedFilters(opened, viewer);
  const filterMemory = useFilterMemory(saved);
  const [copy, dismissCopy] = useSavedCopy(viewer);
  const mayLeave = useUnsaved(viewer);
  const toggleEditing = async () => {
    if (await mayLeave()) await viewer.edit(!editing);
  };
  const pageTitle = pages.find(({ name }) => name === page)?.title ?? opened.title;
  const isStart = intended === `/${id}/reports/view`;
  const actions = useReportActions({
    opened,
    id,
    origin,
    shown,
    pageTitle,
    reset: saved.reset,
    onOpen: setOpen,
    startPage: { now: isStart, choose: () => void choose(isStart ? 'unit' : 'report', isStart ? undefined : id) },
  });
  const offered = [...actions.buttons, ...actions.menu.flat()].filter((action) => action.always || (ready && action.disabled !== true));
  usePageActions(fullScreen ? [...offered, { label: t('full_screen'), run: fullScreen }] : offered);
  const { previous, next } = actions.neighbours;
  useShortcuts(origin === 'viewer' ? { j: () => next?.go(), k: () => previous?.go() } : {});
  const showNewData = useCallback(() => void shown()?.refresh().catch(toast.failure), [shown]);
  const close = () => setOpen(null);

  return (
    <>
      <div className={css.over} data-above-toasts={editing ? editBarPx : 0}>
        <ActionBar
          opened={opened}
          pages={pages}
          page={page}
          onPage={onPage}
          actions={actions}
          ready={ready}
          list={list}
          fullScreen={fullScreen}
          editing={opened.can.edit && opened.kind === 'report' ? { now: editing, toggle: () => void toggleEditing() } : null}
          phoneChoices={opened.kind === 'report' ? filterMemory : []}
          about={
            <>
              <Freshness opened={opened} data={freshness} onNewData={showNewData} />
              {opened.kind === 'report' ? <FiltersChip saved={saved} /> : null}
            </>
          }
        >
          <ExportsButton enabled={ready && opened.can.export} open={open === 'exports'} onOpen={() => setOpen('exports')} onClose={close} />
          {opened.kind === 'report' ? <BookmarksMenu opened={opened} shown={shown} ready={ready} pageTitle={pageTitle} /> : null}
          {children}
        </ActionBar>
        <Bands opened={opened} saved={saved} sharedBy={sharedBy} />
        {editing && viewer.askForCopies ? <EditingBand ask={viewer.askForCopies} /> : null}
        {copy ? <CopyBand key={copy.id} reportId={id} copy={copy} onClose={dismissCopy} /> : null}
      </div>
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
            }}
            onClose={close}
          />
        ) : null}
        {open === 'export' ? (
          <ExportDialog opened={opened} shown={shown} page={page} onClose={close} onStarted={() => setOpen('exports')} />
        ) : null}
        {open === 'visual_data' ? <VisualData id={opened.id} shown={shown} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
