/**
 * What comes from a provider is believed only as the protocol allows: the numbered cases of SAML, each signed and sent as an attacker
 * would. A refused one makes no code and no session, leads to the one page, and the audit log of the unit says why.
 */
import { createVerify } from 'node:crypto';
import * as contract from '@vitrine/contract/signIn/saml.ts';
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app.ts';
import { readCertificate } from '#platform/saml/certificates.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openBrowser } from '#test/harness/browser.ts';
import type { App, Going, Said } from '#test/harness/saml.ts';
import { assertionOf, encrypted, envelopeOf, openSamlWorld, sign } from '#test/harness/saml.ts';

const saml = await openSamlWorld();
const { world, provider, other, attacker, trusting, browserAt, acsOf, go, honest, signedAssertion, message, post, ledTo, signIn } = saml;
afterAll(saml.close);
afterEach(() => world.setTime(null));

const app = await trusting({ first_time: true });
const neighbour = await trusting();
const newcomer = () => `person-${uuidv7().slice(-12)}@${app.domain}`;

const reasonsSince = async (since: Date) => {
  const rows = await world.owner.run(sql<{ reason: string }>`
    select after ->> 'reason' as reason from audit_log where tenant_id = ${app.unit.id} and action = 'session.refused' and at >= ${since} order by at desc`);
  return rows.map(({ reason }) => reason);
};

let networks = 0;

/** What becomes of a message: the check that refused it, or `in`. */
async function fate(make: (going: Going, email: string) => string | Promise<string>, at: App = app): Promise<SamlCheck | 'in'> {
  // Each from a network of its own, so that none waits for the attempts of another.
  const browser = browserAt(at, `10.${++networks}.0.7`);
  const email = newcomer();
  const going = await go(browser);
  const [before] = await world.owner.run(sql<{ now: Date }>`select clock_timestamp() as now`);
  const answer = await post(browser, at, await make(going, email), going.state);
  expect(answer.statusCode).toBe(303);
  const code = ledTo(answer).get('code');
  if (code !== null) {
    await browser.call(contract.finish, { body: { code } });
    return 'in';
  }
  expect(answer.headers.location).toBe('/redirect?status=error_authentication');
  const [made] = await world.owner.run(
    sql<{ people: number; sessions: number }>`
      select (select count(*)::int from person where email = ${email}) as people, (select count(*)::int from session where auth_type = 'saml' and created_at >= ${before?.now ?? new Date()}) as sessions`,
  );
  expect(made).toEqual({ people: 0, sessions: 0 });
  const [reason = ''] = await reasonsSince(before?.now ?? new Date());
  return reason.replace('saml_', '') as SamlCheck;
}

const lying =
  (lies: Partial<Said>) =>
  (going: Going, email: string): string =>
    message(honest(app, going, email, lies));
const minutes = (count: number): Date => new Date(world.services.now().getTime() + count * 60_000);

test('1, 2, 3: an assertion that is signed comes in, also in a signed response, and also encrypted', async () => {
  expect(await fate(lying({}))).toBe('in');
  expect(await fate((going, email) => sign(message(honest(app, going, email)), 'Response', provider))).toBe('in');
  expect(
    await fate(async (going, email) => {
      const said = honest(app, going, email);
      return envelopeOf(said, await encrypted(signedAssertion(said), app.own.certificate));
    }),
  ).toBe('in');
});

const unsigned = (going: Going, email: string, lies: Partial<Said> = {}) => assertionOf(honest(app, going, email, lies));
const evil = (going: Going, lies: Partial<Said> = {}) =>
  unsigned(going, `evil@${app.domain}`, { assertion_id: `_evil${uuidv7()}`, ...lies });
const extensions = (inside: string) => `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</samlp:Extensions>`;
const signatureIn = (xml: string): string => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
const idOf = (xml: string): string => / ID="([^"]+)"/.exec(xml)?.[1] ?? '';

type Case = [name: string, refusedBy: SamlCheck, make: (going: Going, email: string) => string | Promise<string>];

