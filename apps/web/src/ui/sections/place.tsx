import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { intoView } from '#ui/intoView.ts';
import css from './sectioned.module.css';

/** Where something can be set. When the address names it, it is marked and has the focus. */
export function Place({ name, children }: { name: string; children: ReactNode }) {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const wanted = search['setting'] === name;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted || !place.current) return;
    intoView(place.current);
    place.current.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button, [tabindex="0"]')?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <div ref={place} className={css.place} data-marked={wanted || undefined}>
      {children}
    </div>
  );
}
