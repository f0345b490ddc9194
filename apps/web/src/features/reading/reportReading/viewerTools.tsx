import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useShareAction } from './viewer/useShareAction.ts';
import { usePageActions } from '#platform/pageActions.ts';
import { useShortcuts } from '#platform/shortcuts.ts';
import { toast } from '#platform/toast.ts';
import { phoneQuery } from '#platform/embed/reportLifecycle.ts';
import { useMedia } from '#platform/useMedia.ts';
import { useStartPage } from './home/startPage.tsx';
import { ActionBar, EditButton, FullScreenButton } from './viewer/actionBar.tsx';
import { Bands } from './viewer/bands.tsx';
import { BookmarksMenu } from './viewer/savedViews/bookmarksMenu.tsx';
import { CommentsButton } from './viewer/reportComments/commentsButton.tsx';
import type { Comments } from './viewer/reportComments/useComments.ts';
import { CopyBand, EditingBand } from './viewer/editBands.tsx';
import { ExportMenu } from './viewer/reportExports/exportMenu.tsx';
import { ExportStatus } from './viewer/reportExports/exportStatus.tsx';
import { useExports } from './viewer/reportExports/useExports.ts';
import { FiltersMenu } from './viewer/savedViews/filtersMenu.tsx';
import { Freshness, useFreshness, useFreshnessLines, useRefreshEnd } from './viewer/freshness.tsx';
import { OpenDialog } from './viewer/openDialog.tsx';
import { MoreMenu } from './viewer/moreMenu.tsx';
import { PagePicker } from './viewer/pagePicker.tsx';
import { PaperHead } from './viewer/paper.tsx';
import { Place } from './viewer/place.tsx';
import { RefreshMenu, useRefreshEntries } from './viewer/refreshMenu.tsx';
import type { Origin } from './viewer/reportSession.ts';
import type { Opening } from './viewer/useReportActions.tsx';
import { useReportActions } from './viewer/useReportActions.tsx';
import type { ReportViewer, Saved } from './viewer/useReportViewer.ts';
import { useSavedFilters } from './viewer/savedViews/useSavedFilters.ts';
import { useUnsaved } from './viewer/useUnsaved.ts';

type Props = {
  viewer: ReportViewer;
  opened: OpenedReport;
  origin: Origin;
  onPage: (name: string) => void;
  /** The pages are shown below the report. */
  listed: boolean;
  /** Where notices stand, below the report, which they do not move. */
  notices: HTMLElement | null;
  fullScreen: (() => void) | null;
  /** Null where there are none. */
  comments: Comments | null;
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
export function ViewerTools({ viewer, opened, origin, onPage, listed, notices, fullScreen, comments, children }: Props) {
  const { pages, page, phase, editing, shown, sharedBy } = viewer;
  const { id } = opened;
  const { t } = useTranslation('reportReading');
  const phone = useMedia(phoneQuery);
  const ready = phase === 'shown';
  const [open, setOpen] = useState<Opening | null>(null);
  const { intended, choose } = useStartPage();
  const freshness = useFreshness(id, ready);
  const lines = useFreshnessLines(opened.show_last_update ? freshness : undefined);
  const saved = useSavedFilters(opened, viewer);
  const exports = useExports(ready && opened.can.export);
  const [copy, dismissCopy] = useSavedCopy(viewer);
  const mayLeave = useUnsaved(viewer);
  const toggleEditing = async () => {
    if (await mayLeave()) await viewer.edit(!editing);
  };
  const pageTitle = pages.find(({ name }) => name === page)?.title ?? opened.title;
  const isStart = intended === `/${id}/reports/view`;
  const sharing = useShareAction({ opened, origin, ready, shown, pageTitle });
  const actions = useReportActions({
    opened,
    id,
    origin,
    shown,
    pageTitle,
    reset: saved.reset,
    onOpen: setOpen,
    sharing: sharing.actions,
    startPage: { now: isStart, choose: () => void choose(isStart ? 'unit' : 'report', isStart ? undefined : id) },
  });
  const { redraw, reset, neighbours } = actions;
  const refreshing = useRefreshEntries(id, freshness, redraw, ready);
  const all = [...(redraw && reset ? [redraw, reset] : []), ...actions.exports, ...actions.menu.flat()];
  const offered = all.filter((action) => action.always || (ready && action.disabled !== true));
  usePageActions(fullScreen ? [...offered, { label: t('full_screen'), run: fullScreen }] : offered);
  useShortcuts(origin === 'viewer' ? { j: () => neighbours.next?.go(), k: () => neighbours.previous?.go() } : {});
  const showNewData = useCallback(() => void shown()?.refresh().catch(toast.failure), [shown]);
  useRefreshEnd(freshness, showNewData);
  const report = opened.kind === 'report';

  return (
    <>
      <div data-above-toasts={editing ? editBarPx : 0}>
        <ActionBar
          about={
            <>
              <Place
                id={id}
                title={opened.title}
                waiting=""
                origin={origin}
                named={opened.settings.show_name_report}
                certified={opened.trust.certified !== null}
              />
              {opened.show_last_update && !phone ? <Freshness data={freshness} /> : null}
            </>
          }
          status={<ExportStatus {...exports} />}
        >
          {!listed && !phone && pages.length > 1 ? <PagePicker pages={pages} page={page} onPage={onPage} /> : null}
          {report ? <FiltersMenu saved={saved} shown={shown} ready={ready} /> : null}
          {report ? <BookmarksMenu opened={opened} shown={shown} ready={ready} pageTitle={pageTitle} /> : null}
          {phone ? null : (
            <>
              <ExportMenu actions={actions.exports} ready={ready} />
              <RefreshMenu entries={refreshing} redraw={redraw} ready={ready} />
              {opened.can.edit && report ? <EditButton editing={editing} ready={ready} onToggle={() => void toggleEditing()} /> : null}
              <FullScreenButton toggle={fullScreen} />
            </>
          )}
          <CommentsButton comments={comments} />
          {children}
          <MoreMenu
            groups={[...(phone ? [actions.exports] : []), ...actions.menu]}
            ready={ready}
            choices={phone ? [...refreshing, ...(refreshing.length > 1 ? [] : lines)] : []}
          />
        </ActionBar>
      </div>
      <PaperHead title={opened.title} page={pageTitle} data={freshness} />
      {notices
        ? createPortal(
            <>
              <Bands opened={opened} saved={saved} sharedBy={sharedBy} />
              {editing && viewer.askForCopies ? <EditingBand ask={viewer.askForCopies} /> : null}
              {copy ? <CopyBand key={copy.id} reportId={id} copy={copy} onClose={dismissCopy} /> : null}
            </>,
            notices,
          )
        : null}
      {sharing.dialog}
      {open ? (
        <OpenDialog
          open={open}
          viewer={viewer}
          opened={opened}
          pageTitle={pageTitle}
          freshness={freshness}
          exports={exports}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
