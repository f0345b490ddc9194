import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { consentForm } from '../directory/accountPages.ts';
import type { Directory } from '../directory/directory.ts';
import type { Person } from '../directory/people.ts';
import type { SignedIn } from '../directory/sessions.ts';
import type { Application } from '../../definitions/demo.ts';
import type { Service } from '../service.ts';

/** Scopes that somebody can agree to, as Entra's pages name them. */
const scopesOf = (scope: string): string[] => [...new Set(scope.split(' ').filter(Boolean))];

/** Whether somebody, or an administrator for everybody, has agreed that the application gets what it asks for. */
export const hasAgreed = ({ consents }: Directory, application: Application, { object_id }: Person, scope: string): boolean => {
  if (application.agreed_for_everybody) return true;
  const given = consents.filter(
    ({ client_id, person }) => client_id === application.client_id && (person === null || person === object_id),
  );
  if (given.some(({ person }) => person === null)) return true;
  const known = new Set(given.flatMap(({ scopes }) => scopes));
  return scopesOf(scope).every((one) => known.has(one));
};

/** Keeps that somebody has agreed, besides what they agreed to before. */
export const agree = (directory: Directory, { client_id }: Application, { object_id }: Person, scope: string): void => {
  const known = directory.consents.find((one) => one.client_id === client_id && one.person === object_id);
  if (known) known.scopes = [...new Set([...known.scopes, ...scopesOf(scope)])];
  else directory.consents.push({ client_id, person: object_id, scopes: scopesOf(scope) });
};

type Question = { signedIn: SignedIn; client_id: string; scope: string; browser: string | undefined; asked_at_ms: number };

const lifeMs = 10 * 60_000;

/** Pages that wait for a yes or a no: each is answered once, in the browser that it was shown in. */
export const createConsentPages = (service: Service) => {
  const open = new Map<string, Question>();
  const browserOf = (call: FastifyRequest): string | undefined => service.sessions.read(call)?.id;
  return {
    /** The page that asks. `fields` is the request that goes on afterwards. */
    ask: (
      call: FastifyRequest,
      signedIn: SignedIn,
      { application, scope, fields }: { application: Application; scope: string; fields: Record<string, string | undefined> },
    ): string => {
      const now = service.clock.now();
      for (const [id, { asked_at_ms }] of open) if (asked_at_ms + lifeMs < now) open.delete(id);
      const id = randomBytes(24).toString('base64url');
      open.set(id, { signedIn, client_id: application.client_id, scope, browser: browserOf(call), asked_at_ms: now });
      const form = { action: '', to: application.display_name, fields: { ...fields, consent_page: id } };
      return consentForm(call, signedIn.person, form, scopesOf(scope));
    },

    /** Who answered the page; undefined when it was not asked of this browser, for that, or was answered before. */
    answered: (call: FastifyRequest, id: string, { client_id }: Application, scope: string): SignedIn | undefined => {
      const question = open.get(id);
      if (!question || question.browser !== browserOf(call)) return undefined;
      open.delete(id);
      const isOld = question.asked_at_ms + lifeMs < service.clock.now();
      return isOld || question.client_id !== client_id || question.scope !== scope ? undefined : question.signedIn;
    },
  };
};
