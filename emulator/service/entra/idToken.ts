import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { SignJWT } from 'jose';
import type { Consent } from './codes.ts';
import { accessTokenLifetime } from './accessToken.ts';
import type { SigningKey } from './keys.ts';

/** Who signed in, for the application that asked (docs/reference/powerbi.md A1). */
export const idTokenOf = ({ application, person, nonce }: Consent, issuer: string, now: number): JWTPayload => {
  const seconds = Math.floor(now / 1000);
  return {
    ...(nonce !== undefined && { nonce }),
    oid: person.object_id,
    tid: application.tenant_id,
    preferred_username: person.mail,
    name: person.name,
    email: person.mail,
    ...(person.vouched && { xms_edov: true }),
    acct: person.guest ? 1 : 0,
    ver: '2.0',
    iss: issuer,
    aud: application.client_id,
    // Another one in every application.
    sub: createHash('sha256').update(`${person.object_id} ${application.client_id}`).digest('base64url'),
    iat: seconds,
    nbf: seconds,
    exp: seconds + accessTokenLifetime,
  };
};

export const signIdToken = (key: SigningKey, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid }).sign(key.private_key);
