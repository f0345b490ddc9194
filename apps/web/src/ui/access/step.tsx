import type { ReactNode } from 'react';
import css from './builder.module.css';

/** One of the numbered steps of giving access. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={css.step} aria-label={title}>
      <h2>
        <span className={css.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
