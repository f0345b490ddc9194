import { useEffect } from 'react';
import { useBranding } from './branding.ts';

/** `Grupos de relatórios · Aurora`: the page, then the title of the unit. */
export function useDocumentTitle(page: string): void {
  const { title } = useBranding();
  useEffect(() => {
    document.title = `${page} · ${title}`;
  }, [page, title]);
}
