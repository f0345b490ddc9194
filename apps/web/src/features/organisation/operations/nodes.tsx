import { Button } from '@mantine/core';
import type { Operations } from '@vitrine/contract/organisation/operations.ts';
import { endLogLevel, get } from '#endpoints/organisation/operations.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDateTime, formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { RelativeTimeCell } from '#ui/cells.tsx';
import { TableCard } from '#ui/chart/tableCard.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import css from './operations.module.css';

const LogPanel = onDemand(async () => (await import('./logPanel.tsx')).LogPanel);

const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** In words; the settings of a node know a few more levels than the page offers. */
function Level({ level }: { level: string }) {
  const { t } = useTranslation('operations');
  const known = levels.find((one) => one === level);
  return known ? t(`level_${known}`) : <code className={css.code}>{level}</code>;
}

function LogButtons({ log, onChange }: Pick<Operations, 'log'> & { onChange: () => void }) {
  const { t } = useTranslation('operations');
  const stale = useStale();
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await call(endLogLevel, {}).then(() => toast.success(t('log_ended')), toast.failure);
    await stale(get);
    setEnding(false);
  };
  return (
    <div className={css.actions}>
      {log ? (
        <Button variant="subtle" size="compact-sm" loading={ending} onClick={() => void end()}>
          {t('log_end')}
        </Button>
      ) : null}
      <Button variant="default" size="compact-sm" onClick={onChange}>
        {t('log_change')}
      </Button>
    </div>
  );
}

/** The processes of the installation, and how much they write into their logs. */
export function Nodes({ nodes, log }: Pick<Operations, 'nodes' | 'log'>) {
  const { t } = useTranslation('operations');
  const [changing, setChanging] = useState(false);
  const told = log && { level: t(`level_${log.level}`), until: formatDateTime(log.until) };
  return (
    <>
      <TableCard
        title={t('nodes')}
        note={told ? (log.by === null ? t('log_until', told) : t('log_until_by', { ...told, name: log.by })) : undefined}
        action={<LogButtons log={log} onChange={() => setChanging(true)} />}
        nothing={t('nodes_none')}
        rows={nodes}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('node'),
            cell: ({ host, process }) => (
              <code className={css.code}>
                {host} {process}
              </code>
            ),
          },
          { header: t('started'), cell: ({ started_at }) => <RelativeTimeCell value={started_at} /> },
          { header: t('seen'), cell: ({ seen_at }) => <RelativeTimeCell value={seen_at} /> },
          { header: t('log'), cell: ({ log_level }) => <Level level={log_level} /> },
          { header: t('memory'), number: true, cell: ({ memory_bytes }) => formatBytes(memory_bytes) },
          { header: t('open_pages'), number: true, cell: ({ open_pages }) => formatNumber(open_pages) },
          {
            header: t('waiting_for_database'),
            number: true,
            cell: ({ waiting_for_database }) => formatNumber(waiting_for_database),
          },
        ]}
      />
      <Suspense fallback={null}>{changing ? <LogPanel log={log} onClose={() => setChanging(false)} /> : null}</Suspense>
    </>
  );
}
