import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendForm, sendPage } from '../directory/accountPages.ts';
import type { SignedIn } from '../directory/sessions.ts';
import { signInOrAsk, silently } from '../directory/signIn.ts';
import type { Wish } from '../directory/signIn.ts';
import { isLoopback } from '../loopback.ts';
import type { Service } from '../service.ts';
import { claimsOf, nameIdOf } from './claims.ts';
import type { AuthnRequest } from './messages.ts';
import { newId, proven, readAuthnRequest, receive, relayed } from './messages.ts';
import { placeIn } from './place.ts';
import type { Place } from './place.ts';
import { buildRefusal, buildResponse } from './response.ts';
import { SamlError } from './samlError.ts';
import type { ServiceProvider } from './serviceProvider.ts';
import { signerOf } from './signature.ts';

/** Somebody on the way to an application. */
export type Errand = {
  provider: Pick<ServiceProvider, 'entity_id' | 'name' | 'sign' | 'encrypt' | 'encryption_certificates'>;
  /** Where the answer is posted to. */
  consumer: string;
  /** The request that is answered; none when the person began at the directory. */
  request: AuthnRequest | undefined;
  name_id_format: string | undefined;
  relay_state: string | undefined;
};

const lifeMs = 15 * 60_000;
const most = 1_000;

/** Errands whose people are still asked who they are. */
const createErrands = ({ clock }: Service) => {
  const waiting = new Map<string, { errand: Errand; until_ms: number }>();
  return {
    keep: (errand: Errand): string => {
      for (const [id, { until_ms }] of waiting) if (waiting.size >= most || until_ms <= clock.now()) waiting.delete(id);
      const id = randomBytes(24).toString('base64url');
      waiting.set(id, { errand, until_ms: clock.now() + lifeMs });
      return id;
    },
    find: (id: string): Errand => {
      const found = waiting.get(id);
      if (!found || found.until_ms <= clock.now()) throw new SamlError('This sign-in has taken too long. Begin again where you came from.');
      return found.errand;
    },
    end: (id: string): void => {
      waiting.delete(id);
    },
  };
};

const registeredConsumer = ({ assertion_consumers }: ServiceProvider, request: AuthnRequest): string => {
  const { consumer, consumer_index } = request;
  const fitting = assertion_consumers.filter(
    ({ location, index }) =>
      (consumer === undefined || location === consumer) && (consumer_index === undefined || index === consumer_index),
  );
  const found = fitting.find(({ is_default }) => is_default) ?? fitting[0];
  if (!found) throw new SamlError('The address for the answer is not one that the application is registered with.');
  return found.location;
};

/** An application that nobody registered is taken at its word where it runs on this machine. */
const unregistered = ({ issuer, consumer }: AuthnRequest): { provider: Errand['provider']; consumer: string } => {
  const address = URL.parse(consumer ?? '');
  if (!address || !isLoopback(address)) throw new SamlError(`The application '${issuer}' is not registered in this directory.`);
  const provider = { entity_id: issuer, name: address.host, sign: 'assertion', encrypt: false, encryption_certificates: [] } as const;
  return { provider: { ...provider, encryption_certificates: [] }, consumer: address.href };
};

/** Answers with an assertion, and remembers that the application knows the person from now on. */
export const answerWithAssertion = async (
  service: Service,
  call: FastifyRequest,
  reply: FastifyReply,
  place: Place,
  errand: Errand,
  { person, authenticated_at_ms }: SignedIn,
): Promise<FastifyReply> => {
  const { provider, consumer, request, relay_state } = errand;
  const name_id = nameIdOf(person, provider.entity_id, request?.name_id_format ?? errand.name_id_format);
  const session_index = newId();
  const signer = signerOf(await service.samlKeys.current(place.id));
  const lie = service.faults.takeJob('lying_assertion', '')?.lie;
  const said = {
    issuer: place.entity_id,
    audience: provider.entity_id,
    recipient: consumer,
    destination: consumer,
    in_response_to: request?.id,
    now: service.clock.now(),
    authenticated_at_ms,
    name_id,
    session_index,
    claims: claimsOf(service.directory, person, { origin: service.origin(), id: place.id }),
    status: 'Success',
  } as const;
  const xml = await buildResponse(said, provider, signer, lie);
  service.sessions.read(call)?.participants.push({
    entity_id: provider.entity_id,
    person: person.object_id,
    name_id: name_id.value,
    name_id_format: name_id.format,
    session_index,
  });
  return sendForm(call, reply, consumer, { SAMLResponse: Buffer.from(xml).toString('base64'), ...relayed(relay_state) });
};

/** Signing in for an application that asks by SAML. */
export const registerSignOn = (app: FastifyInstance, service: Service): void => {
  const errands = createErrands(service);

  const errandOf = (call: FastifyRequest): Errand => {
    const message = receive(call);
    if (message?.field !== 'SAMLRequest') throw new SamlError('The call brings no request of an application.');
    const provider = service.directory.service_providers.find(({ entity_id }) => entity_id === message.issuer);
    const request = readAuthnRequest(proven(message, provider, provider?.signs_requests ?? false));
    const whither = provider ? { provider, consumer: registeredConsumer(provider, request) } : unregistered(request);
    return { ...whither, request, name_id_format: provider?.name_id_format, relay_state: message.relay_state };
  };

  const wishOf = (place: Place, errand: Errand, id: string): Wish => ({
    form: { action: `${place.base}/sign-in`, to: errand.provider.name, fields: { errand: id } },
    hint: errand.request?.subject,
    freshMs: errand.request?.force_authn ? 0 : undefined,
  });

  const refuse = async (call: FastifyRequest, reply: FastifyReply, place: Place, errand: Errand): Promise<FastifyReply> => {
    const { consumer: destination, request, relay_state } = errand;
    const said = {
      destination,
      issuer: place.entity_id,
      in_response_to: request?.id,
      now: service.clock.now(),
      status: 'NoPassive',
    } as const;
    const xml = buildRefusal(said, signerOf(await service.samlKeys.current(place.id)));
    return sendForm(call, reply, destination, { SAMLResponse: Buffer.from(xml).toString('base64'), ...relayed(relay_state) });
  };

  const start = async (call: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const place = placeIn(service, call.params);
    const errand = errandOf(call);
    if (errand.request?.is_passive) {
      const known = silently(service, call, wishOf(place, errand, ''));
      return known ? answerWithAssertion(service, call, reply, place, errand, known) : refuse(call, reply, place, errand);
    }
    const id = errands.keep(errand);
    const { signedIn, page } = signInOrAsk(service, call, reply, wishOf(place, errand, id));
    if (!signedIn) return sendPage(reply, page);
    errands.end(id);
    return answerWithAssertion(service, call, reply, place, errand, signedIn);
  };

  app.get('/:directory/sso', start);
  app.post('/:directory/sso', start);

  app.post('/:directory/sign-in', async (call, reply) => {
    const place = placeIn(service, call.params);
    const form = Object.fromEntries(call.body instanceof URLSearchParams ? call.body : []);
    const id = form['errand'] ?? '';
    const errand = errands.find(id);
    const given = { person: form['person'] ?? '', password: form['password'] };
    const { signedIn, page } = signInOrAsk(service, call, reply, wishOf(place, errand, id), given);
    if (!signedIn) return sendPage(reply, page);
    errands.end(id);
    return answerWithAssertion(service, call, reply, place, errand, signedIn);
  });
};
