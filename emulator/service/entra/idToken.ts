import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Consent } from './codes.ts';
import { accessTokenLifetime } from './accessToken.ts';
import type { SigningKey } from './keys.ts';

/** Who signed in, for the application that asked (docs/reference/powerbi.md A1). */
export const signIdToken = (key: SigningKey, { application, person, nonce }: Consent, issuer: string, now: number): Promise<string> => {
  const seconds = Math.floor(now / 1000);
  return (
    new SignJWT({
      ...(nonce !== undefined && { nonce }),
      oid: person.object_id,
      tid: application.tenant_id,
      preferred_username: person.mail,
      name: person.name,
      email: person.mail,
      ver: '2.0',
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
      .setIssuer(issuer)
      .setAudience(application.client_id)
      // Another one in every application.
      .setSubject(createHash('sha256').update(`${person.object_id} ${application.client_id}`).digest('base64url'))
      .setIssuedAt(seconds)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + accessTokenLifetime)
      .sign(key.private_key)
  );
};
