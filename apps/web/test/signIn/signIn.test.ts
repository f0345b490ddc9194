/** The sign-in page: what it asks for, whom it refuses and with which words, and where it leads. */
import { query } from '@vitrine/api/platform/database/query.ts';
import type { Person } from '@vitrine/api/test/harness/population.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { giveTheme } from '@vitrine/api/test/harness/themes.ts';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

/** A different one each time, because repeated wrong passwords are limited across accounts. */
const wrong = () => `Incorreta-${crypto.randomUUID()}`;

async function enter(screen: Part, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await screen.fill('E-mail', email);
  await screen.fill('Senha', password);
  await screen.click('button', 'Entrar');
}

test('an unknown address is answered like a wrong password', async () => {
  const { reader } = await sceneIn(world);
  const unknown = `x${reader.email}`;
  const password = wrong();
  const [known, nobody] = await Promise.all(
    [reader.email, unknown].map(async (email) => (await world.browser().refusal(login, { body: { email, password } })).body),
  );
  expect({ ...nobody, request_id: '' }).toEqual({ ...known, request_id: '' });

  const { screen } = await openScreen('/signin', null);
  await enter(screen, { email: unknown, password });
  await screen.findByText('Usuário ou senha incorretos!');
});

test('what is missing is asked for, and Enter alone is enough', async () => {
  const { reader } = await sceneIn(world);
  const { screen, user } = await openScreen('/signin', null);
  const email = await screen.field('E-mail');
  const password = await screen.field('Senha');
  await expect.poll(() => document.activeElement).toBe(email);
  await user.keyboard('{Enter}');
  await screen.findByText('O campo E-mail é obrigatório!');
  await user.keyboard('celia{Enter}');
  await screen.findByText('O campo E-mail é inválido!');
  await user.clear(email);
  await user.keyboard(`${reader.email}{Enter}`);
  await screen.findByText('O campo Senha é obrigatório!');
  await expect.poll(() => document.activeElement).toBe(password);
  await user.keyboard(`${reader.password}{Enter}`);
  await screen.findByRole('navigation', { name: 'Menu principal' });
});

test('after ten wrong passwords even the right one has to wait', async () => {
  const { reader } = await sceneIn(world);
  const password = wrong();
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await world.browser().refusal(login, { body: { email: reader.email, password } })).status).toBe(401);
  const { screen } = await openScreen('/signin', null);
  await enter(screen, reader);
  await screen.findByText('Usuário ou senha incorretos!');
  await screen.findByText(/Aguarde \d+ segundos e tente novamente\./);
});

test.each([
  { who: 'blocked', state: 'blocked' as const, text: 'O usuário está bloqueado!' },
  { who: 'inactive', state: 'inactive' as const, text: 'O usuário está inativo!' },
])('somebody $who is told so, and is offered no new password', async ({ state, text }) => {
  const unit = await world.unit();
  const person = await unit.person('user', { membership: { state } });
  const { screen, address } = await openScreen('/signin', null);
  await enter(screen, person);
  await screen.findByText(text);
  await screen.findByText('Fale com o administrador da sua unidade de negócio.');
  expect(screen.queryByRole('link', { name: 'Esqueci minha senha' })).toBeNull();
  expect(address()).toBe('/signin');
});

test('somebody deactivated is told so', async () => {
  const unit = await world.unit();
  const gone = await unit.person('user', { membership: { state: 'deactivated' } });
  const { screen } = await openScreen('/signin', null);
  await enter(screen, gone);
  await screen.findByText('O usuário foi desativado!');
});

