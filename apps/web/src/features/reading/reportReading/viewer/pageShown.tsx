import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { OpenedPage } from '@vitrine/contract/reading/reportReading.ts';
import { pageView } from '#endpoints/reading/reportReading.ts';
import { viewTime } from '#endpoints/reports/reportUsage.ts';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useMedia } from '#platform/useMedia.ts';
import { EmptyState } from '#ui/states.tsx';
import { ActionBar, FullScreenButton } from './actionBar.tsx';
import { MaintenanceBand } from './bands.tsx';
import { watchViewTime } from './viewTime.ts';
import { PaperHead } from './paper.tsx';
import { Place } from './place.tsx';
import type { Origin } from './reportSession.ts';
import { WatermarkLayer } from './watermarkLayer.tsx';
import { phoneQuery } from '#platform/embed/reportLifecycle.ts';
import css from './viewer.module.css';

type Props = {
  opened: OpenedPage;
  origin: Origin;
  fullScreen: { full: boolean; toggle: (() => void) | null };
  /** What stands at the end of the bar. */
  tools: ReactNode;
  /** The star. */
  children: ReactNode;
};

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** Logs one page, shown at once. */
function useLoggedView({ view_id, id, title }: OpenedPage, origin: Origin): void {
  useEffect(() => {
    const device = matchMedia(phoneQuery).matches ? 'phone' : 'desktop';
    call(pageView, { body: { view_id, reportId: id, page: title, device, origin } }).catch(() => undefined);
    return watchViewTime((seconds) => {
      call(viewTime, { body: { view_id, seconds } }).catch(() => undefined);
    });
  }, [view_id, id, title, origin]);
}

/** An HTML page in a sandboxed frame, or a link with its target. Neither needs the reporting service. */
export function PageShown({ opened, origin, fullScreen: { full, toggle }, tools, children }: Props) {
  const { t } = useTranslation('reportReading');
  useLoggedView(opened, origin);
  const phone = useMedia(phoneQuery);
  const host = hostOf(opened.address);
  return (
    <div className={css.viewer} data-full={full || undefined} data-origin={origin} data-surface="background">
      <ActionBar about={<Place id={opened.id} title={opened.title} waiting="" origin={origin} named />}>
        {opened.kind === 'page' && !phone ? <FullScreenButton toggle={toggle} /> : null}
        {children}
        {tools}
      </ActionBar>
      <PaperHead title={opened.title} page={opened.title} data={undefined} />
      <div className={css.stage}>
        {opened.kind === 'page' ? (
          <>
            <iframe className={css.page ?? ''} sandbox="" src={opened.address} title={opened.title} />
            <WatermarkLayer watermark={opened.watermark} />
          </>
        ) : (
          <EmptyState
            title={opened.description || t('link_title', { host })}
            text={t('link_text', { host })}
            action={
              <Button
                component="a"
                href={opened.address}
                target="_blank"
                rel="noopener noreferrer"
                leftSection={<IconExternalLink size={16} />}
              >
                {t('link_open')}
              </Button>
            }
          />
        )}
      </div>
      {opened.maintenance ? <MaintenanceBand maintenance={opened.maintenance} /> : null}
    </div>
  );
}
