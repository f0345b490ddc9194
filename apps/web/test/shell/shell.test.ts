/** What surrounds every screen: addresses that lead nowhere, screens of other roles, units to change to, lists that do not come. */
import { list } from '@vitrine/contract/reports/reportGroups.ts';
import { updateConfig } from '@vitrine/contract/settings/settings.ts';
import { changeCompany } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('an address that leads nowhere says so inside the portal', async () => {
  const { admin } = await sceneIn(world);
  const { screen } = await openScreen('/nada/disso', admin);
  await screen.findByRole('heading', { name: 'Página não encontrada' });
  await expect.poll(() => document.title).toContain('Página não encontrada');
  await screen.click('link', 'Voltar ao início');
  await screen.findByRole('heading', { name: /Alice/ });
});

test('a screen that the role does not hold is refused, not shown', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/powerbi', reader);
  await screen.findByRole('heading', { name: 'Você não tem permissão para acessar esta página.' });
  expect(screen.queryByRole('link', { name: 'Contas do Power BI' })).toBeNull();
});

test('a list that cannot be loaded says so and is tried again', async () => {
  const { admin } = await sceneIn(world);
  const { screen, cutOff, quiet } = await openScreen('/', admin);
  await quiet();
  const mend = cutOff(list.path);
  await screen.click('link', 'Grupos de relatórios');
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' });
  mend();
  retry.click();
  await screen.findByRole('heading', { name: 'Nenhum grupo ainda' });
});

test('a change of unit that is refused is told, and the person stays', async () => {
  const partner = await world.partner();
  const [unit, other] = [await partner.unit(), await partner.unit()];
  const carla = await unit.person('user', { membership: { is_default: true } });
  await world.join(carla, other);
  const { screen, cutOff } = await openScreen('/', carla);
  cutOff(changeCompany.path);
  await screen.click('button', new RegExp(unit.name));
  await screen.click('menuitemradio', other.name);
  await screen.findByText('Erro ao realizar login!');
  await screen.findByRole('button', { name: new RegExp(unit.name) });
});

test('somebody of one unit has nothing to change to', async () => {
  const { unit, reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  await screen.findByText(unit.name);
  expect(screen.queryByRole('button', { name: new RegExp(unit.name) })).toBeNull();
});

test('where registration is closed its page leads home', async () => {
  const { screen, address } = await openScreen('/register', null);
  await screen.findByRole('button', { name: 'Entrar' });
  expect(address()).toMatch(/^\/signin/);
  expect(screen.queryByRole('link', { name: 'Criar uma conta' })).toBeNull();
});

test('a welcome is shown once to a person, whatever device the next sign-in is on, and again when it says something new', async () => {
  const { reader, asAdmin } = await sceneIn(world);
  const signInOnNewDevice = async () => {
    const { screen, quiet } = await openScreen('/signin', null);
    await screen.fill('E-mail', reader.email);
    await screen.fill('Senha', reader.password);
    await screen.click('button', 'Entrar');
    return { screen, quiet };
  };
  const { version } = await asAdmin.call(updateConfig, { body: { message_ptbr: 'Olá a todos', version: 1 } });
  const first = await signInOnNewDevice();
  const welcome = await first.screen.dialog('Bem-vindo');
  await welcome.findByText('Olá a todos');
  await first.quiet();

  // The survey comes where the welcome does not.
  const second = await signInOnNewDevice();
  await second.screen.dialog('Conte um pouco sobre você');
  expect(second.screen.queryByText('Olá a todos')).toBeNull();

  await asAdmin.call(updateConfig, { body: { message_ptbr: 'Olá de novo', version } });
  const third = await signInOnNewDevice();
  await (await third.screen.dialog('Bem-vindo')).findByText('Olá de novo');
});
