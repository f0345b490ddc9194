/**
 * Passkeys: made for one site, asked for with a challenge that is answered once. The device checks the person as well
 * (finger, face, PIN), so that a passkey alone is two factors.
 */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Scoped } from '../database/scoped.ts';
import { query } from '../database/query.ts';
import { fail } from '../fail.ts';
import type { Site } from '../sites.ts';
import { uuidv7 } from '../uuid.ts';

const challengeMs = 5 * 60_000;
/** EdDSA, ES256, RS256: what authenticators have today. */
const algorithms = [-8, -7, -257];

export type ChallengePurpose = 'register' | 'sign_in' | 'verify';
type Asking = { identity: Scoped; site: Site; now: Date };
/** What came from the browser, of which nothing is believed before the library has checked it. */
export type GivenPasskey = { id: string; response: Record<string, unknown> };

/** The name under which authenticators keep keys of a site. */
const rpIdOf = (site: Site): string => new URL(site.origin).hostname;

async function keepChallenge({ identity, site, now }: Asking, challenge: string, purpose: ChallengePurpose, person_id: string | null) {
  await identity.run(
    query
      .insertInto('passkey_challenge')
      .values({ challenge, purpose, person_id, host: site.host, created_at: now, expires_at: new Date(now.getTime() + challengeMs) }),
  );
}

/** The challenge that an answer is to. Of two answers to the same one, one gets it. */
async function takeChallenge({ identity, site, now }: Asking, given: GivenPasskey, purpose: ChallengePurpose, person_id: string | null) {
  const [taken] = await identity.run(
    sql<{ challenge: string }>`
      delete from passkey_challenge
      where challenge = ${challengeIn(given)} and purpose = ${purpose} and person_id is not distinct from ${person_id}::uuid
        and host = ${site.host} and expires_at > ${now}
      returning challenge`,
  );
  return taken?.challenge ?? fail('passkey_refused');
}

function challengeIn({ response }: GivenPasskey): string {
  const text = typeof response['clientDataJSON'] === 'string' ? response['clientDataJSON'] : '';
  try {
    const data = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof data.challenge === 'string' ? data.challenge : fail('passkey_refused');
  } catch {
    return fail('passkey_refused');
  }
}

/** Asks for a new passkey of a person; those that the person has already are not made twice. */
export async function askNewPasskey(
  asking: Asking,
  person: { id: string; email: string; name: string },
  title: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const rpID = rpIdOf(asking.site);
  const known = await asking.identity.run(
    query.selectFrom('passkey').select(['credential_id as id', 'transports']).where('person_id', '=', person.id).where('rp_id', '=', rpID),
  );
  const options = await generateRegistrationOptions({
    rpName: title,
    rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    excludeCredentials: known,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(asking, options.challenge, 'register', person.id);
  return options;
}

/** Keeps a new passkey if everything about it is right; answers its id. */
export async function keepPasskey(asking: Asking, person_id: string, name: string, given: GivenPasskey): Promise<string> {
  const expectedRPID = rpIdOf(asking.site);
  const expectedChallenge = await takeChallenge(asking, given, 'register', person_id);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // Whatever is not of the shape that the library wants is refused below.
    response: given as never,
    expectedChallenge,
    expectedOrigin: asking.site.origin,
    expectedRPID,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => fail('passkey_refused', {}, {}, error));
  if (!verified) return fail('passkey_refused');
  const { credential, credentialBackedUp } = registrationInfo;
  const id = uuidv7();
  const kept = await asking.identity.run(
    query
      .insertInto('passkey')
      .values({
        id,
        person_id,
        rp_id: expectedRPID,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        backed_up: credentialBackedUp,
        name,
        created_at: asking.now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id'),
  );
  return kept[0]?.id ?? fail('passkey_refused');
}

/** Asks for a passkey: one of the person's, or with null any that this site has. */
export async function askPasskey(
  asking: Asking,
  purpose: Exclude<ChallengePurpose, 'register'>,
  person_id: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const rpID = rpIdOf(asking.site);
  const allowCredentials = person_id
    ? await asking.identity.run(
        query
          .selectFrom('passkey')
          .select(['credential_id as id', 'transports'])
          .where('person_id', '=', person_id)
          .where('rp_id', '=', rpID),
      )
    : [];
  const options = await generateAuthenticationOptions({ rpID, allowCredentials, userVerification: 'required' });
  await keepChallenge(asking, options.challenge, purpose, person_id);
  return options;
}

/** Whose passkey answered. A counter that went back means a copy of the key: it is refused. */
export async function checkPasskey(
  asking: Asking,
  purpose: Exclude<ChallengePurpose, 'register'>,
  person_id: string | null,
  given: GivenPasskey,
): Promise<{ id: string; person_id: string }> {
  const { identity, site, now } = asking;
  const expectedRPID = rpIdOf(site);
  const expectedChallenge = await takeChallenge(asking, given, purpose, person_id);
  const [key] = await identity.run(
    query.selectFrom('passkey').selectAll().where('credential_id', '=', given.id).where('rp_id', '=', expectedRPID),
  );
  if (!key || (person_id !== null && key.person_id !== person_id)) return fail('passkey_refused');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // Whatever is not of the shape that the library wants is refused below.
    response: given as never,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID,
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
  }).catch((error: unknown) => fail('passkey_refused', {}, {}, error));
  if (!verified) return fail('passkey_refused');
  const moved = await identity.run(
    sql<{ id: string }>`
      update passkey set counter = ${authenticationInfo.newCounter}, last_used_at = ${now}, backed_up = ${authenticationInfo.credentialBackedUp}
      where id = ${key.id} and (counter < ${authenticationInfo.newCounter} or ${authenticationInfo.newCounter} = 0) returning id`,
  );
  return moved.length > 0 ? { id: key.id, person_id: key.person_id } : fail('passkey_refused');
}
