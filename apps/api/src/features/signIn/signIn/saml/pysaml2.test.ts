/** A provider that shares no code with the portal, where Debian has it: pysaml2 with xmlsec1 reads our metadata and request, and is believed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fillPath } from '@vitrine/contract/client.ts';
import * as contract from '@vitrine/contract/signIn/saml.ts';
import { afterAll, expect, test } from 'vitest';
import type { App } from '#test/harness/saml.ts';
import { openSamlWorld } from '#test/harness/saml.ts';
import { isServed } from '#test/harness/sessions.ts';

const { world, provider, attacker, trusting, browserAt, go, post, ledTo, close } = await openSamlWorld();
afterAll(close);

const python = '/usr/bin/python3';
const script = fileURLToPath(new URL('../../../../../test/harness/pysaml2.py', import.meta.url));
const isThere = existsSync('/usr/bin/xmlsec1') && existsSync('/usr/lib/python3/dist-packages/saml2/__init__.py');

type Answered = { response: string; destination: string };

const answerOf = (asked: object): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const run = execFile(python, [script], (error, stdout, stderr) => {
      if (error) reject(new Error(stderr));
      else resolve(JSON.parse(stdout) as Answered);
    });
    run.stdin?.end(JSON.stringify(asked));
  });

type How = {
  sign: 'assertion' | 'response' | 'both';
  encrypted?: boolean;
  digest?: 'sha1' | 'sha256' | 'sha512';
  key?: typeof provider;
  changed?: (xml: string) => string;
};

/** Somebody goes from our sign-in page to the provider and comes back with its form. */
async function comeBack(
  app: App,
  email: string,
  { sign, encrypted = false, digest = 'sha256', key = provider, changed = (xml) => xml }: How,
) {
  const browser = browserAt(app);
  const admin = await world.signIn(await app.unit.person('admin'), { host: app.host });
  const { body: metadata } = await admin.inject({ url: fillPath(contract.metadata.path, { id: app.id }) });
  const { asked, state } = await go(browser);
  const { response } = await answerOf({
    ...key,
    entity: app.entity_id,
    sso_url: 'https://provider.example/sso',
    metadata,
    request: asked.searchParams.get('SAMLRequest'),
    email,
    sign,
    encrypted,
    digest,
  });
  return { browser, code: ledTo(await post(browser, app, changed(response), state)).get('code') };
}

const needs = '(needs python3-pysaml2 and xmlsec1)';

test.skipIf(!isThere).each([
  ['assertion', 'sha256'],
  ['both', 'sha256'],
  ['assertion', 'sha512'],
] as const)(`signed %s by %s, the member comes in ${needs}`, async (sign, digest) => {
  const app = await trusting({}, { settings: { admins_set_sign_in: true } });
  const member = await app.unit.person('user', { person: { email: `ana@${app.domain}` } });
  const { browser, code } = await comeBack(app, member.email, { sign, digest });
  const signedIn = await browser.call(contract.finish, { body: { code: code ?? '' } });
  expect(signedIn.user.id).toBe(member.id);
  browser.token = signedIn.token;
  expect(await isServed(browser)).toBe(true);
});

test.skipIf(!isThere).each<[string, Partial<How>]>([
  ['whose signature is somebody else’s', { key: attacker }],
  ['that is signed with SHA-1', { digest: 'sha1' }],
  ['whose envelope alone is signed', { sign: 'response' }],
  // What pysaml2 encrypts with: triple DES and RSA 1.5.
  ['that is encrypted as nobody should any more', { sign: 'both', encrypted: true }],
  ['that names somebody else after it was signed', { changed: (xml) => xml.replace('ana@', 'bea@') }],
])(`a response %s lets nobody in ${needs}`, async (_, how) => {
  const app = await trusting({}, { settings: { admins_set_sign_in: true } });
  const member = await app.unit.person('user', { person: { email: `ana@${app.domain}` } });
  await app.unit.person('user', { person: { email: `bea@${app.domain}` } });
  const { code } = await comeBack(app, member.email, { sign: 'assertion', ...how });
  expect(code).toBeNull();
});
