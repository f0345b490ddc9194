import type { ReactNode } from 'react';
import { useDocumentTitle } from '#platform/documentTitle.ts';
import css from './pageHeader.module.css';

/** Title of a page, one line about it, and its actions; at most one of them is primary. */
export function PageHeader({
  title,
  description,
  back,
  children,
}: {
  title: string;
  description?: string;
  back?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <header className={css.header} data-above-toasts={children ? 0 : undefined}>
      <div className={css.words}>
        {back}
        <h1>{title}</h1>
        {description ? <p>{description}</p> : null}
      </div>
      {children ? <div className={css.actions}>{children}</div> : null}
    </header>
  );
}
