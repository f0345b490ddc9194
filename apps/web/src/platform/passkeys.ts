/** Passkeys in the browser. Loaded on demand. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Options = { challenge: string };
type Given = { id: string; response: Record<string, unknown> };

/** Whether the browser supports passkeys at this address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in globalThis && isSecureContext;

/** Creates a passkey. Rejects when the person cancels. */
export async function makePasskey(options: Options): Promise<Given> {
  // The options come from the server's half of this library, which defines their shape.
  const made = await startRegistration({ optionsJSON: options as never });
  return { ...made, response: { ...made.response } };
}

/** Uses a passkey. Rejects when the person cancels. */
export async function askPasskey(options: Options): Promise<Given> {
  const given = await startAuthentication({ optionsJSON: options });
  return { ...given, response: { ...given.response } };
}

/** The person cancelled the browser's dialog, or it timed out: no message is needed. */
export const isTurnedAway = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Default name of a passkey: the platform of the browser. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const found = /iPhone|iPad|Android|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0] ?? '';
  return { 'Mac OS X': 'Mac', CrOS: 'Chromebook' }[found] ?? found;
}
