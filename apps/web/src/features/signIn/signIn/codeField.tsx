import type { Ref } from 'react';
import { useId } from 'react';
import css from './form.module.css';

/** An input for a code of six digits, or with `recovery` for a recovery code. */
export function CodeField({
  label,
  value,
  onChange,
  error,
  recovery = false,
  ref,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  recovery?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={ref}
        className={`${css.input} ${css.code}`}
        name="code"
        type="text"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recovery ? 20 : 7}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoFocus
      />
      {error ? (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
