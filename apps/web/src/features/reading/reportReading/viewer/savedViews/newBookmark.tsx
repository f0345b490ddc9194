import { Button, TextInput } from '@mantine/core';
import { addBookmark, bookmarks } from '#endpoints/reading/savedViews.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmbeddedReport } from '#platform/embed/embeddedReport.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from '../panels.module.css';

type Props = { reportId: string; shown: () => EmbeddedReport | null; pageTitle: string; onClose: () => void };

/** Saves the current state as a bookmark. */
export function NewBookmark({ reportId, shown, pageTitle, onClose }: Props) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const stale = useStale();
  const [name, setName] = useState('');
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const state = await shown()?.capture();
      if (!state) throw new Error(t('action_failed'));
      await call(addBookmark, { params: { id: reportId }, body: { name, page: pageTitle, state } });
      await stale(bookmarks);
      toast.success(t('bookmark_saved', { name: name.trim() }));
      onClose();
    } catch (error) {
      toast.failure(error);
      setSaving(false);
    }
  };
  return (
    <Dialog title={t('bookmark_add')} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className={css.hint}>{t('bookmark_hint')}</p>
        <TextInput
          label={t('bookmark_name')}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={saving} disabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
