/** TOTP codes of authenticator apps: six digits, a new one every 30 seconds, one step before or after is accepted. */
import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;
const secretBytes = 20;

export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The `otpauth:` address for the QR code. `issuer` is the portal's title on this host, `label` the account. */
export const totpUri = (secret: string, issuer: string, label: string): string => new TOTP({ issuer, label, secret }).toString();

/** The 30-second step of the code, or null when no step near now matches. The caller accepts each step only once. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / stepMs) + delta;
}
