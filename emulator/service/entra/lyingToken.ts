import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { SignJWT, UnsecuredJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose';
import type { Lie } from '../faults/faults.ts';
import type { Grant } from './codes.ts';
import { idTokenOf, signIdToken } from './idToken.ts';
import type { SigningKey } from './keys.ts';

const hour = 3_600;

/** Claims that are not those of the sign-in, by the lie that tells them. */
const claimsOf = (lie: Lie, { application }: Grant, { iat = 0 }: JWTPayload): JWTPayload => {
  switch (lie) {
    case 'issuer':
      return { iss: `http://127.0.0.1:9/${randomUUID()}/v2.0` };
    case 'issuer_template':
      return { iss: 'https://login.microsoftonline.com/{tenantid}/v2.0' };
    case 'directory':
      return { tid: randomUUID() };
    case 'audience':
      return { aud: randomUUID() };
    case 'several_audiences':
      return { aud: [application.client_id, 'another'], azp: 'another' };
    case 'nonce':
      return { nonce: 'another' };
    case 'no_nonce':
      return { nonce: undefined };
    case 'expired':
      return { iat: iat - 2 * hour, nbf: iat - 2 * hour, exp: iat - hour };
    case 'future':
      return { iat: iat + hour, nbf: iat, exp: iat + 2 * hour };
    default:
      return {};
  }
};

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Signed as nobody may sign who is not the directory. */
const forge = async (lie: Lie, key: SigningKey, { application }: Grant, claims: JWTPayload): Promise<string> => {
  const token = new SignJWT(claims);
  const other = await generateKeyPair('RS256', { extractable: true });
  switch (lie) {
    case 'unsigned':
      return new UnsecuredJWT(claims).encode();
    case 'signed_with_secret':
      return token.setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(text(application.client_secret));
    case 'signed_with_public_key':
      return token.setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(text(await exportSPKI(key.public_key)));
    case 'other_key':
      return token.setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(other.privateKey);
    case 'unknown_key':
      return token.setProtectedHeader({ alg: 'RS256', kid: randomUUID() }).sign(other.privateKey);
    case 'own_key':
      return token.setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk: await exportJWK(other.publicKey) }).sign(other.privateKey);
    default:
      return signIdToken(key, claims);
  }
};

/** A token of somebody who signed in that is not what it ought to be: in what it says, or in how it is signed. */
export const signLie = (lie: Lie, key: SigningKey, grant: Grant, issuer: string, now: number): Promise<string> => {
  const claims = idTokenOf(grant, issuer, now);
  return forge(lie, key, grant, { ...claims, ...claimsOf(lie, grant, claims) });
};
