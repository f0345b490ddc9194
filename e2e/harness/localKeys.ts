/** The page's own store, read as the page reads it: with its origin as passphrase. */
import type { Page } from '@playwright/test';
import type { Stored } from '@vitrine/web/platform/storage.ts';
import { decrypt } from '@vitrine/web/platform/storage.ts';

/** Every local key with what stands under it. */
export const localKeys = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));

/** What a key holds, or null when it is not there. */
export async function readKey<Key extends keyof Stored>(page: Page, key: Key): Promise<Stored[Key] | null> {
  const stored = (await localKeys(page))[key];
  const text = stored === undefined ? null : decrypt(stored, new URL(page.url()).origin);
  return text === null ? null : (JSON.parse(text) as Stored[Key]);
}
