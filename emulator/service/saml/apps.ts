import type { FastifyInstance } from 'fastify';
import { sendPage } from '../directory/accountPages.ts';
import { signInOrAsk } from '../directory/signIn.ts';
import type { Wish } from '../directory/signIn.ts';
import { wordsOf } from '../directory/words.ts';
import { escapeHtml, smallPage } from '../html.ts';
import type { Service } from '../service.ts';
import { placeIn } from './place.ts';
import type { Place } from './place.ts';
import { SamlError } from './samlError.ts';
import { answerWithAssertion } from './signOn.ts';

/** The directory's own page: applications to begin at, and the way out of all of them. */
export const registerApps = (app: FastifyInstance, service: Service): void => {
  const wishOf = ({ base }: Place, to: string): Wish => ({ form: { action: `${base}/apps`, to, fields: {} } });

  const page = (language: string, title: string, place: Place, who: string, words: ReturnType<typeof wordsOf>): string => {
    const items = service.directory.service_providers.map(
      ({ entity_id, name }) =>
        `<li><button name="application" value="${escapeHtml(entity_id)}"><i aria-hidden="true">${escapeHtml(name.slice(0, 1).toUpperCase())}</i><span>${escapeHtml(name)}</span><small>${escapeHtml(entity_id)}</small></button></li>`,
    );
    const list = items.length === 0 ? `<p>${escapeHtml(words.noApps)}</p>` : `<ul>${items.join('')}</ul>`;
    const start = `<form method="post" action="${place.base}/start">${list}</form>`;
    const out = `<form class="end" method="post" action="${place.base}/sign-out"><button class="link">${escapeHtml(words.signOut)}</button></form>`;
    return smallPage(language, title, `<p>${escapeHtml(who)}</p>${start}${out}`);
  };

  app.route({
    method: ['GET', 'POST'],
    url: '/:directory/apps',
    handler: async (call, reply) => {
      const place = placeIn(service, call.params);
      const words = wordsOf(call);
      const form = Object.fromEntries(call.body instanceof URLSearchParams ? call.body : []);
      const given = call.method === 'POST' ? { person: form['person'] ?? '', password: form['password'] } : {};
      const outcome = signInOrAsk(service, call, reply, wishOf(place, words.apps), given);
      if (!outcome.signedIn) return sendPage(reply, outcome.page);
      const { person } = outcome.signedIn;
      return sendPage(reply, page(words.language, words.apps, place, `${person.name} · ${person.mail}`, words));
    },
  });

  app.post('/:directory/start', async (call, reply) => {
    const place = placeIn(service, call.params);
    const form = Object.fromEntries(call.body instanceof URLSearchParams ? call.body : []);
    const provider = service.directory.service_providers.find(({ entity_id }) => entity_id === form['application']);
    if (!provider) throw new SamlError('This application is not registered in the directory any more.');
    const signedIn = service.sessions.people(call).at(-1);
    if (!signedIn) return reply.redirect(`${place.base}/apps`, 303);
    const consumer = (provider.assertion_consumers.find(({ is_default }) => is_default) ?? provider.assertion_consumers[0])?.location ?? '';
    const errand = { provider, consumer, request: undefined, name_id_format: provider.name_id_format, relay_state: undefined };
    return answerWithAssertion(service, call, reply, place, errand, signedIn);
  });
};
