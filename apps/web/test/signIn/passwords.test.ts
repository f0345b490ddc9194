/** Forgotten passwords, and those that have to be changed. */
import { query } from '@vitrine/api/platform/database/query.ts';
import type { Person } from '@vitrine/api/test/harness/population.ts';
import { forgotPassword, newPasswordForm } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();
const chosen = 'Girassol-amarelo-7';

async function askForLink(email: string): Promise<void> {
  const { screen, address } = await openScreen('/signin', null);
  await screen.click('link', 'Esqueci minha senha');
  await screen.findByRole('heading', { name: 'Recuperar senha' });
  expect(address()).toBe('/forgot');
  await screen.fill('E-mail', email);
  await screen.click('button', 'Enviar link');
  await screen.findByRole('heading', { name: 'Link de recuperação de senha enviado para o seu e-mail!' });
}

/** Where the mailed link leads. */
async function linkTo(person: Person): Promise<string> {
  const mails = () => world.mailsTo(person.email);
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0);
  const path = /\/new\/password\/[\w-]+/.exec((await mails()).at(-1)?.text ?? '')?.[0];
  if (!path) throw new Error('There is no link in the mail');
  return path;
}

async function choosePassword(screen: Part, password: string): Promise<void> {
  await screen.fill('Nova senha', password);
  await screen.fill('Repita a nova senha', password);
  await screen.click('button', 'Salvar senha');
}

test('sessions that were open end with the new password', async () => {
  const { reader } = await sceneIn(world);
  const elsewhere = await world.signIn(reader);
  await askForLink(reader.email);
  const { screen, address } = await openScreen(await linkTo(reader), null);
  await choosePassword(screen, chosen);
  await screen.findByText('Senha salva. Entre com ela.');
  expect(address()).toBe('/signin');
  expect((await elsewhere.inject({ url: '/api/auth/config/getConfig' })).statusCode).toBe(401);
});

test('what the server refuses of a password is said at the field', async () => {
  const { reader } = await sceneIn(world);
  await askForLink(reader.email);
  const { screen } = await openScreen(await linkTo(reader), null);
  await choosePassword(screen, reader.password);
  const field = await screen.field('Nova senha');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  await screen.findByRole('heading', { name: 'Criar nova senha' });
});

test('an unknown address is answered the same, and gets no mail; neither does somebody blocked', async () => {
  const { unit, reader } = await sceneIn(world);
  const blocked = await unit.person('user', { membership: { state: 'blocked' } });
  const unknown = `x${reader.email}`;
  await askForLink(unknown);
  for (const { email } of [blocked, reader]) await world.browser().call(forgotPassword, { body: { email } });
  await linkTo(reader);
  expect(await world.mailsTo(unknown)).toEqual([]);
  expect(await world.mailsTo(blocked.email)).toEqual([]);
});

test('who has to change the password is led there at the sign-in', async () => {
  const { reader } = await sceneIn(world);
  await world.owner.run(query.updateTable('person').set({ must_change_password: true }).where('id', '=', reader.id));
  const { screen } = await openScreen('/signin', null);
  await screen.fill('E-mail', reader.email);
  await screen.fill('Senha', reader.password);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: 'É preciso trocar a senha' });
  await choosePassword(screen, chosen);
  await screen.fill('E-mail', reader.email);
  await screen.fill('Senha', chosen);
  await screen.click('button', 'Entrar');
  await screen.findByRole('heading', { name: /Célia/ });
});

test('the way that somebody was on is kept through the change of the password', async () => {
  const { reader } = await sceneIn(world);
  await world.owner.run(query.updateTable('person').set({ must_change_password: true }).where('id', '=', reader.id));
  const { screen, address } = await openScreen('/all/reports', null);
  for (const password of [reader.password, chosen]) {
    await screen.fill('E-mail', reader.email);
    await screen.fill('Senha', password);
    await screen.click('button', 'Entrar');
    if (password === chosen) break;
    await screen.findByRole('heading', { name: 'É preciso trocar a senha' });
    expect(address()).toBe('/new/password?redirect=%2Fall%2Freports');
    await choosePassword(screen, chosen);
  }
  await screen.findByRole('heading', { name: 'Relatórios' });
  expect(address()).toBe('/all/reports');
});

test('a link is still good after its page was loaded anew, and stays out of the address', async () => {
  const { reader } = await sceneIn(world);
  await askForLink(reader.email);
  const { screen, address, reload } = await openScreen(await linkTo(reader), null);
  await screen.findByRole('heading', { name: 'Criar nova senha' });
  await reload();
  expect(address()).toBe('/new/password');
  await choosePassword(screen, chosen);
  await screen.findByText('Senha salva. Entre com ela.');
});

test('a link is not called dead where the server could not be asked', async () => {
  const { reader } = await sceneIn(world);
  await askForLink(reader.email);
  const { screen, cutOff, reload } = await openScreen(await linkTo(reader), null);
  await screen.findByRole('heading', { name: 'Criar nova senha' });
  const mend = cutOff(newPasswordForm.path);
  await reload();
  const again = await screen.findByRole('button', { name: 'Tentar novamente' });
  mend();
  again.click();
  await screen.findByRole('heading', { name: 'Criar nova senha' });
});

test('a link that somebody made up is dead', async () => {
  const { screen } = await openScreen('/new/password/inventado', null);
  await screen.findByRole('heading', { name: 'Este link não vale mais' });
});
