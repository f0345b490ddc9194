import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/http.ts';
import { copyText } from '../../core/toast.ts';
import { QrCode } from '../../core/ui/secondFactor/QrCode.tsx';
import { CodeField } from './codeField.tsx';
import { SubmitButton } from './fields.tsx';
import css from './form.module.css';
import type { SetupProps } from './setupParts.ts';
import { setupRefusal } from './setupParts.ts';
import { setupApp, setupAppStart } from './stepEndpoints.ts';

/** In groups of four, as one types them. */
export const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Scan or type the key, then prove it by the first code. */
export function SetupApp({ token, onDone, onExpired }: SetupProps) {
  const { t } = useTranslation('secondFactor');
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    call(setupAppStart, { body: { token } }, asking.signal).then(setApp, (refused: unknown) => {
      if (!asking.signal.aborted) setupRefusal(refused, onExpired);
    });
    return () => asking.abort();
  }, [token, onExpired]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    setBusy(true);
    try {
      onDone((await call(setupApp, { body: { token, code } })).recovery_codes);
    } catch (refused) {
      setBusy(false);
      setError(setupRefusal(refused, onExpired));
    }
  };
  return (
    <>
      <h1 className={css.title}>{t('setup_app')}</h1>
      <p className={css.subtitle}>{t('app_scan')}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={css.qrPlace}>{app ? <QrCode text={app.uri} label={t('qr_label')} /> : null}</div>
        <details className={css.details}>
          <summary>{t('app_manual')}</summary>
          <p className={css.secret}>
            <code>{app ? grouped(app.secret) : ''}</code>
            <button type="button" className={css.plain} onClick={() => void copyText(app?.secret ?? '')}>
              {t('copy')}
            </button>
          </p>
        </details>
        <CodeField label={t('app_code')} value={code} onChange={setCode} error={error} />
        <SubmitButton busy={busy}>{t('confirm')}</SubmitButton>
      </form>
    </>
  );
}
