import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** Whether a table is wider than its box. */
export function useWide(box: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const outer = box.current;
    const table = outer?.querySelector('table');
    if (!outer || !table) return undefined;
    const observer = new ResizeObserver(() => setWide(table.offsetWidth > outer.clientWidth));
    observer.observe(outer);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box]);
  return wide;
}
