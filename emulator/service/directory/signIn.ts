import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { accountPicker, passwordPage } from './accountPages.ts';
import type { SignInForm } from './accountPages.ts';
import { personByMail } from './directory.ts';
import type { SignedIn } from './sessions.ts';
import { demoPassword } from './demoDirectory.ts';

/** How an application wants somebody to sign in. */
export type Wish = {
  form: SignInForm;
  /** Whom the application expects. */
  hint?: string | undefined;
  /** Whoever is signed in is asked which account to go on with. */
  choose?: boolean;
  /** The longest that the password may lie back, in milliseconds; 0 asks for it again. */
  freshMs?: number | undefined;
};

/** What the page of signing in sent. */
export type Given = { person?: string | undefined; password?: string | undefined };

type Outcome = { signedIn: SignedIn; page?: undefined } | { page: string; signedIn?: undefined };

const freshEnough = ({ sessions, clock }: Service, call: FastifyRequest, freshMs: number | undefined): SignedIn[] =>
  sessions.people(call).filter(({ authenticated_at_ms }) => freshMs === undefined || clock.now() - authenticated_at_ms < freshMs);

/** Who goes on without being asked anything; undefined when nobody or more than one could. */
export const silently = (service: Service, call: FastifyRequest, { hint, freshMs }: Omit<Wish, 'form'>): SignedIn | undefined => {
  const all = freshEnough(service, call, freshMs);
  const wanted = hint === undefined ? all : all.filter(({ person }) => person === personByMail(service.directory, hint));
  return wanted.length === 1 ? wanted[0] : undefined;
};

/** The person who signs in, or the page that asks for more: first who it is, then the password, unless the browser is known. */
export const signInOrAsk = (service: Service, call: FastifyRequest, reply: FastifyReply, wish: Wish, given: Given = {}): Outcome => {
  const { directory, sessions } = service;
  const told = directory.password === demoPassword ? demoPassword : undefined;
  const chosen = personByMail(directory, given.person);
  if (!chosen) {
    const known = wish.choose || given.person !== undefined ? undefined : silently(service, call, wish);
    if (known) return { signedIn: known };
    const hinted = given.person === undefined && !wish.choose ? personByMail(directory, wish.hint) : undefined;
    return { page: hinted ? passwordPage(call, hinted, wish.form, { told }) : accountPicker(call, directory.people, wish.form) };
  }
  if (given.password === undefined) {
    const known = freshEnough(service, call, wish.freshMs).find(({ person }) => person === chosen);
    return known ? { signedIn: known } : { page: passwordPage(call, chosen, wish.form, { told }) };
  }
  if (given.password !== directory.password) return { page: passwordPage(call, chosen, wish.form, { told, problem: 'wrong_password' }) };
  if (chosen.disabled) return { page: passwordPage(call, chosen, wish.form, { told, problem: 'disabled' }) };
  return { signedIn: sessions.signIn(call, reply, chosen) };
};
