import { randomUUID } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { CryptoKey, JWSHeaderParameters } from 'jose';
import type { Application } from '../../definitions/demo.ts';
import type { SigningKey, SigningKeys } from './keys.ts';

/** Resources that a token can be asked for, and its `aud`. */
export const resources = { powerbi: 'https://analysis.windows.net/powerbi/api', arm: 'https://management.azure.com' } as const;
export const resourceNames = ['powerbi', 'arm'] as const satisfies (keyof typeof resources)[];
export type Resource = (typeof resourceNames)[number];

/** Lifetime of an access token in seconds; the cloud's varies about an hour. */
export const accessTokenLifetime = 3_599;

const issuerOf = (tenantId: string): string => `https://sts.windows.net/${tenantId}/`;

/** An app-only token of version 1, as Power BI gets them (docs/reference/powerbi.md A1). */
export const signAccessToken = (key: SigningKey, application: Application, resource: Resource, now: number): Promise<string> => {
  const seconds = Math.floor(now / 1000);
  return new SignJWT({
    appid: application.client_id,
    appidacr: '1',
    idp: issuerOf(application.tenant_id),
    idtyp: 'app',
    oid: application.object_id,
    tid: application.tenant_id,
    uti: randomUUID(),
    ver: '1.0',
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    .setIssuer(issuerOf(application.tenant_id))
    .setSubject(application.object_id)
    .setAudience(resources[resource])
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + accessTokenLifetime)
    .sign(key.private_key);
};

/** Who calls, and until when. */
export type Principal = { application: Application; expires_at_ms: number; profile_id?: string | undefined };

export type TokenRefusal = 'missing' | 'malformed' | 'expired' | 'wrong_audience';

const refusalOf = (error: unknown): TokenRefusal => {
  if (error instanceof errors.JWTExpired || error instanceof errors.JWSSignatureVerificationFailed) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') return 'wrong_audience';
  if (error instanceof errors.JOSEError) return 'malformed';
  throw error;
};

/** The published key that a token names. */
export const publicKeyOf =
  (keys: SigningKeys) =>
  ({ kid }: JWSHeaderParameters): CryptoKey => {
    const key = keys.find(kid);
    if (key) return key.public_key;
    throw new errors.JWSSignatureVerificationFailed();
  };

/** Checks the `Authorization` header of a call to a resource. */
export const verifyAccessToken = async (
  header: string | undefined,
  { keys, applications, resource, now }: { keys: SigningKeys; applications: Application[]; resource: Resource; now: number },
): Promise<Principal | TokenRefusal> => {
  if (header === undefined || header.trim() === '') return 'missing';
  const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
  if (token === undefined) return 'malformed';
  try {
    const { payload } = await jwtVerify(token, publicKeyOf(keys), {
      algorithms: ['RS256'],
      audience: resources[resource],
      currentDate: new Date(now),
    });
    const application = applications.find((known) => known.client_id === payload['appid'] && issuerOf(known.tenant_id) === payload.iss);
    if (!application || payload.exp === undefined) return 'malformed';
    return { application, expires_at_ms: payload.exp * 1000 };
  } catch (error) {
    return refusalOf(error);
  }
};
