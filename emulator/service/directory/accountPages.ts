import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, smallPage } from '../html.ts';
import type { Person } from './people.ts';
import { wordsOf } from './words.ts';

const security = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Sends a page that nobody keeps, frames or leads on from. */
export const sendPage = (reply: FastifyReply, page: string, more: Record<string, string> = {}): FastifyReply =>
  reply
    .headers({ ...security, ...more })
    .type('text/html; charset=utf-8')
    .send(page);

export const sendAway = (reply: FastifyReply, address: string): FastifyReply => reply.headers(security).redirect(address, 302);

const hiddenFields = (fields: Record<string, string | undefined>): string =>
  Object.entries(fields)
    .map(([name, value]) => (value === undefined ? '' : `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`))
    .join('');

/** A page that posts its fields by itself; without scripts it has a button. */
export const sendForm = (call: FastifyRequest, reply: FastifyReply, address: string, fields: Record<string, string>): FastifyReply => {
  const { language, goOn } = wordsOf(call);
  const nonce = randomBytes(16).toString('base64');
  const form = `<form method="post" action="${escapeHtml(address)}">${hiddenFields(fields)}<button class="primary">${escapeHtml(goOn)}</button></form>`;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`;
  const page = smallPage(language, '…', `${form}<script nonce="${nonce}">document.forms[0].submit()</script>`);
  return sendPage(reply, page, { 'content-security-policy': policy });
};

/** What a page of signing in sends along, and where to. */
export type SignInForm = {
  action: string;
  /** The application that somebody goes to. */
  to: string;
  fields: Record<string, string | undefined>;
};

const domainOf = ({ mail }: Person): string => mail.slice(mail.indexOf('@') + 1);

const initials = ({ name }: Person): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, 1))
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('');

const personLine = (person: Person): string =>
  `<i aria-hidden="true">${escapeHtml(initials(person))}</i><span>${escapeHtml(person.name)}</span><small>${escapeHtml(person.mail)}</small>`;

/** Asks who is signing in: everybody of the directory, by organisation. */
export const accountPicker = (call: FastifyRequest, people: Person[], { action, to, fields }: SignInForm): string => {
  const { language, title, text, nobody } = wordsOf(call);
  const domains = [...new Set(people.map(domainOf))];
  const lists = domains.map((domain) => {
    const items = people
      .filter((person) => domainOf(person) === domain)
      .map((person) => `<li><button name="person" value="${escapeHtml(person.mail)}">${personLine(person)}</button></li>`);
    return `<h2>${escapeHtml(domain)}</h2><ul>${items.join('')}</ul>`;
  });
  const choice = lists.length === 0 ? `<p>${escapeHtml(nobody)}</p>` : lists.join('');
  const form = `<form method="post" action="${escapeHtml(action)}">${hiddenFields(fields)}${choice}</form>`;
  return smallPage(language, title, `<p>${escapeHtml(text(to))}</p>${form}`);
};

/** Asks whether the application may know what it asks for. */
export const consentForm = (call: FastifyRequest, person: Person, { action, to, fields }: SignInForm, scopes: string[]): string => {
  const { language, consent } = wordsOf(call);
  const items = scopes.map((scope) => `<li class="plain">${escapeHtml(consent.scopes[scope] ?? scope)}</li>`).join('');
  const buttons = `<div class="choice"><button name="consent" value="no">${escapeHtml(consent.decline)}</button>
    <button class="primary" name="consent" value="yes">${escapeHtml(consent.accept)}</button></div>`;
  const form = `<form method="post" action="${escapeHtml(action)}">${hiddenFields(fields)}<ul>${items}</ul>${buttons}</form>`;
  const text = `<p>${escapeHtml(consent.text(to))}</p>`;
  return smallPage(
    language,
    consent.title,
    `<div class="who">${personLine(person)}</div>${text}${form}<p class="hint">${escapeHtml(consent.once)}</p>`,
  );
};

/** Why the page of the password comes again. */
export type PasswordProblem = 'wrong_password' | 'disabled';

/** Asks for the password. `told` is the password where everybody may know it. */
export const passwordPage = (
  call: FastifyRequest,
  person: Person,
  { action, to, fields }: SignInForm,
  { told, problem }: { told: string | undefined; problem?: PasswordProblem | undefined },
): string => {
  const words = wordsOf(call);
  const hint = told === undefined ? '' : `<p class="hint">${escapeHtml(words.everybody)} <code>${escapeHtml(told)}</code></p>`;
  const alert = problem && `<p class="problem" role="alert" id="problem">${escapeHtml(words.problems[problem])}</p>`;
  const wrong = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const password = `<label for="password">${escapeHtml(words.password)}</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required autofocus${wrong}>`;
  const submit = `<button class="primary">${escapeHtml(words.signIn)}</button>`;
  const form = `<form method="post" action="${escapeHtml(action)}">${hiddenFields({ ...fields, person: person.mail })}${alert ?? ''}${password}${submit}</form>`;
  const back = `<form method="post" action="${escapeHtml(action)}">${hiddenFields(fields)}<button class="link">${escapeHtml(words.somebodyElse)}</button></form>`;
  return smallPage(
    words.language,
    words.passwordTitle,
    `<div class="who">${personLine(person)}</div><p>${escapeHtml(words.text(to))}</p>${form}${hint}${back}`,
  );
};
