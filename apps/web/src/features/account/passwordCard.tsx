import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import type { AccountSecurity } from '@vitrine/contract/features/accountSecurity.ts';
import { changePassword, overview } from '@vitrine/contract/features/accountSecurity.ts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../core/failure.ts';
import { formatDate, formatRelative } from '../../core/formats.ts';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { useUser } from '../../core/session.ts';
import { toast } from '../../core/toast.ts';
import { Dialog } from '../../core/ui/Dialog.tsx';
import { PasswordRules } from '../../core/ui/password/PasswordRules.tsx';
import { usePasswordRules } from '../../core/ui/password/usePasswordRules.ts';
import css from './account.module.css';
import { Card } from './parts.tsx';

function ChangeDialog({ account, onClose }: { account: AccountSecurity; onClose: () => void }) {
  const { t } = useTranslation(['account', 'signin']);
  const user = useUser();
  const stale = useStale();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const rules = usePasswordRules(password, repeated, account.password.rules, [account.email, user?.nome_usuario ?? '']);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || current === '' || rules.some(({ state }) => state === 'open')) return;
    setBusy(true);
    try {
      await call(changePassword, { body: { current, password } });
      toast.success(t('password_changed'));
      onClose();
      await stale(overview);
    } catch (error) {
      const { fields } = failureOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) toast.failure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('password_change')} onClose={onClose}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" autoComplete="username" value={account.email} readOnly hidden />
        <PasswordInput
          label={t('current_password')}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={errors['current']}
          data-autofocus
        />
        <PasswordInput
          label={t('signin:new_password')}
          autoComplete="new-password"
          aria-describedby="account-password-rules"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors['password']}
        />
        <PasswordInput
          label={t('signin:repeat_password')}
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <PasswordRules id="account-password-rules" rules={rules} password={password} />
        <p className={css.note}>{t('password_ends_sessions')}</p>
        <div className={css.buttons}>
          <Button type="submit" loading={busy}>
            {t('signin:save_password')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The password: when it was changed, until when it lasts, and changing it with the old one. */
export function PasswordCard({ account }: { account: AccountSecurity }) {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const { changeable, changed_at, expires_at } = account.password;
  const since = changed_at ? t('password_changed_at', { when: formatRelative(changed_at) }) : '';
  const until = expires_at ? t('password_expires_at', { when: formatDate(expires_at) }) : '';
  return (
    <>
      <Card
        title={t('password')}
        text={changeable ? [since, until].filter(Boolean).join(' ') : t('password_elsewhere')}
        action={
          changeable ? (
            <Button variant="default" onClick={() => setOpen(true)}>
              {t('password_change')}
            </Button>
          ) : null
        }
      />
      {open ? <ChangeDialog account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
