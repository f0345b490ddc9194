/** The configuration of the unit for the signed-in person, kept under `bi:config`. */
import { useQuery } from '@tanstack/react-query';
import type { LoadedConfiguration } from '@vitrine/contract/features/configuration.ts';
import { call } from './http.ts';
import { getConfig, remoteConfig } from './shellEndpoints.ts';
import { storage } from './storage.ts';
import { isScreen } from './wall.ts';

/** Loads it. A stored one is brought up to date by merging the remote one into it; there must be a stored one for that. */
async function loadConfig(): Promise<LoadedConfiguration> {
  const stored = storage.read('bi:config');
  const config = stored ? { ...stored, ...(await call(remoteConfig, {})) } : await call(getConfig, {});
  storage.write('bi:config', config);
  return config;
}

/** What is stored at once, what the server has as soon as it has answered. Undefined at a first sign-in until then. */
export function useConfig(): LoadedConfiguration | undefined {
  const { data } = useQuery({
    queryKey: [getConfig.path],
    queryFn: loadConfig,
    initialData: () => storage.read('bi:config') ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: 300_000,
    // A screen on a wall plays and may ask for nothing else.
    enabled: !isScreen(),
  });
  return data;
}
