import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import type { Operations } from '@vitrine/contract/organisation/operations.ts';
import { get } from '#endpoints/organisation/operations.ts';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { Figures } from '#ui/chart/figures.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Erasures } from './erasures.tsx';
import { FailedJobs } from './failedJobs.tsx';
import { Nodes } from './nodes.tsx';
import { TableCard } from '#ui/chart/tableCard.tsx';
import css from './operations.module.css';

const refetchMs = 10_000;

function Now({ data }: { data: Operations }) {
  const { t } = useTranslation('operations');
  const { mails, replica } = data;
  const number = (label: 'working_nodes' | 'failed_jobs' | 'mails_waiting' | 'mails_failed', value: number) => ({
    label: t(label),
    value: formatNumber(value),
  });
  const replicaState = ({ state, lag_seconds }: NonNullable<Operations['replica']>) =>
    lag_seconds === null ? t('replica_unreachable') : t(`replica_${state}`, { seconds: formatNumber(Math.round(lag_seconds)) });
  return (
    <Figures
      figures={[
        number('working_nodes', data.working_nodes),
        number('failed_jobs', data.failed_count),
        number('mails_waiting', mails.waiting),
        number('mails_failed', mails.failed_day),
        { label: t('database_size'), value: formatBytes(data.database.bytes) },
        ...(replica ? [{ label: t('replica'), value: replicaState(replica) }] : []),
      ]}
    />
  );
}

function Queues({ queues }: Pick<Operations, 'queues'>) {
  const { t } = useTranslation('operations');
  const count = (key: 'waiting' | 'later' | 'running' | 'failed') => ({
    header: t(key),
    number: true,
    cell: (row: Operations['queues'][number]) => formatNumber(row[key]),
  });
  return (
    <TableCard
      title={t('queues')}
      rows={queues}
      keyOf={({ queue }) => queue}
      columns={[
        { header: t('queue'), cell: ({ queue }) => t(`queue_${queue}`) },
        ...(['waiting', 'later', 'running', 'failed'] as const).map(count),
        { header: t('oldest'), cell: ({ oldest_at }) => <RelativeTimeCell value={oldest_at} /> },
      ]}
    />
  );
}

function Accounts({ accounts }: Pick<Operations, 'accounts'>) {
  const { t } = useTranslation('operations');
  return (
    <section aria-label={t('accounts')} className={css.accounts}>
      <h2>{t('accounts')}</h2>
      <Figures
        figures={(['well', 'ending', 'failing', 'ended'] as const).map((key) => ({
          label: t(`account_${key}`),
          value: formatNumber(accounts[key]),
        }))}
      />
    </section>
  );
}

function Sizes({ database, units }: Pick<Operations, 'database' | 'units'>) {
  const { t } = useTranslation('operations');
  return (
    <div className={css.pair}>
      <TableCard
        title={t('tables')}
        rows={database.tables}
        keyOf={({ name }) => name}
        columns={[
          { header: t('table'), cell: ({ name }) => <code className={css.code}>{name}</code> },
          { header: t('size'), number: true, cell: ({ bytes }) => formatBytes(bytes) },
          { header: t('rows'), number: true, cell: ({ rows }) => (rows === null ? '–' : formatNumber(rows)) },
        ]}
      />
      <TableCard
        title={t('units')}
        nothing={t('units_none')}
        rows={units}
        keyOf={({ id }) => id}
        columns={[
          { header: t('unit'), cell: ({ name }) => name },
          { header: t('unit_size'), number: true, cell: ({ bytes }) => formatBytes(bytes) },
          { header: t('log_lines'), number: true, cell: (row) => formatNumber(row.log_lines) },
          { header: t('seats'), number: true, cell: (row) => formatNumber(row.seats) },
          { header: t('views'), number: true, cell: (row) => formatNumber(row.views) },
        ]}
      />
    </div>
  );
}

/** `/operations`: how the installation works now, for the operator. */
export function OperationsPage() {
  const { t } = useTranslation('operations');
  const { data, error, refetch } = useEndpoint(get, {}, { refetchInterval: refetchMs });
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t('description')} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={480} /> : null}
      {data ? (
        <>
          {data.working_nodes === 0 ? (
            <p role="alert" className={css.alert}>
              {t('no_worker')}
            </p>
          ) : null}
          <Now data={data} />
          <Nodes nodes={data.nodes} log={data.log} />
          <FailedJobs failed={data.failed} failed_count={data.failed_count} />
          <Queues queues={data.queues} />
          <Accounts accounts={data.accounts} />
          <Erasures erasures={data.erasures} />
          <Sizes database={data.database} units={data.units} />
        </>
      ) : null}
    </div>
  );
}
