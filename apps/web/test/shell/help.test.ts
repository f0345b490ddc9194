/** Help beside every screen, and the tour: offered once, left at any step, found again. */
import * as faq from '@vitrine/contract/support/faq.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { expect, test } from 'vitest';
import { query } from '@vitrine/api/platform/database/query.ts';
import { signOut } from '#platform/signInFlow.ts';
import { openHelp } from '#shell/help/helpState.ts';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

test('help says what is done on this screen, and is searched without accents', async () => {
  const { admin } = await sceneIn(world);
  const { screen } = await openScreen('/group_users', admin);
  await screen.click('button', 'Ajuda');
  await screen.click('menuitem', 'Ajuda desta tela');
  const panel = await screen.dialog('Ajuda');
  await panel.findByText(/Um grupo reúne usuários/);
  await panel.fill('Procurar na ajuda', 'historico de quem mudou');
  await panel.findByText('Nada encontrado. Tente outra palavra.');
  await panel.fill('Procurar na ajuda', 'dominio aprovado');
  await panel.findByText(/Aqui está quem se cadastrou sozinho/);
});

test('beside a screen stand the questions that are tied to it, and no others', async () => {
  const { admin, reader } = await sceneIn(world);
  const desk = await world.signIn(admin);
  const question = (text: string) => ({ topic: 'reports' as const, question: { 'pt-BR': text }, answer: { 'pt-BR': `Assim: ${text}` } });
  await desk.call(faq.add, { body: { ...question('Como abro um relatório?'), screen: 'all_reports' } });
  await desk.call(faq.add, { body: { ...question('Onde peço acesso?'), screen: 'catalogs' } });
  const { screen, reload, quiet } = await openScreen('/all/reports', reader);
  const help = async () => {
    await screen.click('button', 'Ajuda');
    await screen.click('menuitem', 'Ajuda desta tela');
    return screen.dialog('Ajuda');
  };
  const panel = await help();
  const asked = panel.within(await panel.findByRole('region', { name: 'Perguntas sobre esta tela' }));
  await asked.findByText('Como abro um relatório?');
  expect(asked.queryByText('Onde peço acesso?')).toBeNull();
  openHelp.set(null);
  await reload('/playlists');
  await (await help()).findByText(/Uma playlist/);
  await quiet();
  expect(screen.queryByRole('region', { name: 'Perguntas sobre esta tela' })).toBeNull();
});

test('a reader reads of no screen that is not theirs', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  await screen.click('button', 'Ajuda');
  await screen.click('menuitem', 'Ajuda desta tela');
  const panel = await screen.dialog('Ajuda');
  await panel.fill('Procurar na ajuda', 'licença');
  await panel.findByText('Nada encontrado. Tente outra palavra.');
});

test('the tour is walked with keys, left, continued where it was left, and ended', async () => {
  const { reader } = await sceneIn(world);
  const { screen, user } = await openScreen('/', reader);
  const begin = async (name: RegExp) => {
    await screen.click('button', 'Ajuda');
    await screen.click('menuitem', 'Ajuda desta tela');
    await (await screen.dialog('Ajuda')).click('button', name);
  };
  await begin(/Conhecer o portal/);
  await screen.findByRole('dialog', { name: 'Relatórios' });
  await user.keyboard('{ArrowRight}');
  await screen.findByText(/Passo 2 de/);
  await screen.click('button', 'Sair da visita');
  await begin(/Continuar a visita: passo 2/);
  await screen.findByText(/Passo 2 de/);
  await user.keyboard('{ArrowLeft}');
  await screen.findByText(/Passo 1 de/);
  for (;;) {
    await screen.click('button', /Próximo|Concluir/);
    if (!screen.queryByRole('button', { name: 'Sair da visita' })) break;
  }
  await begin(/Conhecer o portal/);
  await screen.findByText(/Passo 1 de/);
  await screen.click('button', 'Sair da visita');
});

test('an address that leads nowhere offers no tour', async () => {
  const { reader } = await sceneIn(world);
  const { screen, quiet } = await openScreen('/nada/disso', reader);
  await quiet();
  expect(screen.queryByRole('button', { name: 'Fazer a visita' })).toBeNull();
});

test('the tour is offered once after the first sign-in, and never again', async () => {
  const { reader } = await sceneIn(world);
  // The survey would come first.
  await world.owner.run(
    query.insertInto('profile_survey').values({ person_id: reader.id, position: 'analyst', answered_at: new Date().toISOString() }),
  );
  const signIn = async () => {
    const opened = await openScreen('/signin', null);
    await opened.screen.fill('E-mail', reader.email);
    await opened.screen.fill('Senha', reader.password);
    await opened.screen.click('button', 'Entrar');
    await opened.screen.findByRole('heading', { name: /Célia/ });
    return opened;
  };
  const { screen } = await signIn();
  await screen.findByRole('region', { name: 'Conhecer o portal em dois minutos' });
  await screen.click('button', 'Dispensar');
  expect(screen.queryByRole('region', { name: 'Conhecer o portal em dois minutos' })).toBeNull();
  await expect.poll(async () => (await (await world.signIn(reader)).call(getConfig, {})).tour_due).toBe(false);
  const again = await signIn();
  await again.quiet();
  expect(again.screen.queryByRole('region', { name: 'Conhecer o portal em dois minutos' })).toBeNull();
});

test('help that was open does not wait for whoever signs in next', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/', reader);
  await screen.click('button', 'Ajuda');
  await screen.click('menuitem', 'Ajuda desta tela');
  await screen.dialog('Ajuda');
  signOut();
  await screen.field('E-mail');
  expect(openHelp.get()).toBeNull();
  expect(screen.queryByRole('dialog', { name: 'Ajuda' })).toBeNull();
});
