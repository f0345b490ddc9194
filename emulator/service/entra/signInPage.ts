import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Application } from '../../definitions/demo.ts';
import { sendAway, sendForm, sendPage } from '../directory/accountPages.ts';
import { groupsOf, personByMail } from '../directory/directory.ts';
import type { SignedIn } from '../directory/sessions.ts';
import { signInOrAsk, silently } from '../directory/signIn.ts';
import type { Wish } from '../directory/signIn.ts';
import { wordsOf } from '../directory/words.ts';
import { escapeHtml, smallPage } from '../html.ts';
import { isLoopback } from '../loopback.ts';
import type { Service } from '../service.ts';
import { applicationOf } from './clientAuth.ts';
import type { Codes } from './codes.ts';
import { agree, createConsentPages, hasAgreed } from './consent.ts';
import { EntraError } from './entraError.ts';
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
  prompt: z.enum(['none', 'login', 'select_account', 'consent']).optional(),
  max_age: z.coerce.number().int().nonnegative().optional(),
  login_hint: z.string().optional(),
  domain_hint: z.string().optional(),
});
type Asked = z.infer<typeof request>;

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
  return undefined;
};

/** Sends the answer to the redirect address, as the application wants it. */
const answer = (
  call: FastifyRequest,
  reply: FastifyReply,
  { redirect_uri, response_mode, state }: Asked,
  values: Record<string, string>,
): FastifyReply => {
  const all = { ...values, ...(state !== undefined && { state }) };
  const address = new URL(redirect_uri);
  if (response_mode === 'form_post') return sendForm(call, reply, address.href, all);
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  return sendAway(reply, address.href);
};

const fieldsOf = (asked: Asked) => ({ ...asked, max_age: asked.max_age?.toString() });

/** How the application wants the person to sign in. */
const wishOf = (asked: Asked, application: Application): Wish => ({
  form: {
    action: '',
    to: application.display_name,
    fields: fieldsOf(asked),
  },
  hint: asked.login_hint,
  choose: asked.prompt === 'select_account',
  freshMs: asked.prompt === 'login' ? 0 : asked.max_age === undefined ? undefined : asked.max_age * 1_000,
});

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

  const consents = createConsentPages(service);

  /** Asks what the application may know, unless that was answered before. */
  const goOn = (call: FastifyRequest, reply: FastifyReply, asked: Asked, application: Application, signedIn: SignedIn): FastifyReply => {
    const known = hasAgreed(service.directory, application, signedIn.person, asked.scope);
    if (known && asked.prompt !== 'consent') return letIn(call, reply, asked, application, signedIn);
    if (asked.prompt === 'none') {
      const error_description = `AADSTS65001: The user or administrator has not consented to use the application with ID '${application.client_id}'.`;
      return answer(call, reply, asked, { error: 'consent_required', error_description });
    }
    return sendPage(reply, consents.ask(call, signedIn, { application, scope: asked.scope, fields: fieldsOf(asked) }));
  };

  const letIn = (call: FastifyRequest, reply: FastifyReply, asked: Asked, application: Application, signedIn: SignedIn): FastifyReply => {
    const { redirect_uri, scope, nonce, code_challenge, max_age } = asked;
    const { person, authenticated_at_ms } = signedIn;
    const groups = groupsOf(service.directory, person).map(({ id }) => id);
    const auth_time = max_age === undefined ? undefined : Math.floor(authenticated_at_ms / 1_000);
    return answer(call, reply, asked, {
      code: codes.issue({ application, person, groups, redirect_uri, scope, nonce, code_challenge, auth_time }, service.clock.now()),
      session_state: person.object_id,
    });
  };

  /** A wrong application or address is told on a page: a stranger's address gets nothing. */
  const orPage = async (call: FastifyRequest, reply: FastifyReply, work: () => FastifyReply): Promise<FastifyReply> => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof EntraError)) throw error;
      const page = smallPage(wordsOf(call).language, `AADSTS${error.number}`, `<p>${escapeHtml(error.message)}</p>`);
      return sendPage(reply.code(error.status), page);
    }
  };

  app.get(path, (call, reply) =>
    orPage(call, reply, () => {
      const { asked, application } = read(call, call.query);
      const problem = problemWith(asked);
      if (problem) return answer(call, reply, asked, { error: problem[0], error_description: problem[1] });
      const wish = wishOf(asked, application);
      if (asked.prompt === 'none') {
        const known = silently(service, call, wish);
        if (known) return goOn(call, reply, asked, application, known);
        const error_description = 'AADSTS50058: A silent sign-in request was sent but no user is signed in.';
        return answer(call, reply, asked, { error: 'login_required', error_description });
      }
      const { signedIn, page } = signInOrAsk(service, call, reply, wish);
      return signedIn ? goOn(call, reply, asked, application, signedIn) : sendPage(reply, page);
    }),
  );

  app.post(path, (call, reply) =>
    orPage(call, reply, () => {
      const form = call.body instanceof URLSearchParams ? Object.fromEntries([...call.body].filter(([, value]) => value !== '')) : {};
      const { asked, application } = read(call, form);
      const problem = problemWith(asked);
      if (problem) return answer(call, reply, asked, { error: problem[0], error_description: problem[1] });
      const { person, password, consent_page } = form;
      if (consent_page !== undefined) {
        const answering = consents.answered(call, consent_page, application, asked.scope);
        if (!answering)
          return sendPage(reply, signInOrAsk(service, call, reply, { ...wishOf(asked, application), choose: true }).page ?? '');
        if (form['consent'] !== 'yes') {
          const error_description = 'AADSTS65004: User declined to consent to access the app.';
          return answer(call, reply, asked, { error: 'access_denied', error_subcode: 'cancel', error_description });
        }
        agree(service.directory, application, answering.person, asked.scope);
        return letIn(call, reply, asked, application, answering);
      }
      if (person !== undefined && !personByMail(service.directory, person))
        return answer(call, reply, asked, { error: 'access_denied', error_description: 'AADSTS50034: The user account does not exist.' });
      const { signedIn, page } = signInOrAsk(service, call, reply, wishOf(asked, application), { person: person ?? '', password });
      return signedIn ? goOn(call, reply, asked, application, signedIn) : sendPage(reply, page);
    }),
  );

  app.get('/:tenant/oauth2/v2.0/logout', async (call, reply) => {
    const { post_logout_redirect_uri: back, state } = z
      .object({ post_logout_redirect_uri: z.string().optional().catch(undefined), state: z.string().optional().catch(undefined) })
      .parse(call.query);
    const session = service.sessions.read(call);
    if (session) service.sessions.end(session);
    service.sessions.forget(reply);
    const address = URL.parse(back ?? '');
    const isKnown =
      address && (isLoopback(address) || service.state.applications.some(({ redirect_uris }) => redirect_uris?.includes(address.href)));
    const { language, out, outText } = wordsOf(call);
    if (!isKnown) return sendPage(reply, smallPage(language, out, `<p>${escapeHtml(outText)}</p>`));
    if (state !== undefined) address.searchParams.set('state', state);
    return sendAway(reply, address.href);
  });
};
