import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Application } from '../demo.ts';
import type { Service } from '../service.ts';
import { accessTokenLifetime, resources, signAccessToken } from './access-token.ts';
import type { Resource } from './access-token.ts';
import { EntraError, entraErrorBody } from './errors.ts';

const tenantPath = z.object({ tenant: z.string() });

const knownTenant = (service: Service, params: unknown): string => {
  const tenant = tenantPath.parse(params).tenant.toLowerCase();
  if (service.state.applications.some((application) => application.tenant_id === tenant)) return tenant;
  throw new EntraError(400, 'invalid_request', 90002, `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`);
};

const requireParameter = (form: URLSearchParams, name: string): string => {
  const value = form.get(name);
  if (value) return value;
  throw new EntraError(400, 'invalid_request', 900144, `The request body must contain the following parameter: '${name}'.`);
};

const authenticate = (service: Service, tenant: string, form: URLSearchParams): Application => {
  const clientId = requireParameter(form, 'client_id');
  const application = service.state.applications.find((known) => known.tenant_id === tenant && known.client_id === clientId.toLowerCase());
  if (!application) {
    throw new EntraError(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory '${tenant}'.`,
    );
  }
  if (requireParameter(form, 'client_secret') !== application.client_secret) {
    const hint = 'Ensure the secret being sent in the request is the client secret value, not the client secret ID';
    throw new EntraError(
      401,
      'invalid_client',
      7000215,
      `Invalid client secret provided. ${hint}, for a secret added to app '${clientId}'.`,
    );
  }
  return application;
};

const resourceOf = (scope: string): Resource => {
  const found = (Object.keys(resources) as Resource[]).find((resource) => scope === `${resources[resource]}/.default`);
  if (found) return found;
  throw new EntraError(
    400,
    'invalid_scope',
    70011,
    `The provided request must include a 'scope' input parameter. The scope ${scope} is not valid.`,
  );
};

/** A body that cannot be read is the caller's mistake; anything else is ours and stays one. */
const asRefusal = (error: FastifyError): EntraError => {
  if ((error.statusCode ?? 500) >= 500) throw error;
  return new EntraError(400, 'invalid_request', 9002313, 'Invalid request. Request is malformed or invalid.');
};

/** The token endpoint for client credentials, discovery and keys (powerbi.md A1). */
export const registerEntra = (app: FastifyInstance, service: Service): void => {
  app.register(async (entra) => {
    entra.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()));
    });

    entra.setErrorHandler<FastifyError>((error, _request, reply) => {
      const refusal = error instanceof EntraError ? error : asRefusal(error);
      return reply.code(refusal.status).send(entraErrorBody(refusal, service.clock.now()));
    });

    entra.post('/:tenant/oauth2/v2.0/token', async (request, reply) => {
      const tenant = knownTenant(service, request.params);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const grant = requireParameter(form, 'grant_type');
      if (grant !== 'client_credentials') {
        throw new EntraError(400, 'unsupported_grant_type', 70003, `The app requested an unsupported grant type '${grant}'.`);
      }
      const application = authenticate(service, tenant, form);
      const resource = resourceOf(requireParameter(form, 'scope'));
      reply.header('cache-control', 'no-store');
      return {
        token_type: 'Bearer',
        expires_in: accessTokenLifetime,
        ext_expires_in: accessTokenLifetime,
        access_token: await signAccessToken(service.key, application, resource, service.clock.now()),
      };
    });

    entra.get('/:tenant/v2.0/.well-known/openid-configuration', async (request) => {
      const tenant = knownTenant(service, request.params);
      const base = `${service.origin()}/${tenant}`;
      return {
        issuer: `${base}/v2.0`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
        grant_types_supported: ['client_credentials'],
        response_types_supported: [],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
      };
    });

    entra.get('/:tenant/discovery/v2.0/keys', async (request) => {
      const tenant = knownTenant(service, request.params);
      return { keys: [{ ...service.key.public_jwk, use: 'sig', kid: service.key.kid, issuer: `${service.origin()}/${tenant}/v2.0` }] };
    });
  });
};
