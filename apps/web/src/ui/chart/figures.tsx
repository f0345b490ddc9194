import type { ReactNode } from 'react';
import css from './chart.module.css';

export type Figure = { label: string; value: ReactNode; hint?: string };

/** A row of numbers, each with what it counts. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(({ label, value, hint }) => (
        <div key={label} className={css.figure} data-surface="card" {...(hint ? { title: hint } : {})}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
