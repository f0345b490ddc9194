import type { ReactNode } from 'react';
import css from './objectPage.module.css';

/** Undefined while it is not known yet, null where there is none and nothing is said. */
export type Fact = { label: string; value: ReactNode | undefined };

/** What there is to know about an object, beside it; what is still on its way keeps its place. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <aside className={css.facts} aria-label={label} data-surface="card">
      <dl>
        {facts
          .filter(({ value }) => value !== null)
          .map(({ label: name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value === undefined ? <span className={css.bone} aria-hidden="true" /> : value}</dd>
            </div>
          ))}
      </dl>
    </aside>
  );
}
