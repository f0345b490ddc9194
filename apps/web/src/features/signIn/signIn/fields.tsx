import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
  /** At the end of the label's line. */
  aside?: ReactNode;
};

export function EmailField({ label, value, onChange, error, ref, autoFocus = false }: Props) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={ref}
        className={css.input}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoFocus={autoFocus}
      />
      {error ? (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type PasswordProps = Props & { kind: 'current-password' | 'new-password'; describedBy?: string };

export function PasswordField({ label, value, onChange, error, ref, kind, describedBy, aside, autoFocus = false }: PasswordProps) {
  const id = useId();
  const { t } = useTranslation('signIn');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const descriptions = [error ? `${id}-error` : '', capsLock ? `${id}-caps` : '', describedBy ?? ''].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          id={id}
          ref={ref}
          className={css.input}
          type={shown ? 'text' : 'password'}
          name={kind}
          autoComplete={kind}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
          aria-invalid={error ? true : undefined}
          aria-describedby={descriptions || undefined}
          autoFocus={autoFocus}
        />
        <button
          type="button"
          className={css.eye}
          aria-label={shown ? t('hide_password') : t('show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden="true">
            <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
            {shown ? <path d="M4 20 20 4" /> : null}
          </svg>
        </button>
      </div>
      {/* After the password for who walks by keys; it is drawn above it. */}
      {aside ? <div className={css.aside}>{aside}</div> : null}
      {capsLock ? (
        <p className={css.hint} id={`${id}-caps`}>
          {t('caps_lock')}
        </p>
      ) : null}
      {error ? (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Keeps its size while loading; further presses are ignored. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={css.button} aria-disabled={busy}>
      {busy ? <span className={css.spinner} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
