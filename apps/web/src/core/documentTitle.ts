import { useEffect } from 'react';
import { currentLook } from './look.ts';

/** `Grupos de relatórios · Aurora`: the page, then the title of the unit. */
export function useDocumentTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${currentLook().title}`;
  }, [page]);
}
