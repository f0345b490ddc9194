import type { SecondStep as Step, SignedIn, StepMethod } from '@vitrine/contract/signIn/signIn.ts';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '#platform/failure.ts';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { askPasskey, isTurnedAway, passkeysWork } from '#platform/passkeys.ts';
import { moveTo } from '#platform/navigation.ts';
import { finishWith } from '#platform/signInFlow.ts';
import { toast } from '#platform/toast.ts';
import { CodeField } from '../codeField.tsx';
import { SubmitButton } from '../fields.tsx';
import css from '../form.module.css';
import { Frame } from '../frame.tsx';
import { answerTo } from '../refusals.ts';
import { ResendButton } from '../resendButton.tsx';
import { sendCode, verifyCode, verifyPasskey, verifyPasskeyOptions } from '#endpoints/signIn/secondFactor.ts';

type Props = { step: Step; onBack: (failure: Failure | null) => void };

const usable = (method: StepMethod) => method !== 'passkey' || passkeysWork();

/** The second step of a sign-in: one method at a time, with links to the others. */
export function SecondStep({ step, onBack }: Props) {
  const { t } = useTranslation(['secondFactor', 'signIn', 'common']);
  const methods = step.methods.filter(usable);
  const [method, setMethod] = useState<StepMethod>(methods[0] ?? step.method);
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const { challenge } = step;

  const finish = async (work: () => Promise<SignedIn>) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      finishWith(await work());
    } catch (refused) {
      setBusy(false);
      if (isTurnedAway(refused)) return;
      refuse(failureOf(refused));
    }
  };
  const refuse = (failure: Failure) => {
    const answer = answerTo(failure);
    if (answer.kind === 'go') moveTo(`${answer.to}${location.search}`);
    else if (failure.word === 'invalid' || failure.word === 'passkey_refused' || failure.word === 'throttled') {
      const wait = failure.retry_after ? ` ${t('signIn:wait_seconds', { count: Math.ceil(failure.retry_after) })}` : '';
      setError(`${failure.fields['code'] ?? failure.message}${wait}`);
      box.current?.select();
    } else if (failure.status === null) toast.error(t('common:error_network'));
    else onBack(failure);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method === 'passkey') return void withPasskey();
    if (code.trim() === '') return box.current?.focus();
    return void finish(() => call(verifyCode, { body: { challenge, code, trust_device: trust } }));
  };
  const withPasskey = () =>
    finish(async () => {
      const response = await askPasskey(await call(verifyPasskeyOptions, { body: { challenge } }));
      return call(verifyPasskey, { body: { challenge, response, trust_device: trust } });
    });
  const type = (value: string) => {
    setCode(value);
    setError(undefined);
  };
  const choose = (next: StepMethod) => {
    setMethod(next);
    type('');
    if (next === 'email' && step.method !== 'email') void call(sendCode, { body: { challenge } }).catch(toast.failure);
  };
  // Six digits are a complete code, so it is submitted automatically.
  const whole = method !== 'recovery' && /^\d{6}$/.test(code.replace(/\s/g, ''));
  const submitted = useRef('');
  useEffect(() => {
    if (!whole || submitted.current === code) return;
    submitted.current = code;
    void finish(() => call(verifyCode, { body: { challenge, code, trust_device: trust } }));
  });

  return (
    <Frame title={t('step_title')}>
      <h1 className={css.title}>{t('step_title')}</h1>
      <p className={css.subtitle}>{t(`step_${method}`, { email: step.email })}</p>
      <form className={css.form} noValidate onSubmit={submit}>
        {method === 'passkey' ? (
          error ? (
            <p className={css.error} role="alert">
              {error}
            </p>
          ) : null
        ) : (
          <CodeField
            key={method}
            ref={box}
            label={t(method === 'recovery' ? 'recovery_code' : 'code')}
            value={code}
            onChange={type}
            error={error}
            recovery={method === 'recovery'}
          />
        )}
        {step.may_trust ? (
          <label className={css.check}>
            <input type="checkbox" checked={trust} onChange={(event) => setTrust(event.currentTarget.checked)} />
            <span>{t('trust')}</span>
          </label>
        ) : null}
        <SubmitButton busy={busy}>{t(method === 'passkey' ? 'use_passkey' : 'confirm')}</SubmitButton>
      </form>
      <div className={css.ways}>
        {method === 'email' ? <ResendButton first={60} send={() => call(sendCode, { body: { challenge } })} /> : null}
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className={css.plain} onClick={() => choose(other)}>
              {t(`way_${other}`)}
            </button>
          ))}
        <button type="button" className={css.plain} onClick={() => onBack(null)}>
          {t('signIn:back_to_signin')}
        </button>
      </div>
    </Frame>
  );
}
