import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReportUpload } from '@vitrine/contract/reports/reportUploads.ts';
import { remove } from '#endpoints/reports/reportUploads.ts';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import css from '../register.module.css';
import { DataReadingView } from './dataReading.tsx';

type Props = {
  upload: ReportUpload;
  /** The one that was just sent. */
  large?: boolean;
  onOpen: (id: string) => void;
  onRetry?: (() => void) | undefined;
  onForgotten: () => void;
};

/** The state of an upload, with its actions. */
export function UploadRow({ upload, large = false, onOpen, onRetry, onForgotten }: Props) {
  const { t } = useTranslation('reports');
  const { id, title, file_name, size, state, reason, original, report_id, reading, created_at } = upload;
  const forget = async () => {
    try {
      await call(remove, { params: { id } });
      onForgotten();
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <div className={css.upload} data-large={large || undefined}>
      <div className={css.uploadHead}>
        <div className={css.name}>
          <p className={css.uploadTitle}>{title}</p>
          <p className={css.detail}>{`${file_name} · ${formatBytes(size)} · ${formatRelative(created_at)}`}</p>
        </div>
        {!large && state === 'done' && report_id ? (
          <Button variant="default" size="compact-sm" onClick={() => onOpen(report_id)}>
            {t('upload_open')}
          </Button>
        ) : null}
        {!large && state !== 'publishing' ? (
          <ActionIcon variant="subtle" aria-label={t('upload_forget', { title })} onClick={() => void forget()}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        ) : null}
      </div>
      <div role="status">
        {state === 'publishing' ? (
          <>
            <Progress value={100} animated aria-label={t('upload_publishing')} />
            <p className={css.detail}>{t('upload_publishing')}</p>
            {large ? <p className={css.detail}>{t('upload_publishing_text')}</p> : null}
          </>
        ) : null}
        {state === 'failed' ? <p className={css.refused}>{reason ?? t('upload_failed')}</p> : null}
        {original ? (
          <details className={css.detail}>
            <summary>{t('upload_original')}</summary>
            <p lang="en">{original}</p>
          </details>
        ) : null}
        {large && state === 'done' ? <p>{t('upload_done')}</p> : null}
      </div>
      {reading ? <DataReadingView reading={reading} open={large} /> : null}
      {large && state === 'done' && report_id ? (
        <div className={css.uploadHead}>
          <Button onClick={() => onOpen(report_id)}>{t('upload_open')}</Button>
          <Button variant="default" {...(onRetry ? { onClick: onRetry } : {})}>
            {t('upload_another')}
          </Button>
        </div>
      ) : null}
      {large && state === 'failed' && onRetry ? (
        <Button className={css.own ?? ''} onClick={onRetry}>
          {t('upload_retry')}
        </Button>
      ) : null}
    </div>
  );
}
