/** The configuration of the unit for the signed-in person, kept under `bi:config`. */
import { useQuery } from '@tanstack/react-query';
import type { LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import { call } from './http.ts';
import { getConfig, remoteConfig } from '#endpoints/settings/settings.ts';
import { storage } from './storage.ts';
import { isDisplay } from './displaySession.ts';
import { currentUser } from './session.ts';
import { openingUnit } from './signInFlow.ts';

/** Loads the configuration. The remote one is merged into the stored one, if there is one. */
async function loadConfig(): Promise<LoadedConfiguration> {
  const stored = storage.read('bi:config');
  const asked = currentUser();
  const config = stored ? { ...stored, ...(await call(remoteConfig, {})) } : await call(getConfig, {});
  // An answer that comes after the person has left, or is leaving for another unit, is not kept for whoever comes next.
  const stays = currentUser()?.id === asked?.id && currentUser()?.tenant_id === asked?.tenant_id && openingUnit.get() === null;
  if (stays) storage.write('bi:config', config);
  return config;
}

export const configQuery = { queryKey: [getConfig.path], queryFn: loadConfig, staleTime: 300_000 };

/** The stored configuration at once, the server's as soon as it has answered. Undefined until then at a first sign-in. */
export function useConfig(): LoadedConfiguration | undefined {
  const { data } = useQuery({
    ...configQuery,
    initialData: () => storage.read('bi:config') ?? undefined,
    initialDataUpdatedAt: 0,
    // The session of a display may not load it.
    enabled: !isDisplay(),
  });
  return data;
}
