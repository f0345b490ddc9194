import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { CustomValues } from '@vitrine/contract/people/customFields.ts';
import type * as contract from '@vitrine/contract/signIn/registration.ts';
import type { ShownTerm } from '@vitrine/contract/settings/terms.ts';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { PasswordRules } from '#ui/password/passwordRules.tsx';
import { usePasswordRules } from '#ui/password/usePasswordRules.ts';
import { CustomInput } from '../customInput.tsx';
import { PasswordField, SubmitButton } from '../fields.tsx';
import css from '../form.module.css';
import { Frame } from '../frame.tsx';
import { registerFinish } from '#endpoints/signIn/registration.ts';
import { TermDialog } from '../termsLinks.tsx';

type Props = {
  token: string;
  form: Answer<typeof contract.registerForm>;
  onDone: (status: 'waiting' | 'active') => void;
  onDead: () => void;
};

/** Name, password, what the unit asks for besides, and its terms. */
export function RegisterForm({ token, form, onDone, onDead }: Props) {
  const { t } = useTranslation(['registration', 'signIn']);
  const id = useId();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [custom, setCustom] = useState<CustomValues>({});
  const [accepted, setAccepted] = useState<string[]>([]);
  const [reading, setReading] = useState<ShownTerm | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const rules = usePasswordRules(password, repeated, form.rules, [form.email, name, form.unit_name]);

  const complaints = (): Record<string, string> => {
    const missing = (field: string) => t('signIn:required', { field });
    const isEmpty = (value: unknown) =>
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return Object.fromEntries([
      ...(name.trim() === '' ? [['name', missing(t('name'))]] : []),
      ...(password === '' ? [['password', missing(t('signIn:password'))]] : []),
      ...form.fields.flatMap((field) => (field.required && isEmpty(custom[field.id]) ? [[`custom.${field.id}`, missing(field.name)]] : [])),
      ...form.terms.flatMap((term) => (accepted.includes(term.version_id) ? [] : [[term.version_id, t('accept_missing')]])),
    ]) as Record<string, string>;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = complaints();
    setErrors(found);
    if (Object.keys(found).length > 0 || rules.some(({ state }) => state === 'open')) return;
    setBusy(true);
    try {
      onDone((await call(registerFinish, { body: { token, name: name.trim(), password, custom, accepted } })).status);
    } catch (refused) {
      setBusy(false);
      const failure = failureOf(refused);
      if (failure.word === 'link_used') return onDead();
      setErrors(failure.fields);
      if (Object.keys(failure.fields).length === 0) toast.failure(refused);
    }
  };
  return (
    <Frame title={t('title')}>
      <h1 className={css.title}>{t('form_title')}</h1>
      <p className={css.subtitle}>{t('form_text', { email: form.email, unit: form.unit_name })}</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" name="email" autoComplete="username" value={form.email} readOnly hidden />
        <div className={css.field}>
          <label htmlFor={id}>{t('name')}</label>
          <input
            id={id}
            className={css.input}
            name="name"
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            aria-invalid={errors['name'] ? true : undefined}
            aria-describedby={errors['name'] ? `${id}-error` : undefined}
            autoFocus
          />
          {errors['name'] ? (
            <p className={css.error} id={`${id}-error`}>
              {errors['name']}
            </p>
          ) : null}
        </div>
        {form.fields.map((field) => (
          <CustomInput
            key={field.id}
            field={field}
            values={custom}
            error={errors[`custom.${field.id}`]}
            onChange={(value) => setCustom({ ...custom, [field.id]: value })}
          />
        ))}
        <PasswordField
          kind="new-password"
          label={t('signIn:password')}
          value={password}
          onChange={setPassword}
          error={errors['password']}
          describedBy="register-rules"
        />
        <PasswordField kind="new-password" label={t('repeat')} value={repeated} onChange={setRepeated} />
        <PasswordRules id="register-rules" rules={rules} password={password} />
        {form.terms.map((term) => (
          <div key={term.version_id} className={css.field}>
            <label className={css.check}>
              <input
                type="checkbox"
                checked={accepted.includes(term.version_id)}
                onChange={(event) => {
                  const others = accepted.filter((each) => each !== term.version_id);
                  setAccepted(event.currentTarget.checked ? [...others, term.version_id] : others);
                }}
              />
              <span>{t('accept', { title: term.title })}</span>
            </label>
            <button type="button" className={css.plain} onClick={() => setReading(term)}>
              {t('read_term', { title: term.title })}
            </button>
            {errors[term.version_id] ? <p className={css.error}>{errors[term.version_id]}</p> : null}
          </div>
        ))}
        <SubmitButton busy={busy}>{t('finish')}</SubmitButton>
      </form>
      {reading ? <TermDialog term={reading} onClose={() => setReading(null)} /> : null}
    </Frame>
  );
}
