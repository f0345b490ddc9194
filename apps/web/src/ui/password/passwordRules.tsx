import { useTranslation } from 'react-i18next';
import type { Rule } from './checkPassword.ts';
import { strengthOf } from './checkPassword.ts';
import css from './passwordRules.module.css';

const signs = { met: '✓', open: '○', unknown: '…' };

/** A strength meter, and below it each rule with its state. */
export function PasswordRules({ id, rules, password }: { id: string; rules: readonly Rule[]; password: string }) {
  const { t } = useTranslation('signIn');
  const strength = strengthOf(password, rules);
  return (
    <div className={css.all}>
      <div className={css.meter} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= strength || undefined} />
        ))}
      </div>
      <p className={css.word} aria-live="polite">
        {strength === 0 ? ' ' : t(`strength_${strength}`)}
      </p>
      <ul className={css.rules} id={id}>
        {rules.map(({ name, count, state }) => (
          <li key={name} data-met={state === 'met' || undefined}>
            <span aria-hidden="true">{signs[state]}</span>
            <span>
              {t(name, { count })}
              <span className="visually-hidden"> ({state === 'met' ? t('rule_met') : t('rule_open')})</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
