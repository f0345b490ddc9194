import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { setupForm as setupFormEndpoint } from '@vitrine/contract/signIn/secondFactor.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { passkeysWork } from '#platform/passkeys.ts';
import { moveTo } from '#platform/navigation.ts';
import { keepWithLink, keptWithLink, linkToken } from '#platform/openedLink.ts';
import { finishWith } from '#platform/signInFlow.ts';
import { toast } from '#platform/toast.ts';
import { NotLoaded } from '#ui/notLoaded.tsx';
import { RecoveryCodes } from '#ui/secondFactor/recoveryCodes.tsx';
import { Waiting } from '#ui/waiting.tsx';
import css from '../form.module.css';
import { Frame } from '../frame.tsx';
import { PublicLink } from '../link.tsx';
import { answerTo } from '../refusals.ts';
import { setupFinish, setupForm } from '#endpoints/signIn/secondFactor.ts';
import { SetupApp } from './setupApp.tsx';
import { SetupEmail } from './setupEmail.tsx';
import { SetupPasskey } from './setupPasskey.tsx';

type Form = Answer<typeof setupFormEndpoint>;
type Method = Form['methods'][number];

const path = '/config/2fa';
const screens = { app: SetupApp, passkey: SetupPasskey, email: SetupEmail };

function Expired() {
  const { t } = useTranslation(['secondFactor', 'signIn']);
  return (
    <Frame title={t('expired_title')}>
      <h1 className={css.title}>{t('expired_title')}</h1>
      <p className={css.text}>{t('expired_text')}</p>
      <p className={css.after}>
        <PublicLink to={`/signin${location.search}`} className={css.button}>
          {t('signIn:back_to_signin')}
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

/** Sets up a second factor that a sign-in demands, and continues that sign-in. The token is removed from the address at once. */
export function TwoFactorSetup({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation('secondFactor');
  const [token] = useState(() => linkToken(params['token']));
  const [form, setForm] = useState<Form | 'expired' | 'unreachable' | null>(token ? null : 'expired');
  const [method, setMethod] = useState(() => (keptWithLink('method') as Method | undefined) ?? null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!token || form !== null) return undefined;
    keepWithLink(path, { token });
    const asking = new AbortController();
    call(setupForm, { body: { token } }, asking.signal).then(
      (found) => {
        setForm(found);
        if (found.done) setCodes([]);
      },
      (error: unknown) => {
        if (asking.signal.aborted) return;
        setForm((failureOf(error).status ?? 500) < 500 ? 'expired' : 'unreachable');
      },
    );
    return () => asking.abort();
  }, [token, form]);
  const choose = (next: Method | null) => {
    keepWithLink(path, { method: next });
    setMethod(next);
  };

  const finish = async () => {
    setBusy(true);
    try {
      finishWith(await call(setupFinish, { body: { token } }));
    } catch (error) {
      setBusy(false);
      const failure = failureOf(error);
      const answer = answerTo(failure);
      if (answer.kind === 'go') moveTo(`${answer.to}${location.search}`);
      else if (failure.word === 'step_expired') setForm('expired');
      else toast.failure(error);
    }
  };
  if (form === null) return <Waiting />;
  if (form === 'unreachable') return <NotLoaded page onRetry={() => setForm(null)} />;
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
            <button type="button" className={css.plain} onClick={() => choose(null)}>
              {t('other_way')}
            </button>
          </div>
        </>
      ) : (
        <Choice form={form} onChoose={choose} />
      )}
    </Frame>
  );
}
