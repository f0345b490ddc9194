import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import type { Retention, RetentionRow } from '@vitrine/contract/privacy/retention.ts';
import { exportKinds, get } from '#endpoints/privacy/retention.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { useEndpoint } from '#platform/query.ts';
import { saveFile } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { TableCard } from '#ui/chart/tableCard.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { ErrorState } from '#ui/states.tsx';
import { Holds } from './holds.tsx';
import css from './retention.module.css';

const HoldPanel = onDemand(async () => (await import('./holdPanel.tsx')).HoldPanel);

/** When the jobs last removed some of it, and how many. */
function Last({ row: { last_at, last_removed, looked_at } }: { row: RetentionRow }) {
  const { t } = useTranslation('retention');
  return (
    <>
      {last_at === null || last_removed === null
        ? t('nothing_removed')
        : t('removed', { count: last_removed, number: formatNumber(last_removed), day: formatDate(last_at) })}
      {looked_at === null ? null : (
        <span className={css.small}>
          <RelativeTimeCell value={looked_at} />
        </span>
      )}
    </>
  );
}

function Kinds({ retention: { kinds, read_notice_days } }: { retention: Retention }) {
  const { t } = useTranslation('retention');
  const number = (header: string, of: (row: RetentionRow) => number) => ({
    header,
    number: true,
    cell: (row: RetentionRow) => formatNumber(of(row)),
  });
  return (
    <TableCard
      title={t('kinds_title')}
      rows={kinds}
      keyOf={({ kind }) => kind}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => void saveFile(exportKinds, { query: { format: 'csv' } }).catch(toast.failure)}
        >
          {t('download')}
        </Button>
      }
      columns={[
        {
          header: t('kind'),
          cell: ({ kind, held }) => (
            <div className={css.kind}>
              <strong>{t(`kind_${kind}`)}</strong>
              <span className={css.small}>{t(`text_${kind}`, { days: read_notice_days })}</span>
              {held ? null : <span className={css.small}>{t('no_hold')}</span>}
            </div>
          ),
        },
        {
          header: t('kept'),
          cell: ({ period, becomes }) => (
            <div className={css.kept}>
              {t(period.unit, { count: period.count })}
              <span className={css.small}>{t(`becomes_${becomes}`)}</span>
            </div>
          ),
        },
        {
          header: t('total'),
          number: true,
          cell: ({ total, total_is_capped }) => (total_is_capped ? t('more', { number: formatNumber(total) }) : formatNumber(total)),
        },
        number(t('week'), ({ week }) => week),
        number(t('month'), ({ month }) => month),
        { header: t('next'), cell: ({ next_at }) => (next_at === null ? '–' : formatDate(next_at)) },
        number(t('held_back'), ({ held_back }) => held_back),
        { header: t('last'), cell: (row) => <Last row={row} /> },
      ]}
    />
  );
}

/** `/privacy/retention`: what is kept of the unit for how long, what goes next, and what a legal hold keeps. */
export function RetentionPage() {
  const { t } = useTranslation('retention');
  const { data, error, refetch } = useEndpoint(get, {});
  const { opened, show, close } = usePanels('hold');
  const standing = data?.holds.filter(({ state }) => state === 'standing').length ?? 0;
  return (
    <div className={css.page}>
      <PageHeader title={t('title')} description={t('description')}>
        {data?.can.hold ? (
          <Button leftSection={<IconLock size={16} />} onClick={() => show({ hold: 'new' })}>
            {t('add_hold')}
          </Button>
        ) : null}
      </PageHeader>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={480} /> : null}
      {data ? (
        <>
          {standing > 0 ? <p className={css.standing}>{t('standing', { count: standing })}</p> : null}
          <Kinds retention={data} />
          <Holds holds={data.holds} mayLift={data.can.hold} />
        </>
      ) : null}
      <Suspense fallback={null}>{opened.hold === 'new' && data?.can.hold ? <HoldPanel onClose={close} /> : null}</Suspense>
    </div>
  );
}
