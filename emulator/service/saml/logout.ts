import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../directory/accountPages.ts';
import type { BrowserSession, Participant } from '../directory/sessions.ts';
import { wordsOf } from '../directory/words.ts';
import { escapeHtml, smallPage } from '../html.ts';
import type { Service } from '../service.ts';
import { logoutRequest, logoutResponse } from './logoutMessages.ts';
import type { LogoutStatus } from './logoutMessages.ts';
import { proven, readLogoutRequest, readStatus, receive, sendMessage } from './messages.ts';
import type { Received } from './messages.ts';
import { placeIn } from './place.ts';
import type { Place } from './place.ts';
import { SamlError } from './samlError.ts';
import type { ServiceProvider } from './serviceProvider.ts';
import { signerOf } from './signature.ts';

/** Who asked that somebody signs out, and hears what came of it. */
type Initiator = { provider: ServiceProvider; request_id: string; relay_state: string | undefined };

/** Somebody on the way out: through the browser, from one application to the next. */
type Departure = {
  place: Place;
  waiting: [Participant, ...Participant[]][];
  current: { request_id: string; provider: ServiceProvider } | undefined;
  told: { name: string; left: boolean }[];
  initiator: Initiator | undefined;
  until_ms: number;
};

const lifeMs = 15 * 60_000;
const most = 1_000;

/** The participants by the application and the name that it knows somebody by. */
const byApplication = (participants: Participant[]): [Participant, ...Participant[]][] => {
  const groups = new Map<string, [Participant, ...Participant[]]>();
  for (const one of participants) {
    const key = `${one.entity_id} ${one.name_id}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
};

/** Signing out of the directory and of every application that was entered from it. */
export const registerLogout = (app: FastifyInstance, service: Service): void => {
  const { clock, directory, sessions } = service;
  const departures = new Map<string, Departure>();

  const providerOf = (entityId: string): ServiceProvider | undefined =>
    directory.service_providers.find(({ entity_id }) => entity_id === entityId);

  const signer = async ({ id }: Place) => signerOf(await service.samlKeys.current(id));

  const respond = async (
    call: FastifyRequest,
    reply: FastifyReply,
    place: Place,
    to: Initiator,
    status: LogoutStatus,
  ): Promise<FastifyReply> => {
    const { logout } = to.provider;
    if (!logout) throw new SamlError('The application is registered without an address that hears of signing out.');
    const about = { issuer: place.entity_id, destination: logout.response_location, now: clock.now() };
    const sending = {
      field: 'SAMLResponse',
      binding: logout.binding,
      location: logout.response_location,
      relay_state: to.relay_state,
    } as const;
    return sendMessage(call, reply, sending, { ...logoutResponse(about, to.request_id, status), signer: await signer(place) });
  };

  const finalPage = (call: FastifyRequest, reply: FastifyReply, { told, place }: Departure): FastifyReply => {
    const words = wordsOf(call);
    const items = told.map(
      ({ name, left }) =>
        `<li class="plain"><span>${escapeHtml(name)}</span><small>${escapeHtml(left ? words.left : words.notLeft)}</small></li>`,
    );
    const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
    const again = `<form class="end" method="get" action="${place.base}/apps"><button class="link">${escapeHtml(words.signInAgain)}</button></form>`;
    return sendPage(reply, smallPage(words.language, words.out, `<p>${escapeHtml(words.outText)}</p>${list}${again}`));
  };

  /** Goes on to the next application that can be told; after the last one, back to who asked. */
  const proceed = async (call: FastifyRequest, reply: FastifyReply, id: string, departure: Departure): Promise<FastifyReply> => {
    const { place, told, initiator } = departure;
    departure.current = undefined;
    for (let next = departure.waiting.shift(); next; next = departure.waiting.shift()) {
      const provider = providerOf(next[0].entity_id);
      if (!provider?.logout) {
        told.push({ name: provider?.name ?? next[0].entity_id, left: false });
        continue;
      }
      const { binding, location } = provider.logout;
      const request = logoutRequest({ issuer: place.entity_id, destination: location, now: clock.now() }, next);
      departure.current = { request_id: request.id, provider };
      departures.set(id, departure);
      const sending = { field: 'SAMLRequest', binding, location, relay_state: id } as const;
      return sendMessage(call, reply, sending, { ...request, signer: await signer(place) });
    }
    departures.delete(id);
    if (!initiator) return finalPage(call, reply, departure);
    return respond(call, reply, place, initiator, told.every(({ left }) => left) ? 'Success' : 'PartialLogout');
  };

  const depart = (call: FastifyRequest, reply: FastifyReply, place: Place, ended: BrowserSession[], initiator?: Initiator) => {
    for (const [id, { until_ms }] of departures) if (departures.size >= most || until_ms <= clock.now()) departures.delete(id);
    for (const session of ended) sessions.end(session);
    sessions.forget(reply);
    const others = ended.flatMap(({ participants }) => participants).filter(({ entity_id }) => entity_id !== initiator?.provider.entity_id);
    const departure = { place, waiting: byApplication(others), current: undefined, told: [], initiator, until_ms: clock.now() + lifeMs };
    return proceed(call, reply, randomBytes(24).toString('base64url'), departure);
  };

  const asked = (call: FastifyRequest, reply: FastifyReply, place: Place, message: Received): Promise<FastifyReply> => {
    const provider = providerOf(message.issuer);
    if (!provider) throw new SamlError(`The application '${message.issuer}' is not registered in this directory.`);
    const request = readLogoutRequest(proven(message, provider, provider.signing_certificates.length > 0));
    const initiator = { provider, request_id: request.id, relay_state: message.relay_state };
    const known = sessions.withParticipant(provider.entity_id, request.name_id);
    const ended = known.filter(
      ({ participants }) =>
        request.session_indexes.length === 0 || participants.some(({ session_index }) => request.session_indexes.includes(session_index)),
    );
    if (ended.length === 0) return respond(call, reply, place, initiator, 'UnknownPrincipal');
    return depart(call, reply, place, ended, initiator);
  };

  const answered = (call: FastifyRequest, reply: FastifyReply, message: Received): Promise<FastifyReply> => {
    const id = message.relay_state ?? '';
    const departure = departures.get(id);
    const current = departure?.current;
    if (!departure || !current || current.provider.entity_id !== message.issuer) throw new SamlError('Nobody asked for this answer.');
    const { provider, request_id } = current;
    const { in_response_to, succeeded } = readStatus(proven(message, provider, provider.signing_certificates.length > 0));
    if (in_response_to !== request_id) throw new SamlError('Nobody asked for this answer.');
    departure.told.push({ name: provider.name, left: succeeded });
    return proceed(call, reply, id, departure);
  };

  app.route({
    method: ['GET', 'POST'],
    url: '/:directory/slo',
    handler: (call, reply) => {
      const place = placeIn(service, call.params);
      const message = receive(call);
      if (!message) throw new SamlError('The call brings no message of an application.');
      return message.field === 'SAMLRequest' ? asked(call, reply, place, message) : answered(call, reply, message);
    },
  });

  app.post('/:directory/sign-out', (call, reply) => {
    const session = sessions.read(call);
    return depart(call, reply, placeIn(service, call.params), session ? [session] : []);
  });
};
