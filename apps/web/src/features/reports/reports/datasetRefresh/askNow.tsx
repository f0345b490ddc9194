import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { MyRefresh } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import { RefreshState } from './historyList.tsx';
import css from './refresh.module.css';
import { useStart } from './useStart.ts';

/** The latest refresh that reached the service. */
export function LatestState({ row: { running, failed, last_success_at } }: { row: MyRefresh }) {
  const { t } = useTranslation('datasetRefresh');
  if (running) return <RefreshState row={{ ...running, reason: null }} />;
  if (failed) return <RefreshState row={{ state: 'failed', asked_at: failed.at, reason: failed.reason }} />;
  if (last_success_at) return <RefreshState row={{ state: 'completed', asked_at: last_success_at, reason: null }} />;
  return <span className={css.dim}>{t('history_empty')}</span>;
}

/** Starts a refresh, or shows why it is not possible now. */
export function AskNow({ row: { id, can_refresh, why_not, again_at, budget } }: { row: MyRefresh }) {
  const { t } = useTranslation(['datasetRefresh', 'reportReading']);
  const { starting, startNow } = useStart(id, budget);
  const why = why_not === 'forbidden' || why_not === 'no_dataset' ? null : why_not;
  return (
    <span className={css.ask}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={16} />}
        disabled={!can_refresh}
        loading={starting}
        onClick={() => void startNow()}
      >
        {t('refresh_now')}
      </Button>
      {why ? (
        <span className={css.dim}>{t(`reportReading:refresh_not_${why}`, { at: again_at ? formatDateTime(again_at) : '' })}</span>
      ) : null}
    </span>
  );
}
