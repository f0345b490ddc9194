import type { FastifyInstance } from 'fastify';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { personById } from '../directory/directory.ts';
import { nameParts } from '../directory/people.ts';
import type { Service } from '../service.ts';
import { accessTokenLifetime, publicKeyOf } from './accessToken.ts';
import type { Grant } from './codes.ts';
import { subjectOf } from './idToken.ts';
import type { SigningKey } from './keys.ts';

/** Microsoft Graph, which answers who somebody is. */
const graph = '00000003-0000-0000-c000-000000000000';

/** The access token of a person who signed in: good for asking who they are, and for nothing else. */
export const signPersonToken = (key: SigningKey, grant: Grant, issuer: string, now: number): Promise<string> => {
  const seconds = Math.floor(now / 1000);
  const { application, person, scope } = grant;
  return new SignJWT({ appid: application.client_id, oid: person.object_id, tid: application.tenant_id, scp: scope, idtyp: 'user' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    .setIssuer(issuer)
    .setSubject(subjectOf(grant))
    .setAudience(graph)
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + accessTokenLifetime)
    .sign(key.private_key);
};

const claimsSchema = z.object({ oid: z.string(), sub: z.string(), scp: z.string() });

const refusals = {
  missing: 'Access token is empty.',
  malformed: 'CompactToken parsing failed with error code: 80049217',
  audience: 'Access token validation failure. Invalid audience.',
  expired: 'Lifetime validation failed, the token is expired.',
  signature: 'Access token validation failure. Signature is invalid.',
  scope: 'Access token validation failure. The scope openid is missing.',
};
type Refusal = keyof typeof refusals;

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') return 'audience';
  if (error instanceof errors.JOSEError || error instanceof z.ZodError) return 'malformed';
  throw error;
};

const read = async ({ keys, clock }: Service, header: string | undefined): Promise<z.infer<typeof claimsSchema> | Refusal> => {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) return 'missing';
  try {
    const currentDate = new Date(clock.now());
    const { payload } = await jwtVerify(token, publicKeyOf(keys), { algorithms: ['RS256'], audience: graph, currentDate });
    return claimsSchema.parse(payload);
  } catch (error) {
    return refusalOf(error);
  }
};

/** What the application may know of somebody by the scopes that they agreed to. */
const told = ({ directory }: Service, { oid, sub, scp }: z.infer<typeof claimsSchema>): JWTPayload | Refusal => {
  const scopes = scp.split(' ');
  if (!scopes.includes('openid')) return 'scope';
  const person = personById(directory, oid);
  if (!person || person.disabled) return 'signature';
  const { given, family } = nameParts(person.name);
  return {
    sub,
    ...(scopes.includes('profile') && { name: person.name, given_name: given, family_name: family }),
    ...(scopes.includes('email') && { email: person.mail }),
  };
};

/** Who the bearer of a token is, as Microsoft Graph answers it (docs/reference/powerbi.md A1). */
export const registerUserInfo = (app: FastifyInstance, service: Service): void => {
  app.route({
    method: ['GET', 'POST'],
    url: '/oidc/userinfo',
    handler: async (request, reply) => {
      const claims = await read(service, request.headers.authorization);
      const answer = typeof claims === 'string' ? claims : told(service, claims);
      reply.header('cache-control', 'no-store');
      if (typeof answer !== 'string') return answer;
      const message = refusals[answer];
      return reply
        .code(401)
        .header('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`)
        .send({ error: { code: 'InvalidAuthenticationToken', message } });
    },
  });
};
