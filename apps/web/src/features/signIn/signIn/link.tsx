import type { MouseEvent, ReactNode } from 'react';
import { moveTo } from '#platform/navigation.ts';
import css from './form.module.css';

/** A link among the public pages. */
export function PublicLink({ to, children, className = css.link }: { to: string; children: ReactNode; className?: string | undefined }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    moveTo(to);
  };
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  );
}
