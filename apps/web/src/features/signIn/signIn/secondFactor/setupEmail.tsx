import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { CodeField } from '../codeField.tsx';
import { SubmitButton } from '../fields.tsx';
import css from '../form.module.css';
import { ResendButton } from '../resendButton.tsx';
import type { SetupProps } from './setupParts.ts';
import { setupRefusal } from './setupParts.ts';
import { setupEmail, setupEmailStart } from '#endpoints/signIn/secondFactor.ts';

/** A code by mail confirms the address. */
export function SetupEmail({ token, onDone, onExpired }: SetupProps) {
  const { t } = useTranslation('secondFactor');
  const [wait, setWait] = useState<number | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  const send = () => call(setupEmailStart, { body: { token } });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || (wait !== null && code.trim() === '')) return;
    setBusy(true);
    try {
      if (wait === null) setWait((await send()).resend_in);
      else onDone((await call(setupEmail, { body: { token, code } })).recovery_codes);
    } catch (refused) {
      setError(setupRefusal(refused, onExpired));
    }
    setBusy(false);
  };
  return (
    <>
      <h1 className={css.title}>{t('setup_email')}</h1>
      <p className={css.subtitle}>{t(wait === null ? 'email_ask' : 'email_sent')}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {wait === null ? null : <CodeField label={t('code')} value={code} onChange={setCode} error={error} />}
        <SubmitButton busy={busy}>{t(wait === null ? 'send_code' : 'confirm')}</SubmitButton>
      </form>
      {wait === null ? null : (
        <div className={css.ways}>
          <ResendButton first={wait} send={send} />
        </div>
      )}
    </>
  );
}
