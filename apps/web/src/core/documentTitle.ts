import { useEffect } from 'react';
import { useLook } from './look.ts';

/** `Grupos de relatórios · Aurora`: the page, then the title of the unit. */
export function useDocumentTitle(page: string): void {
  const { title } = useLook();
  useEffect(() => {
    document.title = `${page} · ${title}`;
  }, [page, title]);
}
