/** A second provider that shares no code with the portal, where Debian has it: SimpleSAMLphp reads our metadata, and people sign in and out there. */
import { fillPath } from '@vitrine/contract/client.ts';
import * as contract from '@vitrine/contract/signIn/saml.ts';
import { afterAll, expect, test } from 'vitest';
import { readMetadata } from '#platform/saml/saml.ts';
import { openSamlWorld } from '#test/harness/saml.ts';
import { isServed } from '#test/harness/sessions.ts';
import { hasSimpleSaml, openSimpleSaml } from '#test/harness/simpleSaml.ts';

const { world, provider, trusting, browserAt, go, post, ledTo, close } = await openSamlWorld();
const directory = await openSimpleSaml();
afterAll(async () => {
  directory.close();
  await close();
});

test.skipIf(!hasSimpleSaml)(
  'a member comes in by a signed request and an encrypted assertion, and signs out there as well (needs php-cli and simplesamlphp)',
  async () => {
    const { origin, entity_id } = directory;
    const addresses = {
      sso_url: `${origin}/simplesaml/saml2/idp/SSOService.php`,
      slo_url: `${origin}/simplesaml/saml2/idp/SingleLogoutService.php`,
    };
    const app = await trusting({ entity_id, ...addresses }, { settings: { admins_set_sign_in: true } });
    const member = await app.unit.person('user', { person: { email: `ana@${app.domain}` } });
    const admin = await world.signIn(await app.unit.person('admin'), { host: app.host });
    const { body: portal } = await admin.inject({ url: fillPath(contract.metadata.path, { id: app.id }) });
    await directory.start({ key: provider, portal, email: member.email });
    // What it says of itself is what the app was given.
    expect(await readMetadata(app.unit.id, await directory.metadata())).toMatchObject({ entity_id, ...addresses });

    const browser = browserAt(app);
    const { asked, state } = await go(browser);
    expect(asked.searchParams.has('Signature')).toBe(true);
    const { visitor, response, state: returned } = await directory.signIn(asked);
    expect(response).toContain('EncryptedAssertion');
    expect(response).not.toContain(member.email);
    expect(returned).toBe(state);
    const code = ledTo(await post(browser, app, response, returned)).get('code');
    const signedIn = await browser.call(contract.finish, { body: { code: code ?? '' } });
    expect(signedIn.user.id).toBe(member.id);
    browser.token = signedIn.token;
    expect(await isServed(browser)).toBe(true);

    const { redirect_url } = await browser.call(contract.leave, { body: {} });
    const back = await visitor.visit(redirect_url ?? '');
    expect(await isServed(browser)).toBe(false);
    const left = 'left' in back ? back.left : new URL('about:blank');
    expect(left.pathname).toBe(`/api/saml/logout/${app.id}`);
    const answer = await browserAt(app).inject({ method: 'GET', url: `${left.pathname}${left.search}` });
    expect(answer.headers.location).toBe('/signin');

    // Signed out there as well: the next one is asked who they are again.
    const next = await visitor.visit((await go(browserAt(app))).asked.href);
    expect('page' in next && next.page).toContain('name="password"');
  },
);
