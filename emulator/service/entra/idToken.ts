import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { SignJWT } from 'jose';
import type { Grant } from './codes.ts';
import { accessTokenLifetime } from './accessToken.ts';
import type { SigningKey } from './keys.ts';

/** More groups than these are not in a token, but behind an address. */
const mostGroups = 200;

const groupClaims = ({ application, person, groups }: Grant, issuer: string): JWTPayload => {
  if (groups.length === 0) return {};
  if (groups.length <= mostGroups) return { groups };
  const { origin } = new URL(issuer);
  const endpoint = `${origin}/${application.tenant_id}/users/${person.object_id}/getMemberObjects`;
  return { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint } } };
};

/** The person's number in the application: another one in every other. */
export const subjectOf = ({ application, person }: Pick<Grant, 'application' | 'person'>): string =>
  createHash('sha256').update(`${person.object_id} ${application.client_id}`).digest('base64url');

/** Who signed in, for the application that asked (docs/reference/powerbi.md A1). */
export const idTokenOf = (grant: Grant, issuer: string, now: number): JWTPayload => {
  const { application, person, nonce, auth_time } = grant;
  const seconds = Math.floor(now / 1000);
  return {
    ...(nonce !== undefined && { nonce }),
    ...(auth_time !== undefined && { auth_time }),
    oid: person.object_id,
    tid: application.tenant_id,
    preferred_username: person.mail,
    name: person.name,
    email: person.mail,
    ...(person.vouched && { xms_edov: true }),
    acct: person.guest ? 1 : 0,
    ...groupClaims(grant, issuer),
    ver: '2.0',
    iss: issuer,
    aud: application.client_id,
    sub: subjectOf(grant),
    iat: seconds,
    nbf: seconds,
    exp: seconds + accessTokenLifetime,
  };
};

export const signIdToken = (key: SigningKey, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid }).sign(key.private_key);
