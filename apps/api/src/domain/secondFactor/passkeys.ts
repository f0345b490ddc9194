/**
 * Passkeys: created for one host, used with a challenge that can be answered once. The device verifies the person as well
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
import type { Scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import type { Proved } from './enrolment.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const challengeMs = 5 * 60_000;
/** EdDSA, ES256, RS256: the algorithms of today's authenticators. */
const algorithms = [-8, -7, -257];

export type ChallengePurpose = 'register' | 'sign_in' | 'verify';
type Asking = { identity: Scoped; host: Host; now: Date };
/** What the browser sent, untrusted until the library has verified it. */
export type GivenPasskey = { id: string; response: Record<string, unknown> };

/** The relying party id, under which authenticators store a host's keys. */
const rpIdOf = (host: Host): string => new URL(host.origin).hostname;

async function keepChallenge({ identity, host, now }: Asking, challenge: string, purpose: ChallengePurpose, person_id: string | null) {
  await identity.run(
    query
      .insertInto('passkey_challenge')
      .values({ challenge, purpose, person_id, host: host.host, created_at: now, expires_at: new Date(now.getTime() + challengeMs) }),
  );
}

/** Consumes the challenge of an answer; of two answers to the same one, only one succeeds. */
async function takeChallenge({ identity, host, now }: Asking, given: GivenPasskey, purpose: ChallengePurpose, person_id: string | null) {
  const [taken] = await identity.run(
    sql<{ challenge: string }>`
      delete from passkey_challenge
      where challenge = ${challengeIn(given)} and purpose = ${purpose} and person_id is not distinct from ${person_id}::uuid
        and host = ${host.host} and expires_at > ${now}
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

/** Options to create a passkey; authenticators that already hold one of the person are excluded. */
export async function askNewPasskey(
  asking: Asking,
  person: { id: string; email: string; name: string },
  title: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const rpID = rpIdOf(asking.host);
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

/** A new passkey is proved by the answer of its device. */
export async function confirmPasskey(asking: Asking, person_id: string, name: string, given: GivenPasskey): Promise<Proved> {
  const expectedRPID = rpIdOf(asking.host);
  const expectedChallenge = await takeChallenge(asking, given, 'register', person_id);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // An answer of the wrong shape is refused below.
    response: given as never,
    expectedChallenge,
    expectedOrigin: asking.host.origin,
    expectedRPID,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => fail('passkey_refused', {}, {}, error));
  if (!verified) return fail('passkey_refused');
  const { credential, credentialBackedUp } = registrationInfo;
  return async (tx) => {
    const kept = await tx.run(
      query
        .insertInto('passkey')
        .values({
          id: uuidv7(),
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
    if (kept.length === 0) fail('passkey_refused');
  };
}

/** Options to use a passkey: one of the person's, or with null any of this host. */
export async function askPasskey(
  asking: Asking,
  purpose: Exclude<ChallengePurpose, 'register'>,
  person_id: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const rpID = rpIdOf(asking.host);
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

/** The owner of the passkey that answered. A counter that went back means a copy of the key, which is refused. */
export async function checkPasskey(
  asking: Asking,
  purpose: Exclude<ChallengePurpose, 'register'>,
  person_id: string | null,
  given: GivenPasskey,
): Promise<{ id: string; person_id: string }> {
  const { identity, host, now } = asking;
  const expectedRPID = rpIdOf(host);
  const expectedChallenge = await takeChallenge(asking, given, purpose, person_id);
  const [key] = await identity.run(
    query.selectFrom('passkey').selectAll().where('credential_id', '=', given.id).where('rp_id', '=', expectedRPID),
  );
  if (!key || (person_id !== null && key.person_id !== person_id)) return fail('passkey_refused');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // An answer of the wrong shape is refused below.
    response: given as never,
    expectedChallenge,
    expectedOrigin: host.origin,
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
