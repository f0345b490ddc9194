import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { SentToken } from '@vitrine/powerbi/wire/entra.ts';
import type { Service } from '../service.ts';
import { accessTokenLifetime, resourceNames, resources, signAccessToken } from './accessToken.ts';
import type { Resource } from './accessToken.ts';
import { registerAuthorize } from './signInPage.ts';
import { authenticate, requireParameter } from './clientAuth.ts';
import type { Grant } from './codes.ts';
import { createCodes } from './codes.ts';
import { EntraError, entraErrorBody } from './entraError.ts';
import { idTokenOf, signIdToken } from './idToken.ts';
import { signLie } from './lyingToken.ts';
import { concreteTenantOf, tenantOf } from './tenants.ts';
import { registerUserInfo, signPersonToken } from './userInfo.ts';

const resourceOf = (scope: string): Resource => {
  const found = resourceNames.find((resource) => scope === `${resources[resource]}/.default`);
  if (found) return found;
  throw new EntraError(
    400,
    'invalid_scope',
    70011,
    `The provided request must include a 'scope' input parameter. The scope ${scope} is not valid.`,
  );
};

/** An unreadable body is the caller's error; other errors are internal. */
const asRefusal = (error: FastifyError): EntraError => {
  if ((error.statusCode ?? 500) >= 500) throw error;
  return new EntraError(400, 'invalid_request', 9002313, 'Invalid request. Request is malformed or invalid.');
};

/** Entra ID: applications and people get their tokens, discovery and keys (docs/reference/powerbi.md A1). */
export const registerEntra = (app: FastifyInstance, service: Service): void => {
  app.register(async (entra) => {
    entra.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()));
    });

    entra.setErrorHandler<FastifyError>((error, _request, reply) => {
      const refusal = error instanceof EntraError ? error : asRefusal(error);
      return reply.code(refusal.status).send(entraErrorBody(refusal, service.clock.now()));
    });

    const codes = createCodes();
    registerAuthorize(entra, service, codes);
    registerUserInfo(entra, service);

    /** `common` has no name of its own: whoever checks the issuer puts the token's directory in. */
    const issuerOf = (tenant: string): string => `${service.origin()}/${tenant === 'common' ? '{tenantid}' : tenant}/v2.0`;

    const forApplication = async (request: FastifyRequest, form: URLSearchParams): Promise<SentToken> => {
      const application = await authenticate(service, concreteTenantOf(service, request.params), form);
      const resource = resourceOf(requireParameter(form, 'scope'));
      return {
        token_type: 'Bearer',
        expires_in: accessTokenLifetime,
        ext_expires_in: accessTokenLifetime,
        access_token: await signAccessToken(service.keys.current(), application, resource, service.clock.now()),
      };
    };

    const idTokenFor = (grant: Grant, issuer: string): Promise<string> => {
      const now = service.clock.now();
      const lie = service.faults.takeJob('lying_token', '')?.lie;
      const key = service.keys.current();
      return lie ? signLie(lie, key, grant, issuer, now) : signIdToken(key, idTokenOf(grant, issuer, now));
    };

    const forPerson = async (request: FastifyRequest, form: URLSearchParams): Promise<SentToken> => {
      const application = await authenticate(service, tenantOf(service, request.params), form);
      requireParameter(form, 'code');
      const grant = codes.redeem(application, form, service.clock.now());
      const issuer = issuerOf(application.tenant_id);
      return {
        token_type: 'Bearer',
        scope: grant.scope,
        expires_in: accessTokenLifetime,
        ext_expires_in: accessTokenLifetime,
        access_token: await signPersonToken(service.keys.current(), grant, issuer, service.clock.now()),
        id_token: await idTokenFor(grant, issuer),
      };
    };

    entra.post('/:tenant/oauth2/v2.0/token', async (request, reply) => {
      tenantOf(service, request.params);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const kind = requireParameter(form, 'grant_type');
      reply.header('cache-control', 'no-store');
      if (kind === 'client_credentials') return forApplication(request, form);
      if (kind === 'authorization_code') return forPerson(request, form);
      throw new EntraError(400, 'unsupported_grant_type', 70003, `The app requested an unsupported grant type '${kind}'.`);
    });

    entra.get('/:tenant/v2.0/.well-known/openid-configuration', async (request) => {
      const tenant = tenantOf(service, request.params);
      const base = `${service.origin()}/${tenant}`;
      return {
        issuer: issuerOf(tenant),
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        userinfo_endpoint: `${service.origin()}/oidc/userinfo`,
        end_session_endpoint: `${base}/oauth2/v2.0/logout`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
        grant_types_supported: ['client_credentials', 'authorization_code'],
        response_modes_supported: ['query', 'form_post'],
        response_types_supported: ['code'],
        scopes_supported: ['openid', 'profile', 'email'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        claims_supported: [
          'sub',
          'iss',
          'aud',
          'exp',
          'iat',
          'nonce',
          'preferred_username',
          'name',
          'tid',
          'oid',
          'ver',
          'email',
          'xms_edov',
          'acct',
          'auth_time',
          'groups',
        ],
      };
    });

    entra.get('/:tenant/discovery/v2.0/keys', async (request) => {
      const issuer = issuerOf(tenantOf(service, request.params));
      const keys = await service.keys.list();
      return { keys: keys.map(({ public_jwk, kid }) => ({ ...public_jwk, use: 'sig', kid, issuer })) };
    });
  });
};
