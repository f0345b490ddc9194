import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { keepWithLink, keptWithLink } from '#platform/openedLink.ts';
import { copyText } from '#platform/toast.ts';
import { QrCode } from '#ui/secondFactor/qrCode.tsx';
import { CodeField } from '../codeField.tsx';
import { SubmitButton } from '../fields.tsx';
import css from '../form.module.css';
import type { SetupProps } from './setupParts.ts';
import { setupRefusal } from './setupParts.ts';
import { setupApp, setupAppStart } from '#endpoints/signIn/secondFactor.ts';

type App = { secret: string; uri: string };

/** In groups of four, for typing. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Scan or type the key, then confirm by the first code. */
export function SetupApp({ token, onDone, onExpired }: SetupProps) {
  const { t } = useTranslation('secondFactor');
  // The key that was scanned stays the key, also where the page was loaded anew meanwhile.
  const [app, setApp] = useState(() => (keptWithLink('app') as App | undefined) ?? null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (app) return undefined;
    const asking = new AbortController();
    const begin = (started: App) => {
      keepWithLink('/config/2fa', { app: started });
      setApp(started);
    };
    call(setupAppStart, { body: { token } }, asking.signal).then(begin, (refused: unknown) => {
      if (!asking.signal.aborted) setupRefusal(refused, onExpired);
    });
    return () => asking.abort();
  }, [token, onExpired, app]);

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