const signatures: Case[] = [
  [
    '4: the response alone is signed',
    'signature',
    (going, email) => sign(envelopeOf(honest(app, going, email), unsigned(going, email)), 'Response', provider),
  ],
  ['5: nothing is signed', 'signature', (going, email) => envelopeOf(honest(app, going, email), unsigned(going, email))],
  [
    '6: another key signed, and its certificate comes along',
    'signature',
    (going, email) =>
      envelopeOf(honest(app, going, email), signedAssertion(honest(app, going, email), attacker, { certificate: attacker.certificate })),
  ],
  [
    '7: the name was changed afterwards',
    'signature',
    (going, email) => message(honest(app, going, email)).replace(email, `evil@${app.domain}`),
  ],
  [
    '8: an attribute was changed afterwards',
    'signature',
    (going, email) => message(honest(app, going, email, { attributes: { groups: ['readers'] } })).replace('readers', 'admins'),
  ],
  [
    '19: a processing instruction stands in the name',
    'form',
    (going, email) => message(honest(app, going, email)).replace(email, `evil<?x y?>${email}`),
  ],
  [
    '20: a comment stands in the digest',
    'structure',
    (going, email) => message(honest(app, going, email)).replace(/<ds:DigestValue>/, '<ds:DigestValue><!-- forged -->'),
  ],
  [
    '21: two things are signed infos',
    'structure',
    (going, email) => message(honest(app, going, email)).replace(/(<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>)/, '$1$1'),
  ],
  ...['', '#', '#xpointer(/)', 'https://evil.example/x.xml', 'other.xml'].map((uri): Case => [
    `22: the reference leads to ${uri || 'nothing'}`,
    'structure',
    (going, email) => message(honest(app, going, email)).replace(/ URI="[^"]*"/, ` URI="${uri}"`),
  ]),
];

const wrapped: Case[] = [
  [
    '9: an evil assertion stands before',
    'structure',
    (going, email) => envelopeOf(honest(app, going, email), evil(going) + signedAssertion(honest(app, going, email))),
  ],
  [
    '10: an evil assertion stands behind',
    'structure',
    (going, email) => envelopeOf(honest(app, going, email), signedAssertion(honest(app, going, email)) + evil(going)),
  ],
  [
    '11: the good one hides in extensions',
    'structure',
    (going, email) => envelopeOf(honest(app, going, email), extensions(signedAssertion(honest(app, going, email))) + evil(going)),
  ],
  [
    '12: the signature was moved to the evil one',
    'structure',
    (going, email) => {
      const good = signedAssertion(honest(app, going, email));
      const moved = evil(going).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(good)}`);
      return envelopeOf(honest(app, going, email), extensions(good.replace(signatureIn(good), '')) + moved);
    },
  ],
  [
    '13: the good one hides inside of the evil one',
    'structure',
    (going, email) => envelopeOf(honest(app, going, email), evil(going, { inside: signedAssertion(honest(app, going, email)) })),
  ],
  [
    '14: both have one id',
    'structure',
    (going, email) => {
      const good = signedAssertion(honest(app, going, email));
      return envelopeOf(honest(app, going, email), evil(going, { assertion_id: idOf(good) }) + good);
    },
  ],
  [
    '15: the good one hides in advice',
    'structure',
    (going, email) =>
      envelopeOf(
        honest(app, going, email),
        evil(going, { inside: `<saml:Advice>${signedAssertion(honest(app, going, email))}</saml:Advice>` }),
      ),
  ],
  [
    '16: the whole response hides in the signature',
    'structure',
    (going, email) => {
      const good = message(honest(app, going, email));
      const object = `<ds:Object>${good}</ds:Object></ds:Signature>`;
      return envelopeOf(
        honest(app, going, email),
        evil(going).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(good).replace('</ds:Signature>', object)}`),
      );
    },
  ],
  [
    '17: a second id in another space',
    'structure',
    (going, email) => message(honest(app, going, email)).replace('<samlp:Status>', `<samlp:Status xmlns:evil="urn:evil" evil:ID="_x">`),
  ],
  [
    '45: a second assertion is encrypted beside it',
    'structure',
    async (going, email) =>
      envelopeOf(
        honest(app, going, email),
        signedAssertion(honest(app, going, email)) + (await encrypted(evil(going), app.own.certificate)),
      ),
  ],
];

