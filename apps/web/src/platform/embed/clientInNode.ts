/** For tests: powerbi-client needs a few browser globals while it is loaded. */
import type * as Client from 'powerbi-client';
import { vi } from 'vitest';

export async function clientInNode(): Promise<typeof Client> {
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined, crypto });
  vi.stubGlobal('self', globalThis);
  const module: typeof Client & { default?: typeof Client } = await import('powerbi-client');
  return module.default ?? module;
}
