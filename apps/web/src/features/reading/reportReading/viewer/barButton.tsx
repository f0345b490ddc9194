import type { ButtonHTMLAttributes, ReactNode } from 'react';
import css from './bar.module.css';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> & {
  icon: ReactNode;
  label: string;
  /** Where it says more than the label, such as the key; begins with the label. */
  name?: string;
};

/** An action of the bar: a word with a sign; in a narrow bar the sign alone, with the word as its name. */
export function BarButton({ icon, label, name = label, ...props }: Props) {
  return (
    <button type="button" {...props} className={css.action} aria-label={name} title={name}>
      {icon}
      <span className={css.label}>{label}</span>
    </button>
  );
}
