/** Signing out at a provider as well, begun here or there: case 55. Only what the provider signed ends a session, and only the one it names. */
import { leave } from '@vitrine/contract/signIn/saml.ts';
import { afterAll, expect, test } from 'vitest';
import { inflateRawSync } from 'node:zlib';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { App } from '#test/harness/saml.ts';
import { openSamlWorld, sign } from '#test/harness/saml.ts';
import { isServed } from '#test/harness/sessions.ts';

const { world, provider, attacker, trusting, browserAt, signIn, inAddress, ledTo, close } = await openSamlWorld();
afterAll(close);

const app = await trusting({ first_time: true });
const sloOf = ({ host, id }: App) => `https://${host}/api/saml/logout/${id}`;

type Asked = { name_id: string; session_index: string | null; lies?: Partial<Record<'issuer' | 'destination' | 'id' | 'issued', string>> };

function request({ name_id, session_index, lies = {} }: Asked): string {
  const issued = lies.issued ?? world.services.now().toISOString();
  const index = session_index === null ? '' : `<samlp:SessionIndex>${session_index}</samlp:SessionIndex>`;
  return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${lies.id ?? `_l${uuidv7()}`}" Version="2.0" IssueInstant="${issued}" Destination="${lies.destination ?? sloOf(app)}"><saml:Issuer>${lies.issuer ?? app.entity_id}</saml:Issuer><saml:NameID>${name_id}</saml:NameID>${index}</samlp:LogoutRequest>`;
}

const signed = (xml: string, key = provider) => sign(xml, 'LogoutRequest', key);

const post = (xml: string) =>
  browserAt(app).inject({
    method: 'POST',
    url: `/api/saml/logout/${app.id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'relay' }).toString(),
  });
const visit = (query: string) => browserAt(app).inject({ method: 'GET', url: `/api/saml/logout/${app.id}?${query}` });

async function somebodyInside() {
  const email = `person-${uuidv7().slice(-12)}@${app.domain}`;
  const session_index = `s-${uuidv7()}`;
  const { browser } = await signIn(app, email, { session_index });
  return { email, session_index, browser };
}

const refusedPage = '/redirect?status=error_authentication';

test('what the provider signs ends the session that it names, by a form and by an address, and is answered', async () => {
  for (const how of ['form', 'address'] as const) {
    const [one, other] = [await somebodyInside(), await somebodyInside()];
    const xml = request({ name_id: one.email, session_index: one.session_index });
    const answer = await (how === 'form' ? post(signed(xml)) : visit(inAddress('SAMLRequest', xml, provider)));
    const to = new URL(answer.headers.location ?? '');
    expect(to.origin + to.pathname).toBe('https://provider.example/slo');
    expect(to.searchParams.get('RelayState')).toBe('relay');
    expect(to.searchParams.has('Signature')).toBe(true);
    const said = inflateRawSync(Buffer.from(to.searchParams.get('SAMLResponse') ?? '', 'base64')).toString('utf8');
    expect(said).toContain('status:Success');
    expect([await isServed(one.browser), await isServed(other.browser)]).toEqual([false, true]);
  }
});

const wrapped = (xml: string, victim: string) => {
  const good = signed(xml);
  const evil = request({ name_id: victim, session_index: null });
  return evil.replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${good}</samlp:Extensions>`);
};

test.each<[string, (email: string, session_index: string) => string]>([
  ['nothing is signed', (name_id, session_index) => request({ name_id, session_index })],
  ['another key signed', (name_id, session_index) => signed(request({ name_id, session_index }), attacker)],
  [
    'the signed one hides in another',
    (name_id) => wrapped(request({ name_id: 'somebody@elsewhere.example', session_index: null }), name_id),
  ],
  [
    'another provider asks',
    (name_id, session_index) => signed(request({ name_id, session_index, lies: { issuer: 'https://evil.example' } })),
  ],
  [
    'it goes elsewhere',
    (name_id, session_index) => signed(request({ name_id, session_index, lies: { destination: 'https://elsewhere.example' } })),
  ],
  ['it is old', (name_id, session_index) => signed(request({ name_id, session_index, lies: { issued: '2020-01-01T00:00:00Z' } }))],
])('55: %s: nobody is signed out', async (_name, make) => {
  const { email, session_index, browser } = await somebodyInside();
  expect((await post(make(email, session_index))).headers.location).toBe(refusedPage);
  expect(await isServed(browser)).toBe(true);
});

test('55: an address without a signature, with another key’s, or changed afterwards signs nobody out', async () => {
  const { email, session_index, browser } = await somebodyInside();
  const xml = request({ name_id: email, session_index });
  const good = inAddress('SAMLRequest', xml, provider);
  for (const query of [inAddress('SAMLRequest', xml, null), inAddress('SAMLRequest', xml, attacker), good.replace('relay', 'other')])
    expect((await visit(query)).headers.location).toBe(refusedPage);
  expect(await isServed(browser)).toBe(true);
});

test('55: another name or another session ends nothing, and the provider learns it', async () => {
  const { email, browser } = await somebodyInside();
  for (const asked of [
    { name_id: 'nobody@elsewhere.example', session_index: null },
    { name_id: email, session_index: 'another' },
  ]) {
    const to = new URL((await post(signed(request(asked)))).headers.location ?? '').searchParams;
    expect(inflateRawSync(Buffer.from(to.get('SAMLResponse') ?? '', 'base64')).toString('utf8')).toContain('UnknownPrincipal');
  }
  expect(await isServed(browser)).toBe(true);
});

test('55: a request is good once, and an answer to nothing that was asked is refused', async () => {
  const { email } = await somebodyInside();
  const xml = signed(request({ name_id: email, session_index: null }));
  expect((await post(xml)).headers.location).toContain('SAMLResponse');
  expect((await post(xml)).headers.location).toBe(refusedPage);
  const answer = (to: string) =>
    `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_l${uuidv7()}" Version="2.0" IssueInstant="${world.services.now().toISOString()}" Destination="${sloOf(app)}" InResponseTo="${to}"><saml:Issuer>${app.entity_id}</saml:Issuer></samlp:LogoutResponse>`;
  expect((await visit(inAddress('SAMLResponse', answer('_nothing'), provider))).headers.location).toBe(refusedPage);

  const { browser } = await somebodyInside();
  const { redirect_url } = await browser.call(leave, { body: {} });
  const asked = new URL(redirect_url ?? '');
  expect(await isServed(browser)).toBe(false);
  const sent = inflateRawSync(Buffer.from(asked.searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  const good = inAddress('SAMLResponse', answer(/ ID="([^"]+)"/.exec(sent)?.[1] ?? ''), provider);
  expect((await visit(good)).headers.location).toBe('/signin');
  expect(ledTo(await visit(good)).get('status')).toBe('error_authentication');
});

test('whoever came by another way goes to no provider', async () => {
  const browser = await world.signIn(await app.unit.person('user'));
  expect(await browser.call(leave, { body: {} })).toEqual({ redirect_url: null });
  expect(await isServed(browser)).toBe(false);
});
