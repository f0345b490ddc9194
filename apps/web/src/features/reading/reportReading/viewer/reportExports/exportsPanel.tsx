import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { ReportExport } from '@vitrine/contract/reading/reportExports.ts';
import { list, remove } from '#endpoints/reading/reportExports.ts';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import css from '../panels.module.css';

function State({ row }: { row: ReportExport }) {
  const { t } = useTranslation('reportReading');
  if (row.state === 'failed') return <p className={css.failed}>{row.reason ?? t('export_failed')}</p>;
  if (row.state === 'done') {
    return row.address ? (
      <Button
        component="a"
        href={row.address}
        download={row.file_name ?? true}
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} />}
      >
        {row.size === null ? t('export_download') : `${t('export_download')} (${formatBytes(row.size)})`}
      </Button>
    ) : (
      <p className={css.hint}>{t('export_gone')}</p>
    );
  }
  return <Progress value={Math.max(5, row.percent)} animated aria-label={t('export_progress', { title: row.title })} />;
}

/** Exports of the last day, with progress. */
export function ExportsPanel({ rows, onClose }: { rows: readonly ReportExport[]; onClose: () => void }) {
  const { t } = useTranslation('reportReading');
  const stale = useStale();
  const forget = async (row: ReportExport) => {
    try {
      await call(remove, { params: { export_id: row.id } });
      await stale(list);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <SidePanel title={t('exports')} onClose={onClose}>
      <p className={css.hint}>{t('exports_hint')}</p>
      {rows.length === 0 ? <p>{t('exports_none')}</p> : null}
      <ul className={css.rows}>
        {rows.map((row) => (
          <li key={row.id} className={css.export}>
            <div className={css.grow}>
              <p className={css.name}>{row.title}</p>
              <p className={css.hint}>{`${row.format} · ${formatRelative(row.created_at)}`}</p>
              <State row={row} />
            </div>
            <ActionIcon variant="subtle" aria-label={t('export_remove', { title: row.title })} onClick={() => void forget(row)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
