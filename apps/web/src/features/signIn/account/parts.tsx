import type { ReactNode } from 'react';
import { useId } from 'react';
import css from './account.module.css';

/** A card of the page: title, description, actions, content. */
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

/** An entry of a card, with its actions. */
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
