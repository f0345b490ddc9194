import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from './account.module.css';

export function RenameDialog({ name, onSave, onClose }: { name: string; onSave: (name: string) => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation(['account', 'secondFactor']);
  const [value, setValue] = useState(name);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || value.trim() === '') return;
    setBusy(true);
    await onSave(value.trim()).catch((error: unknown) => {
      toast.failure(error);
      setBusy(false);
    });
  };
  return (
    <Dialog title={t('rename')} onClose={onClose}>
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('secondFactor:passkey_name')}
          value={value}
          maxLength={120}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
        <div className={css.buttons}>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
