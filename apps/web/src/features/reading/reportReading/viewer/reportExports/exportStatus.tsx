import { CloseButton } from '@mantine/core';
import { IconDownload, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber } from '#platform/formats.ts';
import css from '../bar.module.css';
import type { Exports } from './useExports.ts';
import { isRunning } from './useExports.ts';

/** In the bar, where it covers nothing: how far an export is, then its file. */
export function ExportStatus({ latest, putAway }: Exports) {
  const { t } = useTranslation(['reportReading', 'common']);
  if (!latest) return <span role="status" />;
  const { title, percent, address, file_name, size, format } = latest;
  return (
    <span role="status" className={css.exporting}>
      {isRunning(latest) ? (
        <span className={css.chip} title={t('export_progress', { title })}>
          <IconLoader2 size={16} stroke={1.6} aria-hidden="true" data-turning />
          <span>{t('export_at', { percent: formatNumber(percent / 100, { style: 'percent' }) })}</span>
        </span>
      ) : null}
      {address && !isRunning(latest) ? (
        <>
          <a className={css.chip} href={address} download={file_name ?? true} title={t('export_done', { title })}>
            <IconDownload size={16} stroke={1.6} aria-hidden="true" />
            <span>{`${t('export_download')} ${format}${size === null ? '' : ` (${formatBytes(size)})`}`}</span>
          </a>
          <CloseButton size="sm" aria-label={t('common:close')} onClick={putAway} />
        </>
      ) : null}
    </span>
  );
}
