import type { SecondStep as Step } from '@vitrine/contract/signIn/signIn.ts';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import { loadNamespaces } from '#platform/i18n.ts';
import { useBranding } from '#platform/branding.ts';
import { moveTo } from '#platform/navigation.ts';
import { signIn } from '#platform/signInFlow.ts';
import { Waiting } from '#ui/waiting.tsx';
import { onDemand } from '#ui/onDemand.tsx';
import { EmailField, PasswordField, SubmitButton } from './fields.tsx';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';
import type { Answer } from './refusals.ts';
import { answerTo } from './refusals.ts';

const SecondStep = onDemand(
  async () => {
    const [{ SecondStep: Loaded }] = await Promise.all([import('./secondFactor/secondStep.tsx'), loadNamespaces('secondFactor')]);
    return Loaded;
  },
  { waiting: <Waiting />, page: true },
);

const OtherWays = onDemand(async () => (await import('./otherWays.tsx')).OtherWays, {
  waiting: <div className={css.second} />,
});

const SsoDomain = onDemand(async () => (await import('./ssoDomain.tsx')).SsoDomain);

const OpensAt = onDemand(async () => (await import('./opensAt.tsx')).OpensAt);

const NoticeList = onDemand(async () => (await import('./noticeList.tsx')).NoticeList);

const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

type FormProps = {
  email: string;
  setEmail: (email: string) => void;
  refusal: { failure: Failure; answer: Extract<Answer, { kind: 'form' }> } | null;
  onFailure: (failure: Failure, answer: Answer) => void;
  onStep: (step: Step) => void;
};

function SigninForm({ email, setEmail, refusal, onFailure, onStep }: FormProps) {
  const { t } = useTranslation(['signIn', 'common']);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const [busy, setBusy] = useState(false);
  const [insists, setInsists] = useState(false);
  const { sso_domains } = useBranding();
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  const isElsewhere = sso_domains.includes(domain) && !insists;
  const emailBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);

  const check = () => {
    const field = t('email');
    return {
      ...(email.trim() === ''
        ? { email: t('required', { field }) }
        : looksLikeEmail(email.trim())
          ? {}
          : { email: t('invalid', { field }) }),
      ...(password === '' ? { password: t('required', { field: t('password') }) } : {}),
    };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isElsewhere) return;
    const found = check();
    setErrors(found);
    if (found.email) return emailBox.current?.focus();
    if (found.password) return passwordBox.current?.focus();
    setBusy(true);
    try {
      const step = await signIn({ email: email.trim(), password });
      if (step) onStep(step);
    } catch (error) {
      const failure = failureOf(error);
      onFailure(failure, answerTo(failure));
      setBusy(false);
      passwordBox.current?.focus();
      passwordBox.current?.select();
    }
  };
  const sentence = (answer: Extract<Answer, { kind: 'form' }>, failure: Failure): string => {
    if (answer.text === 'server') return failure.message;
    return answer.text === 'network' ? t('common:error_network') : t('unknown');
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <EmailField ref={emailBox} label={t('email')} value={email} onChange={setEmail} error={errors.email} autoFocus />
      {isElsewhere ? (
        <SsoDomain domain={domain} onPassword={() => setInsists(true)} />
      ) : (
        <>
          <PasswordField
            ref={passwordBox}
            kind="current-password"
            label={t('password')}
            value={password}
            onChange={setPassword}
            error={errors.password}
            aside={refusal?.answer.forgot === false ? null : <PublicLink to="/forgot">{t('forgot')}</PublicLink>}
          />
          <SubmitButton busy={busy}>{busy ? t('signing_in') : t('sign_in')}</SubmitButton>
        </>
      )}
      <div aria-live="assertive">
        {refusal && !busy ? (
          <div className={css.refusal} data-refusal={refusal.failure.word ?? 'network'}>
            <p>{sentence(refusal.answer, refusal.failure)}</p>
            {refusal.answer.waitSeconds ? <p className={css.hint}>{t('wait_seconds', { count: refusal.answer.waitSeconds })}</p> : null}
            {refusal.answer.help ? <p className={css.hint}>{t(refusal.answer.help)}</p> : null}
          </div>
        ) : null}
      </div>
    </form>
  );
}

/** Signing in with e-mail and password, with the handling of every refusal. */
export function Signin() {
  const { t } = useTranslation('signIn');
  const look = useBranding();
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<{ failure: Failure; answer: Answer } | null>(null);

  const [step, setStep] = useState<Step | null>(null);
  const react = (failure: Failure, answer: Answer) => {
    // Keeps the redirect target on the way.
    if (answer.kind === 'go') moveTo(`${answer.to}${location.search}`);
    else setRefusal({ failure, answer });
  };
  const back = (failure: Failure | null) => {
    setStep(null);
    setRefusal(failure ? { failure, answer: answerTo(failure) } : null);
  };
  if (step) {
    return <SecondStep step={step} onBack={back} />;
  }
  if (refusal?.answer.kind === 'page') {
    const { failure, answer } = refusal;
    return (
      <Frame title={t('title')}>
        <div role="alert" data-refusal={failure.word}>
          <h1 className={css.title}>{failure.message}</h1>
          {answer.kind === 'page' && answer.notice ? <p className={css.text}>{answer.notice}</p> : null}
          {answer.kind === 'page' && answer.opensAt ? <OpensAt at={answer.opensAt} /> : null}
          {answer.kind === 'page' ? <p className={css.text}>{t(answer.help)}</p> : null}
        </div>
        <p className={css.after}>
          <button type="button" className={css.button} onClick={() => setRefusal(null)}>
            {t('other_account')}
          </button>
        </p>
      </Frame>
    );
  }
  const unit = look.unit_name;
  const formRefusal = refusal?.answer.kind === 'form' ? { failure: refusal.failure, answer: refusal.answer } : null;
  return (
    <Frame title={t('title')}>
      {look.notices.length > 0 ? <NoticeList notices={look.notices} /> : null}
      <h1 className={css.title}>{unit ? t('title_unit', { unit }) : t('title')}</h1>
      <p className={css.subtitle}>{t('subtitle')}</p>
      <SigninForm email={email} setEmail={setEmail} refusal={formRefusal} onFailure={react} onStep={setStep} />
      <OtherWays onFailure={react} />
    </Frame>
  );
}
