/** From the page of an object back to its list: the list gives the focus to the row that was left. */
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { GridRow } from '#ui/grid/types.ts';

let left: { list: string; id: string } | null = null;

/** The page of an object notes which one it was when its list is what follows. */
export function useLeaving(list: string, id: string): void {
  useEffect(
    () => () => {
      left = location.pathname === list ? { list, id } : null;
    },
    [list, id],
  );
}

function takeLeft(): string | null {
  const id = left?.list === location.pathname ? left.id : null;
  left = null;
  return id;
}

/** Gives the focus to the row of the object that was just left, once, and only while nothing else has it. */
export function useReturningFocus(container: RefObject<HTMLElement | null>, rows: readonly GridRow[]): void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    wanted.current = takeLeft();
  }, []);
  useEffect(() => {
    const id = wanted.current;
    if (id === null || rows.length === 0) return;
    wanted.current = null;
    const row = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(({ dataset }) => dataset['row'] === id);
    if (!row || (document.activeElement !== null && document.activeElement !== document.body)) return;
    row.focus({ preventScroll: true });
    // The router puts the page where it was; one that was paged to may stand elsewhere.
    requestAnimationFrame(() => row.scrollIntoView({ block: 'nearest' }));
  }, [container, rows]);
}
