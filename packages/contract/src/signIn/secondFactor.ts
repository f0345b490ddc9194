/** The second step of a sign-in, and setting one up when it is asked for (docs/reference/product-rules.md 2.4 and 16). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { name } from '../fields.ts';
import { signedInCodec } from '../wire.ts';
import { signedIn } from './signIn.ts';

const challenge = z.string().max(200);
/** Six digits of the app or the mail, or a recovery code; blanks and hyphens do not count. */
export const oneTimeCode = z.string().trim().min(1, 'required').max(40);
/** The authenticator's answer as `@simplewebauthn/browser` gives it; the server's library validates every part. */
/** With the certificates that an authenticator may send along. */
const passkeyBytes = 32 * 1024;
export const passkeyResponse = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });
/** What the browser needs to ask the authenticator. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

export const recoveryCodes = z.object({
  /** Shown once; empty when the person has codes already. */
  recovery_codes: z.array(z.string()),
});

/** What an authenticator app needs: the secret to type, and the same as an address to scan. */
export const appSecret = z.object({ secret: z.string(), uri: z.string() });
export const codeSent = z.object({ resend_in: z.number() });

export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/login/2fa',
  can: 'public',
  summary: 'Finishes a sign-in with a code of the app, of the mail, or a recovery code; each works once',
  body: z.strictObject({ challenge, code: oneTimeCode, trust_device: z.boolean().default(false) }),
  answer: signedIn,
  wire: { answer: signedInCodec },
});

export const sendCode = endpoint({
  method: 'POST',
  path: '/api/login/2fa/email',
  can: 'public',
  summary: 'Mails a code for the second step; once a minute at most',
  body: z.strictObject({ challenge }),
  answer: codeSent,
});

export const verifyPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/login/2fa/passkey/options',
  can: 'public',
  summary: 'What the browser asks the passkey for the second step',
  body: z.strictObject({ challenge }),
  answer: passkeyOptions,
});

export const verifyPasskey = endpoint({
  method: 'POST',
  path: '/api/login/2fa/passkey',
  can: 'public',
  summary: 'Finishes a sign-in with a passkey as the second step',
  max_bytes: passkeyBytes,
  body: z.strictObject({ challenge, response: passkeyResponse, trust_device: z.boolean().default(false) }),
  answer: signedIn,
  wire: { answer: signedInCodec },
});

export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  can: 'public',
  summary: 'What the browser asks any passkey of this site for',
  answer: passkeyOptions,
});

export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  can: 'public',
  summary: 'Signs in with a passkey alone: it is something one has and something one knows or is',
  max_bytes: passkeyBytes,
  body: z.strictObject({ response: passkeyResponse }),
  answer: signedIn,
  wire: { answer: signedInCodec },
});

const token = z.string().max(200);

export const setupForm = endpoint({
  method: 'POST',
  path: '/api/config/2fa',
  can: 'public',
  summary: 'Whom a set-up is for, and what may be set up',
  body: z.strictObject({ token }),
  answer: z.object({ email: z.string(), title: z.string(), methods: z.array(z.enum(['app', 'passkey', 'email'])), done: z.boolean() }),
});

export const setupAppStart = endpoint({
  method: 'POST',
  path: '/api/config/2fa/app/start',
  can: 'public',
  summary: 'A secret for an authenticator app; it counts once a code has proven it',
  body: z.strictObject({ token }),
  answer: appSecret,
});

export const setupApp = endpoint({
  method: 'POST',
  path: '/api/config/2fa/app',
  can: 'public',
  summary: 'Proves the app by its first code',
  body: z.strictObject({ token, code: oneTimeCode }),
  answer: recoveryCodes,
});

export const setupEmailStart = endpoint({
  method: 'POST',
  path: '/api/config/2fa/email/start',
  can: 'public',
  summary: 'Mails a code that proves the address',
  body: z.strictObject({ token }),
  answer: codeSent,
});

export const setupEmail = endpoint({
  method: 'POST',
  path: '/api/config/2fa/email',
  can: 'public',
  summary: 'Proves the address by the code that was mailed',
  body: z.strictObject({ token, code: oneTimeCode }),
  answer: recoveryCodes,
});

export const setupPasskeyOptions = endpoint({
  method: 'POST',
  path: '/api/config/2fa/passkey/options',
  can: 'public',
  summary: 'What the browser asks the authenticator to make a passkey',
  body: z.strictObject({ token }),
  answer: passkeyOptions,
});

export const setupPasskey = endpoint({
  method: 'POST',
  path: '/api/config/2fa/passkey',
  can: 'public',
  summary: 'Keeps a new passkey',
  max_bytes: passkeyBytes,
  body: z.strictObject({ token, name, response: passkeyResponse }),
  answer: recoveryCodes,
});

export const setupFinish = endpoint({
  method: 'POST',
  path: '/api/config/2fa/finish',
  can: 'public',
  summary: 'Finishes the sign-in that asked for the set-up, once something is set up',
  body: z.strictObject({ token }),
  answer: signedIn,
  wire: { answer: signedInCodec },
});
