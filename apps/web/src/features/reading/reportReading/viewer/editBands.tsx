import { Button, CloseButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './bands.module.css';
import type { Saved } from './useReportViewer.ts';

/** A saved copy only exists in the workspace: offers to register it in the portal. */
export function CopyBand({ reportId, copy, onClose }: { reportId: string; copy: Saved; onClose: () => void }) {
  const { t } = useTranslation(['reportReading', 'common']);
  const navigate = useNavigate();
  const search = { clone: reportId, copy: copy.id, name: copy.name };
  return (
    <div className={css.band} role="status">
      <p>{t('edit_copied', { name: copy.name })}</p>
      {/* Without the service's id it can only be found by its name. */}
      <Button size="compact-sm" onClick={() => void navigate({ to: '/management/report', search: copy.id ? search : { register: '1' } })}>
        {t('copy_register')}
      </Button>
      <CloseButton size="sm" aria-label={t('common:close')} onClick={onClose} />
    </div>
  );
}

/** Without the right to save a copy, editing changes the report for everybody: says so before, and whom to ask. */
export function EditingBand({ ask }: { ask: readonly string[] }) {
  const { t } = useTranslation(['reportReading', 'common']);
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <div className={css.band} role="status">
      <p>
        {t('edit_for_all')} {ask.length > 0 ? t('copy_ask', { names: ask.join(', ') }) : t('copy_ask_partner')}
      </p>
      <CloseButton size="sm" aria-label={t('common:close')} onClick={() => setOpen(false)} />
    </div>
  );
}
