/** What a page makes of its session: what it sends and keeps, and what it does when the server ends it. */
import { query } from '@vitrine/api/platform/database/query.ts';
import type { Person } from '@vitrine/api/test/harness/population.ts';
import { eventLogout, logout } from '@vitrine/contract/signIn/signIn.ts';
import { getConfig, updateConfig } from '@vitrine/contract/settings/settings.ts';
import { suspend } from '@vitrine/contract/organisation/companies.ts';
import { expect, test } from 'vitest';
import type { CachedUser } from '#platform/storage.ts';
import { decrypt, storage } from '#platform/storage.ts';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

const expired = (screen: Part) => screen.findByText(/Autenticação expirou/);

async function chooseInAccountMenu(screen: Part, role: string, name: string): Promise<void> {
  await screen.click('button', /^Sua conta/);
  await screen.click(role, name);
}

const changeSession = (person: Person, values: object) =>
  world.owner.run(query.updateTable('session').set(values).where('person_id', '=', person.id));

test('what the browser keeps is encrypted with the page’s origin', async () => {
  const { unit, admin } = await sceneIn(world);
  const { screen } = await openScreen('/', admin);
  await screen.click('link', 'Grupos de relatórios');
  await screen.click('button', 'Recolher menu');
  await expect.poll(() => storage.read('bi:config')).toMatchObject({ home_page: '/', login_timeout: 8 });
  const keys = Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? '']));
  expect(Object.keys(keys)).toEqual(expect.arrayContaining(['bi:cache', 'bi:config', 'bi:view']));
  for (const [key, stored] of Object.entries(keys)) {
    expect(key).toMatch(/^bi:/);
    expect(() => JSON.parse(stored) as unknown, `${key} is no JSON`).toThrow();
    expect(decrypt(stored, 'http://elsewhere.example'), `${key} opens with no other origin`).toBeNull();
    expect(JSON.parse(decrypt(stored, location.origin) ?? ''), `${key} opens with the page's`).toBeDefined();
  }
  expect(storage.read('bi:cache')).toMatchObject({ id: admin.id, email: admin.email, tenant_id: unit.id, role: 'admin' });
});

test('every call of a signed-in person names the session and the language', async () => {
  const { reader } = await sceneIn(world);
  const { screen, sent } = await openScreen('/', reader);
  await screen.findByRole('heading', { name: /Célia/ });
  const { headers } = await sent(getConfig.path);
  expect(headers).toMatchObject({
    authorization: `Bearer ${storage.read('bi:cache')?.token}`,
    lang: 'pt-BR',
    'access-control-allow-origin': '*',
  });
});

test('signing out leads to the sign-in page although the server cannot be told', async () => {
  const { reader } = await sceneIn(world);
  const { screen, address, cutOff } = await openScreen('/', reader);
  await screen.findByRole('heading', { name: /Célia/ });
  cutOff(logout.path);
  await chooseInAccountMenu(screen, 'menuitem', 'Sair');
  await screen.field('E-mail');
  expect(address()).toBe('/signin');
  expect(storage.read('bi:cache')).toBeNull();
});

test('an expired session is told, noted and left; signing in again leads back', async () => {
  const { unit, admin } = await sceneIn(world);
  const { quiet, screen, address, sent } = await openScreen('/reports', admin);
  await quiet();
  await changeSession(admin, { expires_at: new Date(Date.now() - 60_000) });
  await screen.click('link', 'Contas do Power BI');
  await expired(screen);
  expect(address()).toBe('/signin?redirect=%2Fpowerbi');
  expect(JSON.parse((await sent(eventLogout.path)).body)).toEqual({
    status: 401,
    origem: 'frontend',
    message: 'Token is Expired',
    user_id: admin.id,
    email: admin.email,
    rota: '/powerbi',
    tenant_id: unit.id,
    parceiro_id: null,
  });
  const lines = () =>
    world.owner.run(query.selectFrom('audit_log').select('after').where('person_id', '=', admin.id).where('action', '=', 'session.lost'));
  await expect.poll(lines).toEqual([{ after: expect.objectContaining({ route: '/powerbi' }) as unknown }]);
  expect(storage.read('bi:cache')).toBeNull();

  await screen.fill('E-mail', admin.email);
  await screen.fill('Senha', admin.password);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: 'Contas do Power BI' });
  expect(address()).toBe('/powerbi');
});

test('a session that was ended elsewhere is left in the same way', async () => {
  const { reader } = await sceneIn(world);
  const { quiet, screen, address, sent } = await openScreen('/', reader);
  await quiet();
  await changeSession(reader, { ended_at: new Date(), end_reason: 'force_logout' });
  await chooseInAccountMenu(screen, 'menuitemradio', 'English');
  await screen.findByText(/Autenticação expirou|Authentication expired/);
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(address()).toBe('/signin');
  expect(JSON.parse((await sent(eventLogout.path)).body)).toMatchObject({
    message: 'Token is Invalid',
    rota: '/',
  });
});

test('who was blocked loses the session with the next call', async () => {
  const { reader } = await sceneIn(world);
  const { quiet, screen, address } = await openScreen('/', reader);
  await quiet();
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'blocked' })
      .where('id', '=', reader.membership_id ?? ''),
  );
  await screen.click('link', 'Relatórios');
  await expired(screen);
  expect(address()).toBe('/signin?redirect=%2Fall%2Freports');
});

