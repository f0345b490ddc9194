/**
 * The browser's own store (docs/reference/specification.md 3). Values are encrypted symmetrically with the page origin as
 * passphrase and decrypted on read. Any script of the page could do the same, so it does not protect. What
 * protects a token is that it works only together with an HttpOnly cookie.
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import type { Theme } from '@vitrine/contract/organisation/branding.ts';
import type { SignedInUser } from '@vitrine/contract/signIn/signIn.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Codec } from '@vitrine/contract/wire.ts';
import { configurationCodec, personCodec } from '@vitrine/contract/wire.ts';

export type CachedUser = SignedInUser & { token: string; tenant_id: string | null };

/** The page that each list was left on. Strings (docs/reference/specification.md 3). */
type RememberedPages = Record<string, string>;

const pageDefaults: RememberedPages = {
  page_user: '1',
  page_tenant: '1',
  page_group_report: '1',
  page_subgroup: '1',
  page_report: '1',
};

/** Every local key and what it holds. */
export type Stored = {
  'bi:cache': CachedUser;
  'bi:config': LoadedConfiguration;
  'bi:theme': Theme;
  'bi:page': RememberedPages;
  'bi:lang': Locale;
  'bi:azure_sso': Record<string, string>;
  'bi:analytics_user': { id: string; tenant_id: string | null; role: Role };
  /** Set when a sign-in is finished, taken by the first landing. */
  'bi:after_login': boolean;
  /** Set when this browser is a display: its key signs it in again after a power cut. */
  'bi:screen': { id: string; name: string; key: string };
  'bi:scheme': 'light' | 'dark' | 'auto';
  /** Collapsed sidebar, density and hidden columns of each list, recent places of the palette. */
  'bi:view': ViewPreferences;
};

export type ViewPreferences = {
  sidebar_collapsed?: boolean;
  compact?: boolean;
  hidden_columns?: Record<string, string[]>;
  page_sizes?: Record<string, number>;
  recent?: string[];
  report_layout?: 'covers' | 'list';
  all_reports_layout?: 'covers' | 'list';
  recent_units?: string[];
  /** How many report groups the menu has. */
  report_groups?: number;
  /** By the report's id, the latest last. */
  report_shapes?: Record<string, ReportShape>;
  /** Where the tour was left. */
  tour_step?: number;
  /** Whose notices come to this browser. */
  push_person?: string;
};

/** How many tabs a report has, the size of its page in units of its author, and whether its name is shown. */
export type ReportShape = { tabs: number; width: number; height: number; named: boolean };

type StorageKey = keyof Stored;

/** Values whose fields have other names in the store (docs/reference/specification.md 3). */
const codecs: Partial<Record<StorageKey, Codec>> = {
  'bi:cache': personCodec,
  'bi:config': configurationCodec,
  'bi:analytics_user': personCodec,
};

const nonceBytes = 24;

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.codePointAt(0) as number);

const keys = new Map<string, Uint8Array>();

function keyOf(passphrase: string): Uint8Array {
  const key = keys.get(passphrase) ?? sha256(new TextEncoder().encode(passphrase));
  keys.set(passphrase, key);
  return key;
}

/** Text → what stands in the store. */
export function encrypt(text: string, passphrase: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = xchacha20poly1305(keyOf(passphrase), nonce).encrypt(new TextEncoder().encode(text));
  const all = new Uint8Array(nonceBytes + sealed.length);
  all.set(nonce);
  all.set(sealed, nonceBytes);
  return toBase64(all);
}

/** Stored value → text; null when it was written by another origin, cut or tampered with. */
export function decrypt(stored: string, passphrase: string): string | null {
  try {
    const all = fromBase64(stored);
    return new TextDecoder().decode(xchacha20poly1305(keyOf(passphrase), all.subarray(0, nonceBytes)).decrypt(all.subarray(nonceBytes)));
  } catch {
    return null;
  }
}

export type Store = {
  read: <Key extends StorageKey>(key: Key) => Stored[Key] | null;
  write: <Key extends StorageKey>(key: Key, value: Stored[Key]) => void;
  remove: (...keys: StorageKey[]) => void;
  /** Reads and removes. */
  take: <Key extends StorageKey>(key: Key) => Stored[Key] | null;
};

/** A store over `localStorage`. What cannot be read counts as not there and is removed. */
export function createStore(backing: Storage, passphrase: string): Store {
  const remove = (...keys: StorageKey[]) => {
    for (const key of keys) backing.removeItem(key);
  };
  const read = <Key extends StorageKey>(key: Key): Stored[Key] | null => {
    const sealed = backing.getItem(key);
    if (sealed === null) return null;
    const text = decrypt(sealed, passphrase);
    if (text === null) {
      remove(key);
      return null;
    }
    const stored: unknown = JSON.parse(text);
    return (codecs[key]?.fromWire(stored) ?? stored) as Stored[Key];
  };
  return {
    read,
    remove,
    write: (key, value) => backing.setItem(key, encrypt(JSON.stringify(codecs[key]?.toWire(value) ?? value), passphrase)),
    take: (key) => {
      const value = read(key);
      remove(key);
      return value;
    },
  };
}

export const storage: Store = createStore(globalThis.localStorage, globalThis.location?.origin ?? '');

/** Changes some of the remembered preferences. */
export function rememberView(changes: Partial<ViewPreferences>): void {
  storage.write('bi:view', { ...storage.read('bi:view'), ...changes });
}

/** The page a list was left on, 1 by default. */
export const rememberedPage = (list: string): number => Number({ ...pageDefaults, ...storage.read('bi:page') }[list] ?? '1') || 1;

export function rememberPage(list: string, page: number): void {
  storage.write('bi:page', { ...pageDefaults, ...storage.read('bi:page'), [list]: String(page) });
}
