import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { deviceName, makePasskey } from '#platform/passkeys.ts';
import { SubmitButton } from '../fields.tsx';
import css from '../form.module.css';
import type { SetupProps } from './setupParts.ts';
import { setupRefusal } from './setupParts.ts';
import { setupPasskey, setupPasskeyOptions } from '#endpoints/signIn/secondFactor.ts';

/** Creates a passkey on this device, with a name. */
export function SetupPasskey({ token, onDone, onExpired }: SetupProps) {
  const { t } = useTranslation('secondFactor');
  const id = useId();
  const [name, setName] = useState(deviceName);
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const response = await makePasskey(await call(setupPasskeyOptions, { body: { token } }));
      onDone((await call(setupPasskey, { body: { token, name: name.trim() || t('passkey_default'), response } })).recovery_codes);
    } catch (refused) {
      setBusy(false);
      setError(setupRefusal(refused, onExpired));
    }
  };
  return (
    <>
      <h1 className={css.title}>{t('setup_passkey')}</h1>
      <p className={css.subtitle}>{t('passkey_explained')}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={css.field}>
          <label htmlFor={id}>{t('passkey_name')}</label>
          <input id={id} className={css.input} value={name} maxLength={120} onChange={(event) => setName(event.currentTarget.value)} />
          {error ? (
            <p className={css.error} role="alert">
              {error}
            </p>
          ) : null}
        </div>
        <SubmitButton busy={busy}>{t('passkey_make')}</SubmitButton>
      </form>
    </>
  );
}