test('who was in a unit when it was suspended is told so, then and at the next sign-in', async () => {
  const { unit, reader } = await sceneIn(world);
  const { quiet, screen, address } = await openScreen('/', reader);
  await quiet();
  const operator = await world.signIn(await world.operator());
  await operator.call(suspend, { params: { id: unit.id }, body: { reason: 'Fatura em aberto' } });
  await screen.click('link', 'Relatórios');
  await expired(screen);
  await screen.findByText(/Esta unidade de negócio está suspensa/);
  expect(screen.queryByText(/Fatura em aberto/)).toBeNull();
  expect(address()).toBe('/signin?redirect=%2Fall%2Freports');

  await screen.fill('E-mail', reader.email);
  await screen.fill('Senha', reader.password);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: /Esta unidade de negócio está suspensa/ });
  await screen.findByText('Fale com quem administra o contrato da sua organização.');
});

test('a list of addresses that excludes somebody signs them out and shows their address', async () => {
  const { reader, asAdmin } = await sceneIn(world);
  const { quiet, screen, address } = await openScreen('/', reader);
  await quiet();
  const { version } = await asAdmin.call(getConfig, {});
  const list = { ip: true, allowed_addresses: [{ address: '203.0.113.0/24', note: 'Matriz' }], version };
  const warned = await asAdmin.call(updateConfig, { body: list });
  expect(warned.warnings).toEqual([{ word: 'ip_excludes_you', ip: asAdmin.ip }]);
  await asAdmin.call(updateConfig, { body: { ...list, confirm_ip: true } });

  await screen.click('link', 'Relatórios');
  await screen.findByRole('heading', { name: 'IP não permitido!' });
  await screen.findByText(new RegExp(`Seu IP atual \\(${asAdmin.ip}\\) está fora das faixas configuradas\\.`));
  expect(address()).toMatch(/^\/ip\/notallowed/);
  expect(storage.read('bi:cache')).toBeNull();

  await screen.click('link', 'Voltar para a entrada');
  await screen.fill('E-mail', reader.email);
  await screen.fill('Senha', reader.password);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: 'IP não permitido!' });
});

test('a token that is copied to another browser is worth nothing there', async () => {
  const { admin } = await sceneIn(world);
  const { screen, address, reload, forgetCookies } = await openScreen('/', admin);
  await screen.findByRole('heading', { name: /Alice/ });
  forgetCookies();
  await reload('/reports');
  await expired(screen);
  expect(address()).toBe('/signin?redirect=%2Freports');
  expect(storage.read('bi:cache')).toBeNull();
});

test('a session that cannot be renewed is left once, however many calls learn of it, and its address is kept', async () => {
  const { reader } = await sceneIn(world);
  const { quiet, screen, address, reload } = await openScreen('/', reader);
  await quiet();
  await changeSession(reader, { expires_at: new Date(Date.now() - 25 * 3_600_000) });
  await reload('/abertura/playlist/view');
  await expired(screen);
  await quiet();
  expect(address()).toBe('/signin?redirect=%2Fabertura%2Fplaylist%2Fview');
});

test('a sign-out that hangs does not hold the next sign-in', async () => {
  const { reader } = await sceneIn(world);
  const { screen, holdUp } = await openScreen('/', reader);
  await screen.findByRole('heading', { name: /Célia/ });
  holdUp(logout.path);
  await chooseInAccountMenu(screen, 'menuitem', 'Sair');
  await screen.fill('E-mail', reader.email);
  await screen.fill('Senha', reader.password);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: /Célia/ });
});

/** Another tab of this browser signs in. */
function signInElsewhere(user: CachedUser): void {
  storage.write('bi:cache', user);
  dispatchEvent(new StorageEvent('storage', { key: 'bi:cache' }));
}

test('a tab with unsaved input is asked before it follows another one to its unit, and never ends that one’s session', async () => {
  const partner = await world.partner();
  const [unit, other] = [await partner.unit(), await partner.unit()];
  const alice = await unit.person('admin', { person: { name: 'Alice Prado' } });
  const { screen } = await openScreen('/reports?edit=new', alice);
  const form = await screen.dialog('Novo grupo');
  await form.fill('Nome', 'Vendas');
  const here = storage.read('bi:cache');
  if (!here) throw new Error('Nobody is signed in');
  signInElsewhere({ ...here, tenant_id: other.id, token: 'of the other tab' });
  await screen.findByText(/^Em outra aba você mudou de unidade/);
  await screen.click('button', 'Não');

  // The other tab's sign-in has ended this session.
  await changeSession(alice, { ended_at: new Date(), end_reason: 'logout' });
  await form.click('button', 'Adicionar');
  await screen.findByText(/^Em outra aba você mudou de unidade/);
  expect((await form.field('Nome')).value).toBe('Vendas');
  expect(storage.read('bi:cache')).toMatchObject({ tenant_id: other.id, token: 'of the other tab' });
});

test('a tab that waits at the sign-in page goes where it would have led, once another one has signed in', async () => {
  const { reader } = await sceneIn(world);
  await openScreen('/', reader);
  const user = storage.read('bi:cache');
  if (!user) throw new Error('Nobody is signed in');
  const { screen, address } = await openScreen('/signin?redirect=%2Fall%2Freports', null);
  await screen.field('E-mail');
  signInElsewhere(user);
  await expect.poll(address).toBe('/all/reports');
});
