/** Loads catalogues and screen of an address in parallel with the portal. */
import '#platform/catalogues.ts';
import { loadNamespaces } from '#platform/i18n.ts';
import { built } from './screens.tsx';
import { screenAt, screenOfObjectAt } from './screenAt.ts';

/** Resolves when the shell's catalogues are loaded; the screen's chunk is being loaded by then. */
export async function preload(path: string): Promise<void> {
  const name = screenAt(path);
  const owner = name ? undefined : screenOfObjectAt(path);
  const screen = name ? built[name] : owner && built[owner]?.object;
  // The component that renders it handles failures.
  screen?.load().catch(() => undefined);
  await loadNamespaces('shell', 'ui', ...(screen?.namespaces ?? []));
}
