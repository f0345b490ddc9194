import { X509Certificate } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { SamlConfig } from '@node-saml/node-saml';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { makeCertificate } from './certificate.ts';
import type { Form } from './directory.ts';
import { formOf, openBrowser, samlAt } from './directory.ts';
import { startWorld } from './world.ts';

const { tenant_id } = demoApplication;
const own = makeCertificate();
const stranger = makeCertificate();
const entity = 'https://portal.example/saml';
const consumer = 'https://portal.example/saml/callback';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());
afterEach(() => {
  emulator.faults.clear();
  emulator.clock.reset();
});

const base64 = (pem: string) => new X509Certificate(pem).raw.toString('base64');
const key = (use: string, pem: string) =>
  `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64(pem)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;

type Described = { id?: string; encryption?: boolean; signed?: boolean; logout?: string };

/** Metadata as an application publishes it. */
const described = ({ id = entity, encryption = false, signed = false, logout = `${id}/out` }: Described = {}) =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${id}"><SPSSODescriptor AuthnRequestsSigned="${signed}"
    protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key('signing', own.certificate)}
    ${encryption ? key('encryption', own.certificate) : ''}
    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${logout}"/>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}" index="0" isDefault="true"/>
    </SPSSODescriptor></EntityDescriptor>`;

const certificates = async () => (await emulator.saml.certificates.list(tenant_id)).map(({ certificate }) => certificate);

/** The application, as a library that knows nothing of the directory makes one of its metadata. */
const application = async (changes: Partial<SamlConfig> = {}) =>
  new SAML({
    callbackUrl: consumer,
    issuer: entity,
    audience: entity,
    idpIssuer: samlAt(emulator, tenant_id, '').slice(0, -1),
    entryPoint: samlAt(emulator, tenant_id, 'sso'),
    logoutUrl: samlAt(emulator, tenant_id, 'slo'),
    idpCert: await certificates(),
    privateKey: own.key,
    decryptionPvk: own.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    ...changes,
  });

/** Somebody signs in from the application: what the browser posts to it at the end. */
const signIn = async (saml: SAML, person: string, browser = openBrowser()): Promise<Form> => {
  const page = await browser.go(await saml.getAuthorizeUrlAsync('state-1', undefined, {}));
  return formOf(await browser.signInAs(page, person));
};

const accepted = async (saml: SAML, { fields }: Form) =>
  (await saml.validatePostResponseAsync({ SAMLResponse: fields['SAMLResponse'] ?? '', RelayState: fields['RelayState'] ?? '' })).profile;

const xmlOf = ({ fields }: Form) => Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8');

