import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { changePassword, overview } from '#endpoints/signIn/account.ts';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { formatDate, formatRelative } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { useUser } from '#platform/session.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordRules } from '#ui/password/passwordRules.tsx';
import { usePasswordRules } from '#ui/password/usePasswordRules.ts';
import css from './account.module.css';
import { Card } from './parts.tsx';

function ChangeDialog({ account, onClose }: { account: AccountSecurity; onClose: () => void }) {
  const { t } = useTranslation(['account', 'signIn']);
  const user = useUser();
  const stale = useStale();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const rules = usePasswordRules(password, repeated, account.password.rules, [account.email, user?.name ?? '']);

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
          label={t('signIn:new_password')}
          autoComplete="new-password"
          aria-describedby="account-password-rules"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors['password']}
        />
        <PasswordInput
          label={t('signIn:repeat_password')}
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <PasswordRules id="account-password-rules" rules={rules} password={password} />
        <p className={css.note}>{t('password_ends_sessions')}</p>
        <div className={css.buttons}>
          <Button type="submit" loading={busy}>
            {t('signIn:save_password')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The password: last change, expiry, and changing it. */
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
