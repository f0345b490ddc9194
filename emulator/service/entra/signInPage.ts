import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Application } from '../../definitions/demo.ts';
import { escapeHtml, smallPage } from '../html.ts';
import type { Service } from '../service.ts';
import { applicationOf } from './clientAuth.ts';
import type { Codes } from './codes.ts';
import { EntraError } from './entraError.ts';
import type { Person } from './people.ts';
import { tenantOf } from './tenants.ts';

const request = z.object({
  client_id: z.string(),
  redirect_uri: z.url(),
  response_type: z.string().default(''),
  response_mode: z.enum(['query', 'form_post']).default('query'),
  scope: z.string().default(''),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  prompt: z.string().optional(),
  login_hint: z.string().optional(),
  domain_hint: z.string().optional(),
});
type Asked = z.infer<typeof request>;

const words = {
  pt: {
    language: 'pt-BR',
    title: 'Quem está entrando?',
    text: 'Serviço local de relatórios: escolha uma pessoa do diretório.',
    out: 'Você saiu',
  },
  en: {
    language: 'en',
    title: 'Who is signing in?',
    text: 'Local reporting service: choose somebody from the directory.',
    out: 'You have signed out',
  },
};
const wordsOf = (call: FastifyRequest) => (/^pt\b/i.test(call.headers['accept-language'] ?? '') ? words.pt : words.en);

const security = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const html = (reply: FastifyReply, page: string, more: Record<string, string> = {}): FastifyReply =>
  reply
    .headers({ ...security, ...more })
    .type('text/html; charset=utf-8')
    .send(page);

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(hostname);

/** Codes go to addresses that are registered, or to this machine. */
const checkRedirect = (application: Application, address: string): void => {
  if (isLoopback(new URL(address)) || application.redirect_uris?.includes(address)) return;
  throw new EntraError(
    400,
    'invalid_request',
    50011,
    `The redirect URI '${address}' specified in the request does not match the redirect URIs configured for the application '${application.client_id}'.`,
  );
};

/** Why the request is answered with an error at the redirect address; undefined when it is in order. */
const problemWith = (asked: Asked): [error: string, description: string] | undefined => {
  if (asked.response_type !== 'code') return ['unsupported_response_type', 'AADSTS700054: response_type must be code.'];
  if (!asked.scope.split(' ').includes('openid')) return ['invalid_scope', 'AADSTS70011: The scope must contain openid.'];
  if (asked.code_challenge !== undefined && asked.code_challenge_method !== 'S256')
    return ['invalid_request', 'AADSTS501491: The code_challenge_method must be S256.'];
  if (asked.prompt === 'none') return ['login_required', 'AADSTS50058: A silent sign-in request was sent but no user is signed in.'];
  return undefined;
};

/** Sends the answer to the redirect address, as the application wants it. */
const answer = (reply: FastifyReply, { redirect_uri, response_mode, state }: Asked, values: Record<string, string>): FastifyReply => {
  const all = { ...values, ...(state !== undefined && { state }) };
  const address = new URL(redirect_uri);
  if (response_mode === 'query') {
    for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
    return reply.headers(security).redirect(address.href, 302);
  }
  const fields = Object.entries(all).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const form = `<form method="post" action="${escapeHtml(address.href)}">${fields.join('')}<button>…</button></form>`;
  const send = `<script nonce="send">document.forms[0].submit()</script>`;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-send'; form-action ${address.origin}`;
  return html(reply, smallPage('en', '…', form + send), { 'content-security-policy': policy });
};

/** Signing in as one of the people of the directory, and out again (docs/reference/powerbi.md A1). */
export const registerAuthorize = (app: FastifyInstance, service: Service, codes: Codes): void => {
  const path = '/:tenant/oauth2/v2.0/authorize';

  const read = (call: FastifyRequest, given: unknown): { asked: Asked; application: Application } => {
    const tenant = tenantOf(service, call.params);
    const parsed = request.safeParse(given);
    if (!parsed.success) throw new EntraError(400, 'invalid_request', 900144, z.prettifyError(parsed.error));
    const application = applicationOf(service, tenant, parsed.data.client_id);
    checkRedirect(application, parsed.data.redirect_uri);
    return { asked: parsed.data, application };
  };

  const signIn = (reply: FastifyReply, asked: Asked, application: Application, person: Person): FastifyReply => {
    const { redirect_uri, scope, nonce, code_challenge } = asked;
    return answer(reply, asked, {
      code: codes.issue({ application, person, redirect_uri, scope, nonce, code_challenge }, service.clock.now()),
      session_state: person.object_id,
    });
  };

  const personOf = (mail: string | undefined): Person | undefined =>
    service.people.find((person) => person.mail.toLowerCase() === mail?.toLowerCase());

  const choice = (call: FastifyRequest, asked: Asked): string => {
    const { language, title, text } = wordsOf(call);
    const hidden = Object.entries(asked).map(
      ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value ?? '')}">`,
    );
    const people = service.people.map(
      ({ name, mail }) =>
        `<li><button name="person" value="${escapeHtml(mail)}"><span>${escapeHtml(name)}</span><small>${escapeHtml(mail)}</small></button></li>`,
    );
    return smallPage(language, title, `<p>${escapeHtml(text)}</p><form method="post">${hidden.join('')}<ul>${people.join('')}</ul></form>`);
  };

  /** A wrong application or address is told on a page: a stranger's address gets nothing. */
  const orPage = async (call: FastifyRequest, reply: FastifyReply, work: () => FastifyReply): Promise<FastifyReply> => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof EntraError)) throw error;
      const page = smallPage(wordsOf(call).language, `AADSTS${error.number}`, `<p>${escapeHtml(error.message)}</p>`);
      return html(reply.code(error.status), page);
    }
  };

  app.get(path, (call, reply) =>
    orPage(call, reply, () => {
      const { asked, application } = read(call, call.query);
      const problem = problemWith(asked);
      if (problem) return answer(reply, asked, { error: problem[0], error_description: problem[1] });
      const hinted = personOf(asked.login_hint);
      if (hinted && asked.prompt !== 'select_account') return signIn(reply, asked, application, hinted);
      return html(reply, choice(call, asked));
    }),
  );

  app.post(path, (call, reply) =>
    orPage(call, reply, () => {
      const form = call.body instanceof URLSearchParams ? Object.fromEntries([...call.body].filter(([, value]) => value !== '')) : {};
      const { asked, application } = read(call, form);
      const problem = problemWith(asked);
      if (problem) return answer(reply, asked, { error: problem[0], error_description: problem[1] });
      const person = personOf(form['person']);
      if (!person)
        return answer(reply, asked, { error: 'access_denied', error_description: 'AADSTS50034: The user account does not exist.' });
      return signIn(reply, asked, application, person);
    }),
  );

  app.get('/:tenant/oauth2/v2.0/logout', async (call, reply) => {
    const { post_logout_redirect_uri: back, state } = z
      .object({ post_logout_redirect_uri: z.string().optional().catch(undefined), state: z.string().optional().catch(undefined) })
      .parse(call.query);
    const address = URL.parse(back ?? '');
    const isKnown =
      address && (isLoopback(address) || service.state.applications.some(({ redirect_uris }) => redirect_uris?.includes(address.href)));
    if (!isKnown) return html(reply, smallPage(wordsOf(call).language, wordsOf(call).out, ''));
    if (state !== undefined) address.searchParams.set('state', state);
    return reply.headers(security).redirect(address.href, 302);
  });
};
