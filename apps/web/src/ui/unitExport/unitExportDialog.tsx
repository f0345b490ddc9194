import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { add, get, link } from '#endpoints/organisation/unitExport.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDate, formatDateTime } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { queryKey, useStale } from '#platform/query.ts';
import { saveFrom } from '#platform/savedFile.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';
import { ErrorState } from '#ui/states.tsx';
import css from './unitExport.module.css';

const pollMs = 2000;

/** Asks for everything of a unit as one file, tells how far it is, and hands it out to whoever may have it. */
export function UnitExportDialog({ unit: { id, name }, onClose }: { unit: { id: string; name: string }; onClose: () => void }) {
  const { t } = useTranslation('unitExport');
  const stale = useStale();
  const [busy, setBusy] = useState(false);
  const request = { params: { id } };
  const { data, error, refetch } = useQuery({
    queryKey: queryKey(get, request),
    queryFn: ({ signal }) => call(get, request, signal),
    refetchInterval: ({ state }) => (state.data?.last?.state === 'waiting' ? pollMs : false),
  });
  const doing = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      toast.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  const ask = doing(async () => {
    await call(add, request);
    await stale(get);
  });
  const download = doing(async () => saveFrom((await call(link, request)).address));
  const last = data?.last;
  const takes = data?.can.download ?? false;
  return (
    <Dialog title={t('title', { name })} onClose={onClose}>
      <div className={css.content}>
        <p>{t('text')}</p>
        {data ? <p className={panel.note}>{t(takes ? 'personal' : 'personal_operator')}</p> : null}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        <p role="status">
          {last?.state === 'waiting' ? t('waiting') : null}
          {last?.state === 'done'
            ? t(takes ? 'done' : 'done_operator', {
                date: formatDateTime(last.created_at),
                size: formatBytes(last.size),
                until: formatDate(last.expires_at),
              })
            : null}
          {last?.reason ? t(`failed_${last.reason}`) : null}
        </p>
        {data ? (
          <div className={css.buttons}>
            {takes && last?.state === 'done' ? (
              <Button loading={busy} onClick={() => void download()}>
                {t('download')}
              </Button>
            ) : null}
            {last?.state === 'waiting' ? null : (
              <Button variant={takes && last?.state === 'done' ? 'default' : 'filled'} loading={busy} onClick={() => void ask()}>
                {t(last ? 'ask_again' : 'ask')}
              </Button>
            )}
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
