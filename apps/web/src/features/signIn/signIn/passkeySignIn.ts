/** Signing in with a passkey alone. Comes when somebody presses its button. */
import { call } from '#platform/http.ts';
import { askPasskey, isTurnedAway } from '#platform/passkeys.ts';
import { afterSignOut, finishWith } from '#platform/signInFlow.ts';
import { passkeySignIn, passkeySignInOptions } from '#endpoints/signIn/secondFactor.ts';

/** False if the person cancelled; rejects with the server's refusal. */
export async function signInWithPasskey(): Promise<boolean> {
  try {
    await afterSignOut();
    const response = await askPasskey(await call(passkeySignInOptions, {}));
    finishWith(await call(passkeySignIn, { body: { response } }));
    return true;
  } catch (error) {
    if (isTurnedAway(error)) return false;
    throw error;
  }
}
