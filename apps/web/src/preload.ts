/** What the portal says and shows at an address, fetched beside the portal itself instead of after it. */
import './core/catalogues.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { matchPath } from './core/entry.ts';
import { loadNamespaces } from './core/i18n.ts';
import { built } from './screens.tsx';

const screenAt = (path: string): ScreenName | undefined =>
  (Object.keys(screens) as ScreenName[]).find((name) => screens[name].roles.length > 0 && matchPath(screens[name].path, path));

/** Resolves when the shell can speak; the screen's own chunk is on its way by then. */
export async function preload(path: string): Promise<void> {
  const name = screenAt(path);
  const screen = name ? built[name] : undefined;
  // Whether it arrives is the business of whoever draws it.
  screen?.load().catch(() => undefined);
  await loadNamespaces('shell', 'ui', ...(screen?.namespaces ?? []));
}