const contents: Case[] = [
  ['23: a type is declared', 'form', (going, email) => `<!DOCTYPE r [<!ENTITY a "b">]>${message(honest(app, going, email))}`],
  [
    '24: a billion laughs',
    'form',
    (going, email) =>
      `<!DOCTYPE lolz [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n || ''};`.repeat(10)}">`).join('')}]>${message(honest(app, going, email))}`,
  ],
  ['25: it is for somebody else', 'audience', lying({ audience: 'https://elsewhere.example/metadata' })],
  ['26: it is for nobody', 'audience', lying({ audience: null })],
  ['26: it has no conditions', 'audience', lying({ conditions: false })],
  ['27: it is for another unit that has the same provider', 'audience', lying({ audience: neighbour.audience })],
  ['28: it is to be brought elsewhere', 'recipient', lying({ recipient: acsOf(neighbour) })],
  ['29: the envelope goes elsewhere', 'recipient', lying({ destination: acsOf(neighbour) })],
  [
    '29: a signed envelope goes nowhere',
    'recipient',
    (going, email) => sign(message(honest(app, going, email, { destination: null })), 'Response', provider),
  ],
  ['30: another provider says so', 'issuer', lying({ issuer: 'https://evil.example' })],
  ['31: nobody says so', 'issuer', lying({ issuer: '', response_issuer: null })],
  ['30: the envelope is of another provider', 'issuer', lying({ response_issuer: 'https://evil.example' })],
  ['35: nobody may bring it', 'recipient', lying({ confirmation: false })],
  ['36: only the holder of a key may bring it', 'recipient', lying({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' })],
  ['37: it answers to something unknown', 'answers', lying({ in_response_to: '_unknown' })],
  ['38: it answers to nothing', 'answers', lying({ in_response_to: null })],
  [
    '39: only the envelope answers',
    'answers',
    (going, email) => message(honest(app, going, email, { in_response_to: null, envelope_in_response_to: going.request_id })),
  ],
  ['40: the envelope answers to something else', 'answers', lying({ envelope_in_response_to: '_other' })],
  ['42: the provider says that it failed', 'status', lying({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })],
  [
    '43: the signature is of SHA-1',
    'algorithms',
    (going, email) =>
      envelopeOf(
        honest(app, going, email),
        signedAssertion(honest(app, going, email), provider, { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      ),
  ],
  [
    '43: the digest is of SHA-1',
    'algorithms',
    (going, email) =>
      envelopeOf(
        honest(app, going, email),
        signedAssertion(honest(app, going, email), provider, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
      ),
  ],
  [
    '44: comments are read along',
    'algorithms',
    (going, email) =>
      envelopeOf(
        honest(app, going, email),
        signedAssertion(honest(app, going, email), provider, { canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }),
      ),
  ],
  [
    '44: the public key is taken for a secret',
    'algorithms',
    (going, email) =>
      message(honest(app, going, email)).replace(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      ),
  ],
  [
    '49: there are two names',
    'identity',
    (going, email) =>
      message(honest(app, going, email, { name_ids: `<saml:NameID>${email}</saml:NameID><saml:NameID>evil@${app.domain}</saml:NameID>` })),
  ],
  ['49: the name is empty', 'identity', lying({ name_ids: '<saml:NameID></saml:NameID>' })],
  [
    '49: the name is another one at every sign-in',
    'identity',
    (going, email) =>
      message(
        honest(app, going, email, {
          name_ids: `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">${email}</saml:NameID>`,
        }),
      ),
  ],
  [
    '49: the address is of a domain that the unit does not take',
    'identity',
    (going) => message(honest(app, going, 'boss@elsewhere.example')),
  ],
  ['49: the address looks like another one', 'identity', (going) => message(honest(app, going, `bоss@${app.domain}`))],
  [
    '49: more attributes than anybody has',
    'form',
    lying({ attributes: Object.fromEntries(Array.from({ length: 1600 }, (_, n) => [`a${n}`, ['v']])) }),
  ],
  ['49: it is deeper than anybody writes', 'form', lying({ inside: `${'<x>'.repeat(2000)}${'</x>'.repeat(2000)}` })],
  ['it is no XML', 'form', () => '<samlp:Response'],
];

test.each([...signatures, ...wrapped, ...contents])('%s: refused by %s', async (_name, check, make) => {
  expect(await fate(make)).toBe(check);
});

test('18: a comment in a name hides nothing of it', async () => {
  const browser = browserAt(app);
  const going = await go(browser);
  const email = newcomer();
  const [local, domain] = email.split('@');
  const answer = await post(browser, app, message(honest(app, going, `${local}@${domain}<!-- -->.evil.example`)), going.state);
  expect(ledTo(answer).get('code')).toBe(null);
  expect(await fate((again, name) => message(honest(app, again, name)).replace(name, `${name.slice(0, 4)}<!---->${name.slice(4)}`))).toBe(
    'in',
  );
});

test.each([
  ['32: it is over', 'time', () => ({ not_on_or_after: minutes(-4) })],
  ['32: within the patience for clocks', 'in', () => ({ not_on_or_after: minutes(-2) })],
  ['33: it begins later', 'time', () => ({ not_before: minutes(4) })],
  ['33: within the patience for clocks', 'in', () => ({ not_before: minutes(2) })],
  ['34: it may no longer be brought', 'time', () => ({ confirmed_until: minutes(-4) })],
  ['50: it was written long ago', 'time', () => ({ issued: minutes(-20), not_on_or_after: minutes(30 * 24 * 60) })],
  ['50: the sign-in there was days ago', 'time', () => ({ authn_instant: minutes(-25 * 60) })],
  ['50: the session there is over', 'time', () => ({ session_ends: minutes(-1) })],
] as const)('%s: %s', async (_name, expected, lies) => {
  expect(await fate((going, email) => message(honest(app, going, email, lies())))).toBe(expected);
});

test.each([
  ['45: unsigned inside', async (going: Going, email: string) => encrypted(unsigned(going, email), app.own.certificate)],
  [
    '46: signed by another key inside',
    async (going: Going, email: string) => encrypted(signedAssertion(honest(app, going, email), attacker), app.own.certificate),
  ],
  [
    '47: an old way of sending the key',
    async (going: Going, email: string) =>
      encrypted(signedAssertion(honest(app, going, email)), app.own.certificate, { key: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }),
  ],
  [
    '47: encrypted for somebody else',
    async (going: Going, email: string) => encrypted(signedAssertion(honest(app, going, email)), attacker.certificate),
  ],
  [
    '47: broken text in blocks',
    async (going: Going, email: string) =>
      (
        await encrypted(signedAssertion(honest(app, going, email)), app.own.certificate, {
          data: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
        })
      ).replace(/(<xenc:CipherValue>)[A-Za-z0-9+/]{8}(?=[^<]*<\/xenc:CipherValue>(?![\s\S]*CipherValue))/, '$1AAAAAAAA'),
  ],
] as const)('%s: told like every signature that does not fit', async (_name, inside) => {
  expect(await fate(async (going, email) => envelopeOf(honest(app, going, email), await inside(going, email)))).toBe('signature');
});

test('48: a message is used once, also when twenty come at the same time and to two nodes', async () => {
  const browser = browserAt(app);
  const going = await go(browser);
  const xml = message(honest(app, going, newcomer()));
  const second = await buildApp(world.services);
  onTestFinished(() => second.close());
  const nodes = [browserAt(app), openBrowser({ app: second, log: world.log }, { host: app.host })];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(nodes[n % 2] ?? browser, app, xml, going.state)));
  expect(answers.filter((answer) => ledTo(answer).has('code'))).toHaveLength(1);
  expect(ledTo(await post(browser, app, xml, going.state)).get('status')).toBe('error_authentication');
});

test('49: a message that is too large leads to the same page, without being read', async () => {
  const browser = browserAt(app);
  const going = await go(browser);
  const answer = await post(browser, app, `<x>${'a'.repeat(2_000_000)}</x>`, going.state);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/redirect?status=too_large']);
});

test('52: of two certificates either one signs, and one that was removed no longer', async () => {
  const pems = [provider, other].map(({ certificate }) => readCertificate(certificate)?.pem ?? '');
  await world.owner.run(sql`update saml_app set certificates = ${pems} where id = ${app.id}`);
  const bySecond = (going: Going, email: string) =>
    envelopeOf(honest(app, going, email), signedAssertion(honest(app, going, email), other));
  expect([await fate(lying({})), await fate(bySecond)]).toEqual(['in', 'in']);
  await world.owner.run(sql`update saml_app set certificates = ${pems.slice(0, 1)} where id = ${app.id}`);
  expect(await fate(bySecond)).toBe('signature');
});

test('54: what the provider sends back as a state is looked for and never followed', async () => {
  for (const state of ['https://evil.example/', 'javascript:alert(1)', '//evil.example']) {
    const browser = browserAt(app);
    const going = await go(browser);
    const answer = await post(browser, app, message(honest(app, going, newcomer())), state);
    expect(answer.headers.location).toBe('/redirect?status=error_authentication');
  }
  const long = await post(browserAt(app), app, '<x/>', 'x'.repeat(10_000));
  expect(long.headers.location).toBe('/redirect?status=invalid');
});

test('51: an answer for one app is no answer for another', async () => {
  const browser = browserAt(app);
  const going = await go(browser);
  const answer = await post(browser, neighbour, message(honest(neighbour, going, `x@${neighbour.domain}`)), going.state);
  expect(ledTo(answer).get('status')).toBe('error_authentication');
});

test('the provider begins only where the app says so, then answers to nothing, and once', async () => {
  const closed = browserAt(app);
  const alone = { request_id: null };
  expect(ledTo(await post(closed, app, message(honest(app, alone, newcomer())), null)).get('status')).toBe('error_authentication');
  const open = await trusting({ first_time: true, idp_initiated: true });
  const browser = browserAt(open);
  const xml = message(honest(open, alone, `new@${open.domain}`));
  const code = ledTo(await post(browser, open, xml, 'deep-link')).get('code') ?? '';
  expect((await browser.call(contract.finish, { body: { code } })).user.auth_type).toBe('saml');
  expect(ledTo(await post(browser, open, xml, null)).get('status')).toBe('error_authentication');
  const answering = message(honest(open, { request_id: '_stolen' }, `other@${open.domain}`));
  expect(ledTo(await post(browser, open, answering, null)).get('status')).toBe('error_authentication');
});

test('57: what the portal asks is signed, names where it goes and has an id that nobody guesses', async () => {
  const [first, second] = [await go(browserAt(app)), await go(browserAt(app))];
  expect(first.request).toContain('Destination="https://provider.example/sso"');
  expect(first.request).toContain(`AssertionConsumerServiceURL="${acsOf(app)}"`);
  expect(first.request).toContain(`>${app.audience}<`);
  expect(first.request_id).toMatch(/^_[0-9a-f]{40}$/);
  expect(second.request_id).not.toBe(first.request_id);
  const search = first.asked.search.slice(1);
  const [signed = '', signature = ''] = search.split('&Signature=');
  expect(signed).toMatch(/^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=[^&]+$/);
  expect(createVerify('RSA-SHA256').update(signed).verify(app.own.certificate, decodeURIComponent(signature), 'base64')).toBe(true);
});

test('nothing that the provider said of somebody stands in the log', async () => {
  const email = newcomer();
  await signIn(app, email);
  expect(world.log.filter((line) => line.includes('SAMLResponse') || line.includes('saml:Assertion'))).toEqual([]);
});