const claim = (name: string) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`;

test('somebody signs in with account and password, and the application learns who it is', async () => {
  emulator.saml.register(described());
  const saml = await application({ validateInResponseTo: 'always' as never });
  const posted = await signIn(saml, 'helena@litoral.example');
  expect(posted).toMatchObject({ action: consumer, fields: { RelayState: 'state-1' } });
  const profile = await accepted(saml, posted);
  expect(profile).toMatchObject({
    issuer: `${emulator.origin}/saml/${tenant_id}`,
    nameID: 'helena@litoral.example',
    nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    [claim('emailaddress')]: 'helena@litoral.example',
    [claim('name')]: 'helena@litoral.example',
    [claim('givenname')]: 'Helena',
    [claim('surname')]: 'Maia',
    'http://schemas.microsoft.com/identity/claims/displayname': 'Helena Maia',
    'http://schemas.microsoft.com/identity/claims/tenantid': tenant_id,
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': '8e40b7d2-6a15-4f93-b0c8-000000000003',
  });
});

test.each([
  ['assertion', { wantAssertionsSigned: true, wantAuthnResponseSigned: false }, 1],
  ['response', { wantAssertionsSigned: false, wantAuthnResponseSigned: true }, 1],
  ['both', { wantAssertionsSigned: true, wantAuthnResponseSigned: true }, 2],
] as const)('signs the %s where the application wants that', async (sign, wants, signatures) => {
  emulator.saml.register(described(), { sign });
  const saml = await application(wants);
  const posted = await signIn(saml, 'cesar@litoral.example');
  expect(xmlOf(posted).match(/<ds:SignatureValue>/g)).toHaveLength(signatures);
  expect((await accepted(saml, posted))?.nameID).toBe('cesar@litoral.example');
});

test('encrypts for an application with a certificate for that, and nobody else can read it', async () => {
  emulator.saml.register(described({ encryption: true }));
  const saml = await application();
  const posted = await signIn(saml, 'cesar@litoral.example');
  expect(xmlOf(posted)).toContain('EncryptedAssertion');
  expect(xmlOf(posted)).not.toContain('cesar@litoral.example');
  expect((await accepted(saml, posted))?.nameID).toBe('cesar@litoral.example');
  await expect(accepted(await application({ decryptionPvk: stranger.key }), posted)).rejects.toThrow();
});

test('an application that has to sign is refused without a signature, and with that of another', async () => {
  emulator.saml.register(described({ signed: true }));
  const { go } = openBrowser();
  const ask = async (changes: Partial<SamlConfig>) => go(await (await application(changes)).getAuthorizeUrlAsync('', undefined, {}));
  const unsigned = new SAML({ ...(await application()).options, privateKey: undefined });
  const pages = [
    await go(await unsigned.getAuthorizeUrlAsync('', undefined, {})),
    await ask({ privateKey: stranger.key }),
    await ask({ signatureAlgorithm: 'sha1' }),
    await ask({}),
  ];
  expect(pages.map(({ status }) => status)).toEqual([400, 400, 400, 200]);
});

test('takes a signed request by post as well', async () => {
  emulator.saml.register(described({ signed: true }));
  const saml = await application();
  const { go } = openBrowser();
  const form = async (other: SAML) =>
    /name="SAMLRequest" value="([^"]+)"/.exec(await other.getAuthorizeFormAsync('', undefined, {}))?.[1]?.replaceAll('&#x2B;', '+') ?? '';
  const post = async (other: SAML) => go(samlAt(emulator, tenant_id, 'sso'), { SAMLRequest: await form(other) });
  const options = { authnRequestBinding: 'HTTP-POST', skipRequestCompression: true } as const;
  expect((await post(new SAML({ ...saml.options, ...options }))).status).toBe(200);
  expect((await post(new SAML({ ...saml.options, ...options, privateKey: stranger.key }))).status).toBe(400);
});

test.each([
  ['nobody registered, on another machine', { issuer: 'https://else.example', callbackUrl: 'https://else.example/back' }, 400],
  ['nobody registered, on this machine', { issuer: 'https://else.example', callbackUrl: 'http://unit.localhost:4000/back' }, 200],
  ['is registered with another address', { callbackUrl: 'http://localhost/elsewhere' }, 400],
])('an application that %s', async (_, changes, status) => {
  emulator.saml.register(described());
  const saml = await application(changes);
  const page = await openBrowser().go(await saml.getAuthorizeUrlAsync('', undefined, {}));
  expect([page.status, page.location]).toEqual([status, null]);
});

test('asks for the password again after a wrong one, and only then lets anybody in', async () => {
  emulator.saml.register(described());
  const saml = await application();
  const browser = openBrowser();
  const page = await browser.go(await saml.getAuthorizeUrlAsync('', undefined, {}));
  const wrong = await browser.signInAs(page, 'cesar@litoral.example', 'guess');
  expect(wrong.text).toContain('That is not the password');
  expect(formOf(wrong).fields['SAMLResponse']).toBeUndefined();
});

test('who is signed in goes on without being asked, unless the application forces it', async () => {
  emulator.saml.register(described());
  const browser = openBrowser();
  const saml = await application();
  await signIn(saml, 'cesar@litoral.example', browser);
  const again = formOf(await browser.go(await saml.getAuthorizeUrlAsync('', undefined, {})));
  expect((await accepted(saml, again))?.nameID).toBe('cesar@litoral.example');
  const forced = await application({ forceAuthn: true });
  expect((await browser.go(await forced.getAuthorizeUrlAsync('', undefined, {}))).text).toContain('Who is signing in?');
  emulator.clock.advance(9 * 3_600_000);
  expect((await browser.go(await saml.getAuthorizeUrlAsync('', undefined, {}))).text).toContain('Who is signing in?');
});

test('a passive request of somebody who is not signed in is answered, without a page', async () => {
  emulator.saml.register(described());
  const saml = await application({ passive: true, wantAuthnResponseSigned: true });
  const posted = formOf(await openBrowser().go(await saml.getAuthorizeUrlAsync('', undefined, {})));
  expect(xmlOf(posted)).toContain('urn:oasis:names:tc:SAML:2.0:status:NoPassive');
  // Told as nobody's sign-in, and not as a mistake.
  expect(await accepted(saml, posted)).toBeNull();
});

test("begins at the directory's own page, with an answer that nobody asked for", async () => {
  emulator.saml.register(described());
  const browser = openBrowser();
  const page = await browser.signInAs(await browser.go(samlAt(emulator, tenant_id, 'apps')), 'admin@litoral.example');
  expect(page.text).toContain(entity);
  const posted = formOf(await browser.go(samlAt(emulator, tenant_id, 'start'), { application: entity }));
  expect(xmlOf(posted)).not.toContain('InResponseTo');
  expect((await accepted(await application(), posted))?.nameID).toBe('admin@litoral.example');
  const other = await openBrowser().go(samlAt(emulator, tenant_id, 'start'), { application: entity });
  expect([other.status, other.location]).toEqual([303, samlAt(emulator, tenant_id, 'apps')]);
});

test('publishes two certificates while they are changed, and signs with the one that it is told to', async () => {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const metadata = async () => (await (await fetch(samlAt(world, tenant_id, 'metadata'))).text()).match(/<ds:X509Certificate>/g)?.length;
  const keys = world.saml.certificates;
  expect(await metadata()).toBe(1);
  await keys.add(tenant_id);
  const [first, second] = await keys.list(tenant_id);
  expect([await metadata(), (await keys.current(tenant_id)).id]).toEqual([2, first?.id]);
  await keys.use(tenant_id, second?.id ?? '');
  expect((await keys.current(tenant_id)).id).toBe(second?.id);
  await keys.remove(tenant_id, first?.id ?? '');
  await keys.remove(tenant_id, second?.id ?? '');
  expect([await metadata(), (await keys.current(tenant_id)).id]).toEqual([1, second?.id]);
});

test.each(['audience', 'no_audience', 'expired', 'future', 'unsigned', 'other_key', 'tampered', 'in_response_to'] as const)(
  'lies when it is told to, and the application notices: %s',
  async (lie) => {
    emulator.saml.register(described());
    const saml = await application({ validateInResponseTo: 'always' as never });
    emulator.faults.start({ name: 'lying_assertion', lie, times: 1 });
    await expect(signIn(saml, 'cesar@litoral.example').then((posted) => accepted(saml, posted))).rejects.toThrow();
    expect((await accepted(saml, await signIn(saml, 'cesar@litoral.example')))?.nameID).toBe('cesar@litoral.example');
  },
);

test.each([
  ['issuer', /<saml:Issuer[^>]*>https:\/\/elsewhere\.example/],
  ['recipient', /Recipient="https:\/\/elsewhere\.example/],
  ['destination', /Destination="https:\/\/elsewhere\.example/],
  ['failed', /status:Responder/],
] as const)('lies of what libraries let pass: %s', async (lie, said) => {
  emulator.saml.register(described());
  emulator.faults.start({ name: 'lying_assertion', lie, times: 1 });
  expect(xmlOf(await signIn(await application(), 'cesar@litoral.example'))).toMatch(said);
});

test('is down and slow for SAML alone when told to', async () => {
  emulator.faults.start({ name: 'server_error', service: 'saml', status: 503, times: 1 });
  expect((await fetch(samlAt(emulator, tenant_id, 'metadata'))).status).toBe(503);
  expect((await fetch(samlAt(emulator, tenant_id, 'metadata'))).status).toBe(200);
});

test.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['no XML', 'hello'],
  ['another message', '<a xmlns="urn:x"/>'],
  ['too much', `<a>${'x'.repeat(300_000)}</a>`],
])('refuses %s in place of a request', async (_, text) => {
  const { go } = openBrowser();
  const page = await go(samlAt(emulator, tenant_id, 'sso'), { SAMLRequest: Buffer.from(text).toString('base64') });
  expect(page.status).toBe(400);
});

test('there is no directory that nobody knows', async () => {
  expect((await fetch(samlAt(emulator, demoApplication.client_id, 'metadata'))).status).toBe(400);
});
