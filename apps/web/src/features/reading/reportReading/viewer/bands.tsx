import { Button, CloseButton } from '@mantine/core';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import type { SavedFilters } from './savedViews/useSavedFilters.ts';
import css from './bands.module.css';

/** The report will be closed for maintenance, or is closed for readers. */
export function MaintenanceBand({ maintenance }: { maintenance: NonNullable<OpenedReport['maintenance']> }) {
  const { t } = useTranslation(['reportReading', 'common']);
  const { starts_at, ends_at, message } = maintenance;
  const [open, setOpen] = useState(true);
  const [begun] = useState(() => Date.parse(starts_at) <= Date.now());
  if (!open) return null;
  const times = { start: formatDateTime(starts_at), end: formatDateTime(ends_at) };
  return (
    <div className={css.band} role="status" data-kind="warning">
      <p>
        {t(begun ? 'maintenance_open' : 'maintenance_soon', times)}
        {message ? ` ${message}` : ''}
      </p>
      <CloseButton size="sm" aria-label={t('common:close')} onClick={() => setOpen(false)} />
    </div>
  );
}

type Props = { opened: OpenedReport; saved: SavedFilters; sharedBy: string | null };

/** Notices above the report: maintenance, a shared view, filters that can be saved. */
export function Bands({ opened, saved, sharedBy }: Props) {
  const { t } = useTranslation('reportReading');
  return (
    <>
      {opened.maintenance ? <MaintenanceBand maintenance={opened.maintenance} /> : null}
      {sharedBy === null ? null : (
        <div className={css.band} role="status">
          <p>{t('shared_by', { name: sharedBy })}</p>
          <Button variant="subtle" size="compact-sm" onClick={saved.reset}>
            {t('reset')}
          </Button>
        </div>
      )}
      {saved.question ? (
        <div className={css.band} role="status">
          <p>{t('filters_question')}</p>
          <Button variant="subtle" size="compact-sm" onClick={() => saved.question?.answer(false)}>
            {t('filters_not_now')}
          </Button>
          <Button size="compact-sm" onClick={() => saved.question?.answer(true)}>
            {t('filters_keep')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
