import { createPublicKey } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { Application } from '../../definitions/demo.ts';
import type { Service } from '../service.ts';
import { EntraError } from './entraError.ts';

/** A field of the form that must be there. */
export const requireParameter = (form: URLSearchParams, name: string): string => {
  const value = form.get(name);
  if (value) return value;
  throw new EntraError(400, 'invalid_request', 900144, `The request body must contain the following parameter: '${name}'.`);
};

/** The application of that id in the directory; `common` stands for any. */
export const applicationOf = ({ state }: Service, tenant: string, clientId: string): Application => {
  const application = state.applications.find(
    (known) => (tenant === 'common' || known.tenant_id === tenant) && known.client_id === clientId.toLowerCase(),
  );
  if (application) return application;
  throw new EntraError(
    400,
    'unauthorized_client',
    700016,
    `Application with identifier '${clientId}' was not found in the directory '${tenant}'.`,
  );
};

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const refused = (reason: string): EntraError =>
  new EntraError(401, 'invalid_client', 700027, `The certificate used to sign the client assertion is not valid. Reason - ${reason}`);

/** A signed assertion instead of a secret: with the key of one of the application's certificates, for this token endpoint. */
const checkAssertion = async (service: Service, application: Application, assertion: string): Promise<void> => {
  const clientId = application.client_id;
  for (const certificate of application.certificates ?? []) {
    try {
      const { payload } = await jwtVerify(assertion, createPublicKey(certificate), {
        algorithms: ['RS256', 'PS256'],
        issuer: clientId,
        subject: clientId,
        requiredClaims: ['exp', 'jti', 'aud'],
        currentDate: new Date(service.clock.now()),
      });
      if (!String(payload.aud).endsWith('/oauth2/v2.0/token')) throw refused('The audience is not the token endpoint.');
      return;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refused('The assertion has expired.');
      // Signed with another certificate, perhaps; the next one may fit.
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw refused('The key was not found.');
};

/** Who asks for a token, proven by secret or certificate. */
export const authenticate = async (service: Service, tenant: string, form: URLSearchParams): Promise<Application> => {
  const clientId = requireParameter(form, 'client_id');
  const application = applicationOf(service, tenant, clientId);
  const assertion = form.get('client_assertion');
  if (assertion && form.get('client_assertion_type') === assertionType) {
    await checkAssertion(service, application, assertion);
    return application;
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
