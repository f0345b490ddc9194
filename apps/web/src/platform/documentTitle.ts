import { useEffect } from 'react';
import { useBranding } from './branding.ts';
import { isActing, useUser } from './session.ts';

/** `Grupos de relatórios · Aurora`: the page, then the title of the unit. */
export function useDocumentTitle(page: string): void {
  const { title } = useBranding();
  const user = useUser();
  // Whoever acts for somebody sees it on every tab.
  const prefix = user && isActing(user) ? `[${user.name}] ` : '';
  useEffect(() => {
    document.title = `${prefix}${page} · ${title}`;
  }, [page, prefix, title]);
}
