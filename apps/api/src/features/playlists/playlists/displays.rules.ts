/** Limits of displays and their links (docs/reference/product-rules.md 13). */
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const linkDays = 365;
const unusedDays = 30;
export const pairingMs = 10 * minuteMs;
/** Displays report every minute; after five minutes of silence they count as offline. */
const darkAfterMs = 5 * minuteMs;

/** A display that was last seen before this is offline. */
export const darkSince = (now: Date): Date => new Date(now.getTime() - darkAfterMs);

/** The expiry of a link: end of its last day in UTC, a year ahead at most. */
export function linkEnd(expires_on: string | null, now: Date): Date {
  const latest = now.getTime() + linkDays * dayMs;
  const wanted = expires_on === null ? latest : Date.parse(`${expires_on}T23:59:59Z`);
  return new Date(Math.min(wanted, latest));
}

type LinkLife = { expires_at: string; last_used_at: string; revoked_at: string | null };

/** The state of a link. One that was not used for a month has expired. */
export function linkState({ expires_at, last_used_at, revoked_at }: LinkLife, now: Date): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  const unused = Date.parse(last_used_at) + unusedDays * dayMs;
  return Date.parse(expires_at) <= now.getTime() || unused <= now.getTime() ? 'expired' : 'active';
}

/** Alphabet without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** `K7M-2QX`, from random bytes. */
export function pairingCode(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 3)}-${letters.slice(3, 6)}`;
}

/** As it is compared: upper case, without the dash. */
export const plainCode = (code: string): string => code.toUpperCase().replace('-', '');