test('where the trial has ended the form makes way, and another account may be tried', async () => {
  const unit = await world.unit({ tenant: { state: 'trial', trial_ends_on: '2026-01-31' } });
  const pilot = await unit.person('user');
  const { screen } = await openScreen('/signin', null);
  await enter(screen, pilot);
  await screen.findByRole('heading', { name: 'O período de teste terminou!' });
  await screen.findByText('Fale com quem administra o contrato da sua organização.');
  expect(screen.queryByLabelText('Senha')).toBeNull();
  await screen.click('button', 'Entrar com outra conta');
  expect((await screen.field('E-mail')).value).toBe(pilot.email);
});

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/%2f%2fevil.example', 'javascript:alert(1)', '/signin'])(
  'a redirect to %s is not followed',
  async (target) => {
    const { reader } = await sceneIn(world);
    const { screen, address } = await openScreen(`/signin?redirect=${encodeURIComponent(target)}`, null);
    await enter(screen, reader);
    await screen.findByRole('heading', { name: /Célia/ });
    expect(address()).toBe('/');
  },
);

test('whoever is signed in finds the dashboard at the sign-in page', async () => {
  const { reader } = await sceneIn(world);
  const { screen, address } = await openScreen('/signin?redirect=%2Fall%2Freports', reader);
  await screen.findByRole('heading', { name: /Célia/ });
  expect(address()).toBe('/');
});

test('a unit’s own address has its look and lets only its people in', async () => {
  const host = `serra-${crypto.randomUUID().slice(0, 8)}.example`;
  const unit = await world.unit({ host });
  const sign_in_sentence = { 'pt-BR': 'Onde está cada carga.' };
  await giveTheme(world.owner, unit.id, { own: ['words'], title: 'Serra · Painéis', sign_in_sentence });
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/signin', null, { host });
  await screen.findByRole('heading', { name: `Entrar em ${unit.name}` });
  expect(document.title).toContain('Serra · Painéis');
  expect(screen.getByText('Onde está cada carga.')).toBeTruthy();
  await enter(screen, reader);
  await screen.findByText('Sem acesso neste domínio!');
  await screen.findByText('Entre pelo endereço que sua organização lhe passou.');
});

test('an address that nobody has leads to a page that says so', async () => {
  const { screen } = await openScreen('/', null, { host: 'ninguem.example' });
  await screen.findByRole('heading', { name: 'Domínio não encontrado' });
  await screen.findByText(/ninguem\.example/);
});

test('keys walk from the e-mail to the password, then to its link and the button', async () => {
  const { screen, user } = await openScreen('/signin', null);
  (await screen.field('E-mail')).focus();
  const walked = [];
  for (let step = 0; step < 4; step += 1) {
    await user.tab();
    walked.push(
      document.activeElement?.getAttribute('aria-label') ??
        document.activeElement?.getAttribute('name') ??
        document.activeElement?.textContent,
    );
  }
  expect(walked).toEqual(['current-password', 'Mostrar senha', 'Esqueci minha senha', 'Entrar']);
});

test('an address whose domain has no passwords is led to the other way in, and whoever keeps one still types it', async () => {
  const host = 'sso-only.example';
  const { unit, reader } = await sceneIn(world, { host });
  const keeper = await unit.person('admin', { person: { email: 'keeper@closed.example' }, membership: { keeps_password: true } });
  await world.owner.run(
    query
      .updateTable('tenant_setting')
      .set({ password_off_domains: ['closed.example'] })
      .where('tenant_id', '=', unit.id),
  );
  const { screen } = await openScreen('/signin', null, { host });
  await screen.fill('E-mail', reader.email);
  await screen.field('Senha');
  await screen.fill('E-mail', 'Ana@Closed.example');
  await screen.findByText('closed.example entra pelo login corporativo. Use a entrada abaixo.');
  expect(screen.queryByLabelText('Senha')).toBeNull();
  await screen.click('button', 'Eu mantenho uma senha');
  await screen.fill('Senha', wrong());
  await screen.click('button', 'Entrar');
  await screen.findByText('E-mails deste domínio entram pelo login corporativo, não com senha.');
  await enter(screen, keeper);
  await screen.findByRole('navigation', { name: 'Menu principal' });
});
