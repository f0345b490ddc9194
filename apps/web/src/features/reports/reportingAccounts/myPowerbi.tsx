import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MyCapacity } from '@vitrine/contract/datasets/capacityResume.ts';
import { mine, wake } from '#endpoints/datasets/capacityResume.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { call } from '#platform/http.ts';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { momentText } from '#platform/unitClock.ts';
import { useViewer } from '#shell/viewer.ts';
import { StatusCell } from '#ui/cells.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import css from './myPowerbi.module.css';

/** While a capacity starts (docs/reference/product-rules.md 14), and otherwise. */
const changingMs = 5000;
const calmMs = 30_000;

const kinds = { running: 'success', paused: 'warning', changing: 'warning', failed: 'error' } as const;

function CapacityRow({ capacity: { id, reports, phase, may_wake, who, next } }: { capacity: MyCapacity }) {
  const { t } = useTranslation('reportingAccounts');
  const stale = useStale();
  const [asking, setAsking] = useState(false);
  const names = reports.join(', ');
  const start = async () => {
    setAsking(true);
    await call(wake, { params: { id } }).then(() => toast.success(t('mine_starting')), toast.failure);
    await stale(mine);
    setAsking(false);
  };
  const rests = phase === 'paused' || phase === 'failed';
  return (
    <li className={css.place}>
      <div className={css.words}>
        <strong>{names}</strong>
        <StatusCell kind={phase === null ? 'neutral' : kinds[phase]}>{t(`mine_${phase ?? 'unknown'}`)}</StatusCell>
        {next ? <span>{t(`mine_${next.what}`, { at: momentText(next.at, next.timezone) })}</span> : null}
        {rests && !may_wake && who.length > 0 ? <span>{t('mine_who', { names: who.join(', ') })}</span> : null}
      </div>
      {rests && may_wake ? (
        <Button variant="default" loading={asking} aria-label={t('mine_start_of', { names })} onClick={() => void start()}>
          {t('mine_start')}
        </Button>
      ) : null}
    </li>
  );
}

function Capacities() {
  const { t } = useTranslation('reportingAccounts');
  const stale = useStale();
  const client = useQueryClient();
  const { data, error, refetch } = useEndpoint(mine, {}, { staleTime: 0 });
  const changing = data?.data.some(({ phase }) => phase === 'changing') ?? false;
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [mine.path] }), changing ? changingMs : calmMs);
    return () => clearInterval(timer);
  }, [changing, client]);
  useLive('capacity', () => void stale(mine));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.data.length === 0) return <EmptyState title={t('mine_empty')} text={t('mine_empty_text')} />;
  return (
    <ul className={css.places} aria-label={t('mine_capacities')} data-surface="card">
      {data.data.map((capacity) => (
        <CapacityRow key={capacity.id} capacity={capacity} />
      ))}
    </ul>
  );
}

/** `/powerbi` of readers who may start capacities, or have data refreshed. */
export function MyPowerbi() {
  const { t } = useTranslation('reportingAccounts');
  const viewer = useViewer();
  const refreshes = verdictOn('management_report', viewer) === 'open';
  // The state of capacities asks for what their own screen asks for; who hides that from readers hides them here as well.
  const capacities = !viewer.hiddenMenu.includes('powerbi_resources');
  const link = (
    <Button component={Link} to="/management/report" variant="default">
      {t('mine_refresh')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('mine_title')} description={t('mine_description')}>
        {refreshes && capacities ? link : null}
      </PageHeader>
      {capacities ? <Capacities /> : <EmptyState title={t('mine_refresh_only')} text={t('mine_refresh_only_text')} action={link} />}
    </>
  );
}
