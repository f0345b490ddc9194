/** The incident desk as administrators use it: recorded, filled in, whom it concerns, what is told, and closed. */
import { query } from '@vitrine/api/platform/database/query.ts';
import * as contract from '@vitrine/contract/privacy/incidents.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

const title = 'Planilha enviada ao cliente errado';

async function scene() {
  const people = await sceneIn(world);
  const noticed = '2026-01-05T10:00';
  const { id } = await people.asAdmin.call(contract.add, { body: { title, noticed, happened: 'Foi por e-mail.' } });
  return { ...people, id, path: `/privacy/incidents/${id}`, read: () => people.asAdmin.call(contract.get, { params: { id } }) };
}

test('an incident is recorded with its title and the minute in which it was noticed, and is listed with its clock', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  const { screen } = await openScreen('/privacy/incidents?incident=new', admin);
  const form = await screen.dialog('Registrar incidente');
  await form.click('button', 'Registrar incidente');
  await form.findByText('O campo Incidente é obrigatório!');
  await form.fill('Incidente', title);
  await form.fill('Quando a unidade soube', '05/01/2026');
  await form.fill('Hora (Quando a unidade soube)', '10:00');
  await form.click('button', 'Registrar incidente');
  const row = await screen.row(title);
  await row.findByText('Prazo vencido');
  await row.findByText('08/01/2026');
  expect((await asAdmin.call(contract.list, {})).data).toMatchObject([{ title, noticed_at: '2026-01-05T13:00:00.000Z', late: true }]);
});

test('the worksheet is filled in bit by bit', async () => {
  const { admin, path, read } = await scene();
  const { screen } = await openScreen(path, admin);
  const page = await screen.object(title);
  await page.fill('Causa', 'O endereço foi digitado à mão.');
  await page.click('radio', 'Risco ou dano relevante');
  await page.click('button', 'Salvar alterações');
  await screen.findByText('Ficha salva.');
  expect(await read()).toMatchObject({ cause: 'O endereço foi digitado à mão.', risk: 'relevant', happened: 'Foi por e-mail.' });
});

test('whom the sign-ins name is shown before all of them are put into the list', async () => {
  const { admin, reader, path, unit, read } = await scene();
  const line = { tenant_id: unit.id, person_id: reader.id, actor_id: reader.id, at: '2026-01-04T15:00:00Z' };
  const signedIn = { ...line, action: 'session.sign_in', object_type: 'session', ip: '203.0.113.9' };
  await world.owner.run(query.insertInto('audit_log').values(signedIn));
  const { screen } = await openScreen(`${path}?tab=concerned`, admin);
  const page = await screen.object(title);
  await page.click('button', 'Procurar nos registros');
  const search = await screen.dialog('Procurar nos registros');
  await search.click('radio', 'Quem entrou no portal');
  await search.click('button', 'Procurar');
  await search.findByText('O campo De é obrigatório!');
  await search.fill('De', '04/01/2026');
  await search.fill('Hora (De)', '00:00');
  await search.fill('Até', '04/01/2026');
  await search.fill('Hora (Até)', '23:59');
  await search.click('button', 'Procurar');
  await search.findByText(/^1 usuário encontrado\./);
  await search.findByText(new RegExp(`${reader.email} · 1 vez · por último em 04/01/2026`));
  await search.click('button', 'Incluir todos');
  await screen.findByText('1 usuário incluído.');
  await (await screen.row('Célia Prates')).findByText('Entradas no portal');
  expect((await read()).people).toBe(1);
});

test('somebody is put in by hand and taken out again', async () => {
  const { admin, reader, asAdmin, id, path, read } = await scene();
  await asAdmin.call(contract.addPeople, { params: { id }, body: { membership_ids: [reader.membership_id ?? ''] } });
  const { screen } = await openScreen(`${path}?tab=concerned`, admin);
  await screen.chooseAction('Célia Prates', 'Tirar da lista');
  await screen.findByText('Célia Prates saiu da lista.');
  expect((await read()).people).toBe(0);
});

test('a text that was changed is kept, and made again from the worksheet it follows it', async () => {
  const { admin, asAdmin, id, path } = await scene();
  const { screen } = await openScreen(`${path}?tab=text`, admin);
  const page = await screen.object(title);
  const notice = await page.field('Aviso aos afetados');
  expect(notice.value).toContain('Foi por e-mail.');
  await page.fill('Aviso aos afetados', 'Nosso aviso');
  await page.click('button', 'Salvar alterações');
  await screen.findByText('Textos salvos.');
  const texts = () => asAdmin.call(contract.getTexts, { params: { id } });
  expect((await texts()).saved).toEqual({ notice: 'Nosso aviso', letter: null });
  await page.click('button', 'Refazer a partir da ficha: Aviso aos afetados');
  await page.click('button', 'Salvar alterações');
  await expect.poll(async () => (await texts()).saved.notice).toBeNull();
});

test('it is told when both were told; only then it is closed, and read from then on', async () => {
  const { admin, path, read } = await scene();
  const { screen } = await openScreen(path, admin);
  const page = await screen.object(title);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Encerrar/);
  const early = await screen.dialog('Encerrar');
  await early.findByText(/^Antes de encerrar/);
  expect(early.queryByRole('textbox')).toBeNull();
  await early.click('button', 'Fechar');
  await page.click('button', 'Anotar avisos');
  const told = await screen.dialog('Anotar avisos');
  for (const name of ['Autoridade avisada em', 'Afetados avisados em']) {
    await told.fill(name, '06/01/2026');
    await told.fill(`Hora (${name})`, '09:00');
  }
  await told.click('button', 'Salvar alterações');
  await screen.findByText('Avisos anotados.');
  await page.findByText('Autoridade avisada no prazo');
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Encerrar/);
  const closing = await screen.dialog('Encerrar');
  await closing.fill('Como terminou', 'O cliente apagou a planilha.');
  await closing.click('button', 'Encerrar');
  await screen.findByText('Incidente encerrado.');
  await page.findByText('Este incidente está encerrado. Para mudar algo, reabra-o.');
  await page.findByText('O cliente apagou a planilha.');
  expect(await read()).toMatchObject({ state: 'closed' });
});

test('a partner reads what the unit wrote and has nothing to change; a reader has no such screen', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const asAdmin = await world.signIn(await unit.person('admin'));
  const { id } = await asAdmin.call(contract.add, { body: { title, noticed: '2026-01-05T10:00', happened: 'Foi por e-mail.' } });
  const { screen } = await openScreen(`/privacy/incidents/${id}`, await partner.person({ unit }));
  const page = await screen.object(title);
  await page.findByText('Foi por e-mail.');
  await page.findByText('Quem muda esta ficha são os administradores da unidade.');
  expect(page.queryByRole('button', { name: 'Anotar avisos' })).toBeNull();
  const reader = await openScreen('/privacy/incidents', await unit.person('user'));
  await reader.screen.findByRole('heading', { name: 'Página não encontrada' });
});
