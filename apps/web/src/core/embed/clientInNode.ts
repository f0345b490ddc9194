/** For tests: powerbi-client wants a browser while it starts, and gets as much of one as it needs. */
import type * as Client from 'powerbi-client';
import { vi } from 'vitest';

export async function clientInNode(): Promise<typeof Client> {
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined, crypto });
  vi.stubGlobal('self', globalThis);
  const module: typeof Client & { default?: typeof Client } = await import('powerbi-client');
  return module.default ?? module;
}
