import { useParams, useSearch } from '@tanstack/react-router';
import type { OpenedPage, OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import { useShortcuts } from '#platform/shortcuts.ts';
import { chromeHidden } from '#shell/shell.tsx';
import { toast } from '#platform/toast.ts';
import { useFullScreen } from '#platform/useFullScreen.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useFavourite } from './home/favourites.ts';
import { PageTools } from './pageTools.tsx';
import { Star } from './home/star.tsx';
import { Canvas } from './viewer/canvas.tsx';
import { PageShown } from './viewer/pageShown.tsx';
import { PagesBelow } from './viewer/pagesBelow.tsx';
import { stageId } from './viewer/pageTabs.tsx';
import { Place } from './viewer/place.tsx';
import { ActionBar } from './viewer/actionBar.tsx';
import { rememberShape, shapeOf } from './viewer/shapes.ts';
import { ProblemButton } from './viewer/reportProblems/problemButton.tsx';
import type { Origin } from './viewer/reportSession.ts';
import { TroubleState } from './viewer/troubleState.tsx';
import { useReportViewer } from './viewer/useReportViewer.ts';
import css from './viewer/viewer.module.css';
import { WatermarkLayer } from './viewer/watermarkLayer.tsx';
import { CommentsBeside } from './viewer/reportComments/commentsBeside.tsx';
import { useComments } from './viewer/reportComments/useComments.ts';
import { usePageAddress, useWantedPage } from './usePageAddress.ts';
import { ViewerTools } from './viewerTools.tsx';

const WakingState = onDemand(async () => (await import('./viewer/capacityResumeState.tsx')).WakingState);

/** The answer of opening is not in the query cache, so the favourite is kept in local state. */
function FavouriteStar({ opened }: { opened: Pick<OpenedReport | OpenedPage, 'id' | 'title' | 'favourite'> }) {
  const setFavourite = useFavourite();
  const [favourite, setShown] = useState(opened.favourite);
  const toggle = () => {
    setShown(!favourite);
    void setFavourite(opened.id, !favourite).then(setShown);
  };
  return <Star title={opened.title} favourite={favourite} onToggle={toggle} />;
}

function Viewer({ id, link, origin }: { id: string; link: string | null; origin: Origin }) {
  const { t } = useTranslation('reportReading');
  const frame = useRef<HTMLDivElement>(null);
  const viewer = useReportViewer(id, origin, { link, page: useWantedPage(), frame });
  usePageAddress(viewer);
  const { opened, openedPage, pages, page, phase, trouble, shown, retry } = viewer;
  const [shape] = useState(() => shapeOf(id));
  const [notices, setNotices] = useState<HTMLElement | null>(null);
  const comments = useComments(origin === 'viewer' ? opened : undefined);
  const fullScreen = useFullScreen();
  const bare = fullScreen.full || origin === 'external';
  const waitingTitle = trouble ? t(`trouble_${trouble.word}_title`) : t('opening');
  useDocumentTitle(opened?.title ?? openedPage?.title ?? waitingTitle);
  useShortcuts(fullScreen.toggle ? { f: fullScreen.toggle, F: fullScreen.toggle } : {});

  useLayoutEffect(() => {
    chromeHidden.set(bare);
    return () => chromeHidden.set(false);
  }, [bare]);

  const { show_menu_report: listed, show_name_report: named } = opened?.settings ?? {
    show_menu_report: true,
    show_name_report: shape.named,
  };
  useEffect(() => {
    if (pages.length > 0) rememberShape(id, pages, page, { listed, named });
  }, [id, pages, page, listed, named]);

  const setPage = (name: string) => {
    shown()
      ?.setPage(name)
      .catch(() => toast.warning(t('action_failed')));
  };

  if (openedPage) {
    return (
      <PageShown
        opened={openedPage}
        origin={origin}
        fullScreen={fullScreen}
        tools={<PageTools key={openedPage.id} opened={openedPage} origin={origin} />}
      >
        <FavouriteStar opened={openedPage} />
      </PageShown>
    );
  }
  return (
    <div className={css.viewer} data-full={fullScreen.full || undefined} data-origin={origin} data-surface="background">
      {opened ? (
        <ViewerTools
          viewer={viewer}
          opened={opened}
          origin={origin}
          onPage={setPage}
          listed={listed}
          notices={notices}
          fullScreen={fullScreen.toggle}
          comments={comments}
        >
          <FavouriteStar opened={opened} />
        </ViewerTools>
      ) : (
        <ActionBar about={<Place id={id} title={null} waiting={waitingTitle} origin={origin} named={named} />} />
      )}
      <div className={css.beside}>
        <div className={css.stage} id={stageId}>
          <div className={css.frame} ref={frame} data-phase={phase} />
          {opened && phase !== 'failed' ? <WatermarkLayer watermark={opened.watermark} /> : null}
          {phase === 'loading' ? <Canvas shape={shape} onRetry={retry} /> : null}
          {phase === 'failed' && trouble?.word === 'capacity_paused' ? (
            <Suspense>
              <WakingState id={id} onRetry={retry}>
                <ProblemButton id={id} opened={opened} trouble={trouble} />
              </WakingState>
            </Suspense>
          ) : null}
          {phase === 'failed' && trouble && trouble.word !== 'capacity_paused' ? (
            <TroubleState id={id} trouble={trouble} onRetry={retry}>
              <ProblemButton id={id} opened={opened} trouble={trouble} />
            </TroubleState>
          ) : null}
        </div>
        <CommentsBeside viewer={viewer} comments={comments} />
      </div>
      <div ref={setNotices} />
      <PagesBelow pages={pages} page={page} onPage={setPage} listed={listed} expected={phase === 'loading' ? shape.tabs : 0} />
    </div>
  );
}

function useReportId(): string {
  const { id }: { id?: string } = useParams({ strict: false });
  return id ?? '';
}

/** Id of a shared view, from the address. */
function useSharedView(): string | null {
  const { view }: { view?: string } = useSearch({ strict: false });
  return view ?? null;
}

/** `/:id/reports/view`. */
export function ReportView() {
  const id = useReportId();
  const link = useSharedView();
  return <Viewer key={`${id} ${link}`} id={id} link={link} origin="viewer" />;
}

/** `/:id/reports/external`: the same report on a page of its own, for another tab or a second screen. */
export function ExternalReport() {
  const id = useReportId();
  const link = useSharedView();
  return <Viewer key={`${id} ${link}`} id={id} link={link} origin="external" />;
}
