import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { confirmIdentity } from '#endpoints/signIn/account.ts';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { signOut } from '#platform/signInFlow.ts';
import { toast } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import css from './account.module.css';

/** Whoever has no password of the portal shows who they are where they come from; what a unit's own provider says is no proof for the account. */
function SignInAgain({ sessions, onClose }: Pick<AccountSecurity, 'sessions'> & { onClose: () => void }) {
  const { t } = useTranslation('account');
  const proves = sessions.find(({ current }) => current)?.by !== 'saml';
  return (
    <Dialog title={t('confirm_title')} onClose={onClose}>
      <div className={css.form}>
        <p>{t(proves ? 'confirm_again_text' : 'confirm_elsewhere_text')}</p>
        {proves ? (
          <div className={css.buttons}>
            <Button onClick={() => signOut()} data-autofocus>
              {t('confirm_again')}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

function ConfirmForm({ withCode, onDone, onClose }: { withCode: boolean; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation(['account', 'secondFactor']);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || password === '') return;
    setBusy(true);
    try {
      await call(confirmIdentity, { body: { password, ...(code.trim() ? { code } : {}) } });
      onDone();
    } catch (error) {
      const { fields } = failureOf(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) toast.failure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('confirm_title')} onClose={onClose}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{t('confirm_text')}</p>
        <PasswordInput
          label={t('current_password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors['password']}
          data-autofocus
        />
        {withCode ? (
          <TextInput
            label={t('secondFactor:app_code')}
            description={t('confirm_code_hint')}
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={errors['code']}
          />
        ) : null}
        <div className={css.buttons}>
          <Button type="submit" loading={busy}>
            {t('secondFactor:confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export type Confirmed = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs an action that may need a recent confirmation: when the server demands one, asks the person and runs the action again. */
export function useConfirmed({ password, second_factor, sessions }: Pick<AccountSecurity, 'password' | 'second_factor' | 'sessions'>): {
  confirmed: Confirmed;
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState<{ done: () => void; give_up: () => void } | null>(null);
  const confirmed: Confirmed = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (failureOf(error).word !== 'confirm_identity') throw error;
      await new Promise<void>((resolve, reject) => {
        // Closing the dialog cancels the action without a message.
        setAsking({ done: resolve, give_up: () => reject(new GivenUp()) });
      }).finally(() => setAsking(null));
      return work();
    }
  };
  if (!asking) return { confirmed, dialog: null };
  const dialog = password.exists ? (
    <ConfirmForm withCode={second_factor.app !== null} onDone={asking.done} onClose={asking.give_up} />
  ) : (
    <SignInAgain sessions={sessions} onClose={asking.give_up} />
  );
  return { confirmed, dialog };
}

/** The person cancelled the confirmation. */
export class GivenUp extends Error {}
