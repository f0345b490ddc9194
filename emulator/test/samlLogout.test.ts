import { SAML } from '@node-saml/node-saml';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { makeCertificate } from './certificate.ts';
import type { Page } from './directory.ts';
import { formOf, openBrowser, samlAt } from './directory.ts';
import { startWorld } from './world.ts';

const { tenant_id } = demoApplication;
const own = makeCertificate();
const stranger = makeCertificate();
const [portal, wiki] = ['https://portal.example/saml', 'https://wiki.example/saml'];

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());

const certificate = own.certificate.replaceAll(/-----[^-]+-----|\s/g, '');
const metadata = (id: string) =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${id}"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${id}/out"/><AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${id}/callback" index="0"/></SPSSODescriptor></EntityDescriptor>`;

const application = async (id: string, privateKey = own.key) =>
  new SAML({
    callbackUrl: `${id}/callback`,
    issuer: id,
    audience: id,
    idpIssuer: `${emulator.origin}/saml/${tenant_id}`,
    entryPoint: samlAt(emulator, tenant_id, 'sso'),
    logoutUrl: samlAt(emulator, tenant_id, 'slo'),
    idpCert: (await emulator.saml.certificates.list(tenant_id)).map((one) => one.certificate),
    privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAuthnResponseSigned: false,
  });

beforeEach(() => {
  emulator.saml.register(metadata(portal));
  emulator.saml.register(metadata(wiki));
});

type Browser = ReturnType<typeof openBrowser>;

const enter = async (browser: Browser, id: string, person = 'cesar@litoral.example') => {
  const saml = await application(id);
  const page = await browser.go(await saml.getAuthorizeUrlAsync('', undefined, {}));
  const posted = formOf(page).fields['SAMLResponse'] === undefined ? await browser.signInAs(page, person) : page;
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: formOf(posted).fields['SAMLResponse'] ?? '' });
  if (!profile) throw new Error('Nobody has signed in');
  return profile;
};

/** The message that the browser carries to an application, as that application reads it. */
const carried = async (page: Page, id: string) => {
  const address = new URL(page.location ?? '');
  const query = address.search.slice(1);
  const saml = await application(id);
  const { profile, loggedOut } = await saml.validateRedirectAsync(Object.fromEntries(address.searchParams), query);
  return { address, loggedOut, profile };
};

test("signing out on the directory's page goes from one application to the next, and says who has heard of it", async () => {
  const browser = openBrowser();
  const profile = await enter(browser, portal);
  await enter(browser, wiki);
  const first = await browser.go(samlAt(emulator, tenant_id, 'sign-out'), {});
  const heard = await carried(first, portal);
  expect(heard.address.href).toMatch(/^https:\/\/portal\.example\/saml\/out\?/);
  expect(heard.profile).toMatchObject({ nameID: 'cesar@litoral.example', sessionIndex: profile.sessionIndex });
  const relay = heard.address.searchParams.get('RelayState') ?? '';
  const answerOf = async (id: string, message: typeof heard, succeeded: boolean) =>
    (await application(id)).getLogoutResponseUrlAsync(message.profile as never, relay, {}, succeeded);
  const second = await browser.go(await answerOf(portal, heard, true));
  const other = await carried(second, wiki);
  expect(other.address.origin).toBe('https://wiki.example');
  // An answer that was given before is not one to this request.
  expect((await browser.go(await answerOf(portal, heard, true))).status).toBe(400);
  // Nor is one to a request that was never made.
  const foreign = { ...other, profile: Object.assign({}, other.profile, { ID: '_another' }) };
  expect((await browser.go(await answerOf(wiki, foreign, true))).status).toBe(400);
  const last = await browser.go(await answerOf(wiki, other, false));
  expect(last.text).toMatch(/portal\.example<\/span><small>signed out<[\s\S]*wiki\.example<\/span><small>did not confirm</);
  expect((await browser.go(await (await application(portal)).getAuthorizeUrlAsync('', undefined, {}))).text).toContain(
    'Who is signing in?',
  );
});

test('an application that signs somebody out is answered when the others have heard of it', async () => {
  const browser = openBrowser();
  const profile = await enter(browser, portal);
  await enter(browser, wiki);
  const saml = await application(portal);
  const on = await browser.go(await saml.getLogoutUrlAsync(profile, 'back', {}));
  const heard = await carried(on, wiki);
  const relay = heard.address.searchParams.get('RelayState') ?? '';
  const end = await browser.go(await (await application(wiki)).getLogoutResponseUrlAsync(heard.profile as never, relay, {}, true));
  const { address, loggedOut } = await carried(end, portal);
  expect([address.origin, address.searchParams.get('RelayState'), loggedOut]).toEqual(['https://portal.example', 'back', true]);
});

test('signs nobody out for a stranger', async () => {
  const browser = openBrowser();
  const profile = await enter(browser, portal);
  const foreign = await application(portal, stranger.key);
  const unsigned = new SAML({ ...foreign.options, privateKey: undefined });
  for (const address of [await foreign.getLogoutUrlAsync(profile, '', {}), await unsigned.getLogoutUrlAsync(profile, '', {})])
    expect((await browser.go(address)).status).toBe(400);
  const saml = await application(portal);
  const nobody = await browser.go(await saml.getLogoutUrlAsync({ ...profile, nameID: 'helena@litoral.example' }, '', {}));
  await expect(carried(nobody, portal)).rejects.toThrow(/UnknownPrincipal|status/i);
  const still = await browser.go(await saml.getAuthorizeUrlAsync('', undefined, {}));
  expect(formOf(still).fields['SAMLResponse']).toBeTruthy();
});
