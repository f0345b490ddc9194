import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { setupForm as setupFormEndpoint } from '@vitrine/contract/features/secondFactor.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../core/failure.ts';
import { call } from '../../core/http.ts';
import { passkeysWork } from '../../core/passkeys.ts';
import { moveTo } from '../../core/place.ts';
import { finishWith } from '../../core/signing.ts';
import { toast } from '../../core/toast.ts';
import { RecoveryCodes } from '../../core/ui/secondFactor/RecoveryCodes.tsx';
import { Waiting } from '../../core/ui/Waiting.tsx';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';
import { answerTo } from './refusals.ts';
import { setupFinish, setupForm } from './stepEndpoints.ts';
import { SetupApp } from './setupApp.tsx';
import { SetupEmail } from './setupEmail.tsx';
import { SetupPasskey } from './setupPasskey.tsx';

type Form = Answer<typeof setupFormEndpoint>;
type Method = Form['methods'][number];

const screens = { app: SetupApp, passkey: SetupPasskey, email: SetupEmail };

function Expired() {
  const { t } = useTranslation(['secondFactor', 'signin']);
  return (
    <Frame title={t('expired_title')}>
      <h1 className={css.title}>{t('expired_title')}</h1>
      <p className={css.text}>{t('expired_text')}</p>
      <p className={css.after}>
        <PublicLink to="/signin" className={css.button}>
          {t('signin:back_to_signin')}
        </PublicLink>
      </p>
    </Frame>
  );
}

function Choice({ form, onChoose }: { form: Form; onChoose: (method: Method) => void }) {
  const { t } = useTranslation('secondFactor');
  return (
    <>
      <h1 className={css.title}>{t('setup_title')}</h1>
      <p className={css.subtitle}>{t('setup_text', { email: form.email })}</p>
      <ul className={css.choices}>
        {form.methods
          .filter((method) => method !== 'passkey' || passkeysWork())
          .map((method) => (
            <li key={method}>
              <button type="button" className={css.choice} onClick={() => onChoose(method)}>
                <strong>{t(`setup_${method}`)}</strong>
                <span>{t(`setup_${method}_text`)}</span>
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

/** Sets up a second factor when a sign-in asks for one, and goes on with that sign-in. The token leaves the address at once. */
export function TwoFactorSetup({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation('secondFactor');
  const [token] = useState(params['token'] ?? '');
  const [form, setForm] = useState<Form | 'expired' | null>(token ? null : 'expired');
  const [method, setMethod] = useState<Method | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!token) return undefined;
    history.replaceState(null, '', `/config/2fa${location.search}`);
    const asking = new AbortController();
    call(setupForm, { body: { token } }, asking.signal).then(
      (found) => {
        setForm(found);
        if (found.done) setCodes([]);
      },
      (error: unknown) => {
        if (asking.signal.aborted) return;
        if (failureOf(error).status === null) toast.failure(error);
        setForm('expired');
      },
    );
    return () => asking.abort();
  }, [token]);

  const finish = async () => {
    setBusy(true);
    try {
      finishWith(await call(setupFinish, { body: { token } }));
    } catch (error) {
      setBusy(false);
      const failure = failureOf(error);
      const answer = answerTo(failure);
      if (answer.kind === 'go') moveTo(answer.to);
      else if (failure.word === 'step_expired') setForm('expired');
      else toast.failure(error);
    }
  };
  if (form === null) return <Waiting />;
  if (form === 'expired') return <Expired />;
  const Screen = method ? screens[method] : null;
  return (
    <Frame title={t('setup_title')}>
      {codes ? (
        <>
          <h1 className={css.title}>{t('done_title')}</h1>
          <p className={css.subtitle}>{t(codes.length > 0 ? 'recovery_text' : 'done_text')}</p>
          <div className={css.form}>
            {codes.length > 0 ? <RecoveryCodes codes={codes} account={form.email} title={form.title} /> : null}
            <button type="button" className={css.button} aria-disabled={busy} onClick={() => void finish()}>
              {t(codes.length > 0 ? 'kept_continue' : 'continue')}
            </button>
          </div>
        </>
      ) : Screen ? (
        <>
          <Screen token={token} onDone={setCodes} onExpired={() => setForm('expired')} />
          <div className={css.ways}>
            <button type="button" className={css.plain} onClick={() => setMethod(null)}>
              {t('other_way')}
            </button>
          </div>
        </>
      ) : (
        <Choice form={form} onChoose={setMethod} />
      )}
    </Frame>
  );
}
