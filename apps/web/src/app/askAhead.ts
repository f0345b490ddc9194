/**
 * What the page will show is asked for before it is drawn: drawing the portal for the first time takes longer than the answers. What
 * is drawn finds the same questions in the cache. Who may not see a screen asks for nothing of it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { verdictOn } from '#platform/access.ts';
import { configQuery } from '#platform/config.ts';
import { isDisplay } from '#platform/displaySession.ts';
import { callAny } from '#platform/http.ts';
import { currentUser } from '#platform/session.ts';
import { createQueryClient } from '#platform/query.ts';
import type { CachedUser } from '#platform/storage.ts';
import { storage } from '#platform/storage.ts';
import { built } from './screens.tsx';
import { screenAt } from './screenAt.ts';

function ask(client: QueryClient, { pathname, search }: Location): void {
  const user = currentUser();
  if (!user || isDisplay()) return;
  void client.prefetchQuery(configQuery);
  const name = screenAt(pathname);
  const hiddenMenu = storage.read('bi:config')?.hidden_menu ?? [];
  if (!name || verdictOn(name, { role: user.role, hiddenMenu, built: (screen) => screen in built }) !== 'open') return;
  // Failures are the screen's own: it asks again and tells.
  for (const { endpoint, request } of built[name]?.ahead?.(Object.fromEntries(new URLSearchParams(search)), user.role) ?? [])
    void client.prefetchQuery({ queryKey: [endpoint.path, request], queryFn: ({ signal }) => callAny(endpoint, request, signal) });
}

let asked: { by: CachedUser | null; client: QueryClient } | null = null;

/** Asks what the page of the address will show. */
export function askAhead(): void {
  asked = { by: currentUser(), client: createQueryClient() };
  ask(asked.client, location);
}

/** The cache of the portal that is drawn now, with what was asked for the same person; each is taken once. */
export function takeClient(): QueryClient {
  if (asked?.by !== currentUser()) askAhead();
  const client = asked?.client ?? createQueryClient();
  asked = null;
  return client;
}
