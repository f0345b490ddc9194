import { Button } from '@mantine/core';
import type { FailedJob, Operations } from '@vitrine/contract/organisation/operations.ts';
import { discard, get, retry } from '#endpoints/organisation/operations.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { TableCard } from '#ui/chart/tableCard.tsx';
import css from './operations.module.css';

const ConfirmDialog = onDemand(async () => (await import('#ui/confirmDialog.tsx')).ConfirmDialog);

type Asked = { act: 'retry' | 'discard'; job: FailedJob };

const acts = { retry: { endpoint: retry, done: 'retried' }, discard: { endpoint: discard, done: 'discarded' } } as const;

/** Asks first: a job that is tried again may do something twice, and one that is discarded is never done. */
function Asking({ asked: { act, job }, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation('operations');
  const stale = useStale();
  const { endpoint, done } = acts[act];
  return (
    <ConfirmDialog
      title={t(`${act}_of`, { job: job.job })}
      text={t(`${act}_text`)}
      confirm={t(act)}
      danger={act === 'discard'}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await call(endpoint, { params: { id: job.id } });
        } finally {
          // Somebody else may have ended it meanwhile.
          void stale(get);
        }
        toast.success(t(done));
      }}
    />
  );
}

/** What was tried as often as it may be: why it failed, once more, or never. */
export function FailedJobs({ failed, failed_count }: Pick<Operations, 'failed' | 'failed_count'>) {
  const { t } = useTranslation('operations');
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <TableCard
        title={t('failed_title')}
        note={failed_count > failed.length ? t('failed_more', { count: failed_count, shown: formatNumber(failed.length) }) : undefined}
        nothing={t('failed_none')}
        rows={failed}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('job'),
            cell: ({ job, queue }) => (
              <>
                <code className={css.code}>{job}</code>
                <span className={css.small}>{t(`queue_${queue}`)}</span>
              </>
            ),
          },
          { header: t('unit'), cell: ({ unit }) => unit?.name ?? t('platform') },
          { header: t('when'), cell: ({ failed_at }) => <RelativeTimeCell value={failed_at} /> },
          { header: t('tries'), number: true, cell: ({ tries }) => formatNumber(tries) },
          {
            header: t('why'),
            cell: ({ reason, error }) => (
              <div className={css.why}>
                {t(`reason_${reason}`)}
                {error ? <code className={`${css.small} ${css.code}`}>{error}</code> : null}
              </div>
            ),
          },
          {
            cell: (job) => (
              <div className={css.actions}>
                {(['retry', 'discard'] as const).map((act) => (
                  <Button
                    key={act}
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t(`${act}_of`, { job: job.job })}
                    onClick={() => setAsked({ act, job })}
                  >
                    {t(act)}
                  </Button>
                ))}
              </div>
            ),
          },
        ]}
      />
      <Suspense fallback={null}>{asked ? <Asking asked={asked} onClose={() => setAsked(null)} /> : null}</Suspense>
    </>
  );
}
