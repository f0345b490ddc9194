/** Codes of authenticator apps: six digits, a new one every 30 seconds, one step before or after is let through. */
import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;
const secretBytes = 20;

export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The address that an app scans. `issuer` is the portal as the person knows it, `label` the account. */
export const totpUri = (secret: string, issuer: string, label: string): string => new TOTP({ issuer, label, secret }).toString();

/** The step of 30 seconds that the code is of, or null when it is of none near now. Each step may be used once only. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / stepMs) + delta;
}
