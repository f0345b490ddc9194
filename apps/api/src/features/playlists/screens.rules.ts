/** Numbers of screens and their links (product-decisions 13). */
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const linkDays = 365;
export const unusedDays = 30;
export const pairingMs = 10 * minuteMs;
/** Screens tell every minute that they are alive: after five they are dark. */
const darkAfterMs = 5 * minuteMs;

/** Whoever was last seen before this is dark. */
export const darkSince = (now: Date): Date => new Date(now.getTime() - darkAfterMs);

/** The end of a link: its last day, a year at most. Days end when the next one begins in UTC: a wall may wait some hours. */
export function linkEnd(expires_on: string | null, now: Date): Date {
  const latest = now.getTime() + linkDays * dayMs;
  const wanted = expires_on === null ? latest : Date.parse(`${expires_on}T23:59:59Z`);
  return new Date(Math.min(wanted, latest));
}

type LinkLife = { expires_at: string; last_used_at: string; revoked_at: string | null };

/** How a link stands. One that nobody used for a month has expired. */
export function linkState({ expires_at, last_used_at, revoked_at }: LinkLife, now: Date): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  const unused = Date.parse(last_used_at) + unusedDays * dayMs;
  return Date.parse(expires_at) <= now.getTime() || unused <= now.getTime() ? 'expired' : 'active';
}

/** Without letters and digits that are mistaken for each other. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** `K7M-2QX`, from random bytes. */
export function pairingCode(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 3)}-${letters.slice(3, 6)}`;
}

/** As it is compared: upper case, without the dash. */
export const plainCode = (code: string): string => code.toUpperCase().replace('-', '');
