/** Signing in with a passkey alone. Comes when somebody presses its button. */
import { call } from '../../core/http.ts';
import { askPasskey, isTurnedAway } from '../../core/passkeys.ts';
import { finishWith } from '../../core/signing.ts';
import { passkeySignIn, passkeySignInOptions } from './stepEndpoints.ts';

/** False when the person turned away; rejects with the server's refusal. */
export async function signInWithPasskey(): Promise<boolean> {
  try {
    const response = await askPasskey(await call(passkeySignInOptions, {}));
    finishWith(await call(passkeySignIn, { body: { response } }));
    return true;
  } catch (error) {
    if (isTurnedAway(error)) return false;
    throw error;
  }
}
