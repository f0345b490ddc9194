import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { newPasswordForm as newPasswordFormEndpoint } from '@vitrine/contract/signIn/signIn.ts';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { newPassword, newPasswordForm } from '#endpoints/signIn/signIn.ts';
import { moveTo } from '#platform/navigation.ts';
import { keepWithLink, linkToken } from '#platform/openedLink.ts';
import { toast } from '#platform/toast.ts';
import { NotLoaded } from '#ui/notLoaded.tsx';
import { PasswordRules } from '#ui/password/passwordRules.tsx';
import { usePasswordRules } from '#ui/password/usePasswordRules.ts';
import { Waiting } from '#ui/waiting.tsx';
import { PasswordField, SubmitButton } from './fields.tsx';
import css from './form.module.css';
import { Frame } from './frame.tsx';
import { PublicLink } from './link.tsx';

type Form = Answer<typeof newPasswordFormEndpoint>;

const titles = { reset: 'new_password_title', invitation: 'new_password_invitation', must_change: 'new_password_must_change' } as const;

function DeadLink() {
  const { t } = useTranslation('signIn');
  return (
    <Frame title={t('link_dead_title')}>
      <h1 className={css.title}>{t('link_dead_title')}</h1>
      <p className={css.text}>{t('link_dead_text')}</p>
      <p className={css.after}>
        <PublicLink to="/forgot" className={css.button}>
          {t('link_new')}
        </PublicLink>
      </p>
      <div className={css.links}>
        <PublicLink to={`/signin${location.search}`}>{t('back_to_signin')}</PublicLink>
      </div>
    </Frame>
  );
}

function PasswordForm({ token, form, onDead }: { token: string; form: Form; onDead: () => void }) {
  const { t } = useTranslation('signIn');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const rules = usePasswordRules(password, repeated, form.rules, [form.email, form.name]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (rules.some((rule) => rule.state === 'open')) return box.current?.focus();
    setBusy(true);
    try {
      await call(newPassword, { body: { token, password } });
      toast.success(t('password_saved'));
      moveTo(`/signin${location.search}`, { replace: true });
    } catch (refused) {
      const failure = failureOf(refused);
      setBusy(false);
      if (failure.word === 'link_used' || failure.word === 'not_found') return onDead();
      setError(failure.fields['password']);
      if (!failure.fields['password']) toast.failure(refused);
      box.current?.focus();
    }
  };
  return (
    <Frame title={t(titles[form.purpose])}>
      <h1 className={css.title}>{t(titles[form.purpose])}</h1>
      <p className={css.subtitle}>{t('new_password_for', { email: form.email })}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" name="email" autoComplete="username" value={form.email} readOnly hidden />
        <PasswordField
          ref={box}
          kind="new-password"
          label={t('new_password')}
          value={password}
          onChange={setPassword}
          error={error}
          describedBy="password-rules"
          autoFocus
        />
        <PasswordField kind="new-password" label={t('repeat_password')} value={repeated} onChange={setRepeated} />
        <PasswordRules id="password-rules" rules={rules} password={password} />
        <SubmitButton busy={busy}>{t('save_password')}</SubmitButton>
      </form>
    </Frame>
  );
}

/** The server has said so: without an answer the link may well be alive. */
const isAnswered = (error: unknown): boolean => (failureOf(error).status ?? 500) < 500;

/** Sets a password by a link. The token leaves the address as soon as it is read. */
export function NewPassword({ params }: { params: Record<string, string> }) {
  const [token] = useState(() => linkToken(params['token']));
  const [form, setForm] = useState<Form | 'dead' | 'unreachable' | null>(token ? null : 'dead');
  useEffect(() => {
    if (!token || form !== null) return undefined;
    keepWithLink('/new/password', { token });
    const asking = new AbortController();
    call(newPasswordForm, { body: { token } }, asking.signal).then(setForm, (error: unknown) => {
      if (asking.signal.aborted) return;
      setForm(isAnswered(error) ? 'dead' : 'unreachable');
    });
    return () => asking.abort();
  }, [token, form]);
  if (form === null) return <Waiting />;
  if (form === 'unreachable') return <NotLoaded page onRetry={() => setForm(null)} />;
  return form === 'dead' ? <DeadLink /> : <PasswordForm token={token} form={form} onDead={() => setForm('dead')} />;
}
