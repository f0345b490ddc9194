import { Button, TextInput } from '@mantine/core';
import type { SamlApp } from '@vitrine/contract/signIn/saml.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import css from '#ui/providers.module.css';

/** Switching off what is the only way in for somebody: its name is typed. */
export function SwitchOff({ app, onClose, onSwitch }: { app: SamlApp; onClose: () => void; onSwitch: (name: string) => Promise<void> }) {
  const { t } = useTranslation(['saml', 'ui']);
  const [typed, setTyped] = useState('');
  return (
    <Dialog title={t('off_title', { name: app.name })} onClose={onClose}>
      <form
        className={css.people}
        onSubmit={(event) => {
          event.preventDefault();
          void onSwitch(typed.trim()).then(onClose);
        }}
      >
        <p className={css.hint}>{t('off_text', { count: app.only_way })}</p>
        <TextInput
          label={t('off_type', { name: app.name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" color="red" disabled={typed.trim() !== app.name}>
          {t('switch_off')}
        </Button>
      </form>
    </Dialog>
  );
}
