/** Asking the browser for a passkey. Loaded when somebody wants one. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Options = { challenge: string };
type Given = { id: string; response: Record<string, unknown> };

/** Whether this browser knows passkeys at all, and may use them at this address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in globalThis && isSecureContext;

/** A new passkey. Rejects when the person turns away. */
export async function makePasskey(options: Options): Promise<Given> {
  // The server's half of this library made them: their shape is between the two.
  const made = await startRegistration({ optionsJSON: options as never });
  return { ...made, response: { ...made.response } };
}

/** The answer of a passkey. Rejects when the person turns away. */
export async function askPasskey(options: Options): Promise<Given> {
  const given = await startAuthentication({ optionsJSON: options });
  return { ...given, response: { ...given.response } };
}

/** The person closed the browser's question, or let it run out: nothing that has to be told. */
export const isTurnedAway = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** A name to begin with: what the browser says it runs on. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const found = /iPhone|iPad|Android|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0] ?? '';
  return { 'Mac OS X': 'Mac', CrOS: 'Chromebook' }[found] ?? found;
}
