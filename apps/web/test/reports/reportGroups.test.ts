/** Report groups: the list, the form, what is refused, and what an address opens. */
import { query } from '@vitrine/api/platform/database/query.ts';
import type { Browser } from '@vitrine/api/test/harness/browser.ts';
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function addGroups(browser: Browser, ...names: string[]): Promise<void> {
  for (const name of names) await browser.call(reportGroups.add, { body: { name } });
}

const stored = ({ id }: { id: string }) =>
  world.owner.run(query.selectFrom('report_group').select(['name', 'description']).where('tenant_id', '=', id));

test('a name that is taken is refused at its field, and nothing typed is lost', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  await addGroups(asAdmin, 'Vendas');
  const { screen, user } = await openScreen('/reports?edit=new', admin);
  const add = await screen.dialog('Novo grupo');
  await add.fill('Nome', 'VENDAS');
  await user.keyboard('{Enter}');
  const name = await add.field('Nome');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  expect(name.value).toBe('VENDAS');

  // Leaving with changes asks first.
  await user.keyboard('{Escape}');
  await screen.click('button', 'Não');
  expect(name.value).toBe('VENDAS');
  await user.keyboard('{Escape}');
  await screen.click('button', 'Sim');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Novo grupo' })).toBeNull();
});

test('what somebody else saved meanwhile is not overwritten', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  await addGroups(asAdmin, 'Vendas');
  const { screen, user } = await openScreen('/reports', admin);
  await screen.chooseAction('Vendas', 'Editar');
  const edit = await screen.dialog('Editar grupo');
  await edit.field('Nome');
  const [group] = (await asAdmin.call(reportGroups.list, { query: {} })).data;
  const { id = '', version = 0 } = group ?? {};
  await asAdmin.call(reportGroups.update, { params: { id }, body: { name: 'Vendas', description: 'De outra pessoa', version } });
  await edit.fill('Nome', 'Outro nome');
  await user.keyboard('{Enter}');
  await screen.findByText(/Outra pessoa alterou isto enquanto você editava\./);
  expect(await stored(unit)).toEqual([{ name: 'Vendas', description: 'De outra pessoa' }]);
});

test('a group is deleted only when its name is typed in capitals', async () => {
  const { unit, admin, asAdmin } = await sceneIn(world);
  await addGroups(asAdmin, 'Vendas São Paulo');
  const { screen, user } = await openScreen('/reports', admin);
  await screen.chooseAction('Vendas São Paulo', 'Excluir');
  const confirm = await screen.dialog('Excluir “Vendas São Paulo”?');
  const remove = await confirm.findByRole<HTMLButtonElement>('button', { name: 'Excluir' });
  const box = 'Para confirmar, digite o nome abaixo:';
  await confirm.findByText('O grupo e os subgrupos dele.');
  await confirm.findByText('Esta ação não pode ser desfeita.');
  await confirm.findByText('VENDAS_SÃO_PAULO');
  expect(remove.disabled).toBe(true);
  await confirm.fill(box, 'VENDAS_SAO_PAULO');
  expect(remove.disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(confirm.element.isConnected).toBe(true);
  await confirm.fill(box, 'VENDAS_SÃO_PAULO');
  expect(remove.disabled).toBe(false);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Nenhum grupo ainda' });
  expect(await stored(unit)).toEqual([]);
});

test('a reader finds there the groups of what may be read, and nothing to change', async () => {
  const { unit, admin, ana, publish, toAna } = await publishingScene(world);
  const { id: group_id } = await admin.call(reportGroups.add, { body: { name: 'Vendas' } });
  await admin.call(reportGroups.add, { body: { name: 'Pessoal' } });
  await admin.call(reportGroups.addSubgroup, { params: { id: group_id }, body: { name: 'Lojas' } });
  const { data } = await admin.call(reportGroups.subgroups, { params: { id: group_id } });
  await toAna(await publish({ title: 'Balanço', group_id, subgroup_id: data[0]?.id ?? null }));
  const { screen, address } = await openScreen('/', ana);
  await screen.click('link', 'Grupos de relatórios');
  await screen.findByRole('link', { name: /^Lojas 1 relatório$/ });
  expect(screen.queryByRole('link', { name: /^Pessoal/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Novo grupo' })).toBeNull();
  await screen.click('link', /^Vendas 1 relatório$/);
  await screen.findByRole('heading', { name: 'Vendas', level: 1 });
  expect(address()).toBe(`/${group_id}/reports`);

  const another = await openScreen('/reports', await unit.person('user'));
  await another.screen.findByRole('heading', { name: 'Nenhum relatório para você ainda' });
});

test('a reader has no screen of people, whatever address is typed', async () => {
  const { reader } = await sceneIn(world);
  const { screen } = await openScreen('/user', reader);
  await screen.findByRole('heading', { name: 'Página não encontrada' });
  await screen.findByRole('navigation', { name: 'Menu principal' });
  expect(screen.queryByRole('link', { name: 'Usuários' })).toBeNull();
});

test('an address names a group that stands on another page of the list; one that is gone is told as such', async () => {
  const { admin, asAdmin } = await sceneIn(world);
  await addGroups(asAdmin, ...Array.from({ length: 12 }, (_, index) => `Grupo ${String(index + 1).padStart(2, '0')}`));
  const { data } = await asAdmin.call(reportGroups.list, { query: { per_page: 100 } });
  const last = data.find(({ name }) => name === 'Grupo 12')?.id ?? '';
  const { screen, user, reload } = await openScreen(`/reports?per_page=10&edit=${last}`, admin);
  const edit = await screen.dialog('Editar grupo');
  expect((await edit.field('Nome')).value).toBe('Grupo 12');
  expect(screen.queryByRole('cell', { name: 'Grupo 12' })).toBeNull();
  await edit.fill('Nome', 'Zeladoria');
  await user.keyboard('{Enter}');
  await screen.findByText('Alterações do grupo Zeladoria salvas.');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Editar grupo' })).toBeNull();
  expect((await asAdmin.call(reportGroups.get, { params: { id: last } })).name).toBe('Zeladoria');

  await asAdmin.call(reportGroups.remove, { params: { id: last }, query: {} });
  await reload(`/reports?per_page=10&edit=${last}`);
  await screen.findByText('Este grupo não existe!');
  expect(screen.queryByRole('dialog', { name: 'Editar grupo' })).toBeNull();
});
