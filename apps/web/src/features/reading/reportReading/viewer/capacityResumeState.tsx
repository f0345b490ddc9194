import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconReportOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CapacityState } from '@vitrine/contract/datasets/capacityResume.ts';
import { get, wake } from '#endpoints/datasets/capacityResume.ts';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { queryKey, readAgain, useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { EmptyState } from '#ui/states.tsx';
import css from './viewer.module.css';

/** Polling interval while the state is changing (docs/reference/product-rules.md 14). */
const changingMs = 5000;
const pausedMs = 30_000;

function useText(state: CapacityState | undefined): { title: string; text: string } {
  const { t } = useTranslation('reportReading');
  if (state?.phase === 'changing') return { title: t('waking_title'), text: t('waking_text') };
  if (state?.phase === 'failed') return { title: t('waking_failed_title'), text: t('waking_failed_text') };
  const title = t('trouble_capacity_paused_title');
  if (!state) return { title, text: t('trouble_capacity_paused_text') };
  const { may_wake, who, next } = state;
  const now = may_wake ? t('waking_paused') : who.length > 0 ? t('waking_who', { names: who.join(', ') }) : t('waking_nobody');
  const later = next && t(`waking_${next.what}`, { at: momentText(next.at, next.timezone) });
  return { title, text: later ? `${later} ${now}` : now };
}

/** Instead of a report whose capacity is paused: its state, a start button or whom to ask, and the report when it is running. */
export function WakingState({ id, onRetry, children }: { id: string; onRetry: () => void; children?: ReactNode }) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const request = { params: { id } };
  const { data: state } = useEndpoint(get, request, { staleTime: 0 });
  const phase = state?.phase;
  const seen = useRef(false);
  useEffect(() => {
    if (phase === undefined) return undefined;
    if (phase !== 'running') {
      seen.current = true;
      const timer = setInterval(
        () => void client.invalidateQueries({ queryKey: [get.path] }),
        phase === 'changing' ? changingMs : pausedMs,
      );
      return () => clearInterval(timer);
    }
    // The capacity runs but the report does not know yet; retry shortly.
    const timer = setTimeout(onRetry, seen.current ? 0 : changingMs);
    return () => clearTimeout(timer);
  }, [phase, client, onRetry]);
  useLive('capacity', () => void readAgain(client, get.path));

  const start = async () => {
    setAsking(true);
    try {
      client.setQueryData(queryKey(get, request), await call(wake, request));
    } catch (error) {
      toast.failure(error);
    } finally {
      setAsking(false);
    }
  };
  const { title, text } = useText(state);
  const changing = state?.phase === 'changing';
  const Icon = changing ? IconPlayerPlay : state?.phase === 'failed' ? IconReportOff : IconPlayerPause;
  return (
    <div role="status">
      <EmptyState
        icon={<Icon size={32} stroke={1.4} aria-hidden="true" />}
        title={title}
        text={text}
        action={
          <>
            {changing ? <Progress className={css.waking ?? ''} value={100} animated aria-label={title} /> : null}
            {state?.may_wake && !changing ? (
              <Button loading={asking} onClick={() => void start()}>
                {t('wake')}
              </Button>
            ) : null}
            {changing ? null : (
              <Button variant="default" onClick={onRetry}>
                {t('ui:retry')}
              </Button>
            )}
            <Button variant="default" component={Link} to="/">
              {t('ui:home')}
            </Button>
            {children}
          </>
        }
      />
    </div>
  );
}
