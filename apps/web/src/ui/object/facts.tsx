import type { ReactNode } from 'react';
import { useMedia } from '#platform/useMedia.ts';
import css from './objectPage.module.css';

/** Undefined while it is not known yet, null where there is none and nothing is said. */
export type Fact = { label: string; value: ReactNode | undefined };

/** What there is to know about an object, beside it; on a phone folded under its title. What is still on its way keeps its place. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  const phone = useMedia('(max-width: 767px)');
  const list = (
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
  );
  return (
    <aside className={css.facts} aria-label={label} data-surface="card">
      {phone ? (
        <details>
          <summary>{label}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </aside>
  );
}
