import type { ReactNode } from 'react';
import { useId } from 'react';
import css from './account.module.css';

/** A part of the page: a title, what it is for, what there is to do, and what there is. */
export function Card({ title, text, action, children }: { title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  const id = useId();
  return (
    <section className={css.card} data-surface="card" aria-labelledby={id}>
      <div className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text ? <p>{text}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** One thing of a part, with what can be done about it. */
export function Row({
  icon,
  title,
  tag,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  tag?: string | null;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={css.row}>
      {icon}
      <div className={css.what}>
        <strong>
          {title}
          {tag ? <span className={css.tag}>{tag}</span> : null}
        </strong>
        <span>{text}</span>
      </div>
      <div className={css.buttons}>{children}</div>
    </li>
  );
}
