/** The start page: what a person puts there stays in the order in which it was put there. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { fillPath } from '@vitrine/contract/client.ts';
import { home, orderFavourites } from '@vitrine/contract/reading/home.ts';
import { favourite } from '@vitrine/contract/reading/reportReading.ts';
import { changeCompany } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

/** A reader with three reports. */
async function scene() {
  const made = await publishingScene(world);
  const reports = [];
  for (const title of ['Balanço', 'Caixa', 'Diário']) {
    const report = await made.publish({ title });
    await made.toAna(report);
    reports.push(report);
  }
  const favourites = async () => (await made.reader.call(home, {})).favourites.map(({ title }) => title);
  return { ...made, reports, favourites };
}

async function star(screen: Part, title: string): Promise<void> {
  const [first] = await screen.findAllByRole('button', { name: `Adicionar ${title} aos favoritos` });
  first?.click();
}

test('favourites stand in the order in which they were starred, also when the first star takes long', async () => {
  const { ana, reports, favourites } = await scene();
  const { screen, holdUp, quiet } = await openScreen('/', ana);
  await screen.findAllByRole('button', { name: /Adicionar Diário/ });
  const letThrough = holdUp(fillPath(favourite.path, { id: reports[0]?.id ?? '' }));
  await star(screen, 'Balanço');
  await star(screen, 'Caixa');
  await quiet();
  letThrough();
  await expect.poll(favourites).toEqual(['Balanço', 'Caixa']);
});

test('an answer that was on its way does not undo what has been put in order since', async () => {
  const { ana, reader, reports, favourites } = await scene();
  for (const { id } of reports.slice(0, 2)) await reader.call(favourite, { params: { id }, body: { favourite: true } });
  const { screen, user, holdUp, quiet } = await openScreen('/', ana);
  await screen.click('button', 'Organizar');
  const handle = await screen.findByRole('button', { name: 'Mover Caixa' });
  await quiet();
  // After the star the list is read again; its answer has the old order.
  const answer = holdUp(home.path, { answered: true });
  const order = holdUp(orderFavourites.path);
  await star(screen, 'Diário');
  await quiet();
  handle.focus();
  await user.keyboard(' {ArrowUp} ');
  answer();
  await quiet();
  const names = () => screen.getAllByRole('button', { name: /^Mover / }).map((button) => button.getAttribute('aria-label'));
  expect(names()).toEqual(['Mover Caixa', 'Mover Balanço']);
  order();
  await expect.poll(favourites).toEqual(['Caixa', 'Balanço', 'Diário']);
});

test('administrators see four figures that lead to their rows, and in one card what waits; readers see neither', async () => {
  const { unit, administrator, ana } = await scene();
  await unit.person('user', { membership: { state: 'inactive', registered_at: new Date() } });
  const { screen } = await openScreen('/', administrator);
  const leadsTo = async (name: RegExp | string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await leadsTo(/^Licenças usadas ?\d+ ?de 100/)).toBe('/user?licence=used');
  expect(await leadsTo(/^Usuários ativos/)).toBe('/user?reads=week');
  expect(await leadsTo(/^Visualizações em 7 dias/)).toBe('/management/report?view=usage&period=7');
  expect(await leadsTo(/^Relatórios com dados atrasados/)).toBe('/management/report?data=stale');
  expect(await leadsTo('1 cadastro para aprovar')).toBe('/registrations');

  const { screen: hers } = await openScreen('/', ana);
  await hers.findByRole('heading', { name: 'Novos relatórios' });
  expect(hers.queryByText('Licenças usadas')).toBeNull();
});

test('a partner sees its units with their state and licences', async () => {
  const { partner, unit } = await scene();
  const other = await partner.unit({ tenant: { user_limit: 1 } });
  for (const there of [unit, other]) await there.person('user', { membership: { state: 'inactive', registered_at: new Date() } });
  await other.person('admin');
  const { screen, sent, address } = await openScreen('/', await partner.person({ unit }));
  await screen.findByRole('heading', { name: 'Suas unidades de negócio' });
  const links = screen.getAllByRole('link', { name: unit.name }).map((link) => link.getAttribute('href'));
  expect(links).toContain(`/companies/${unit.id}`);
  await screen.findByText('2 de 100 licenças');
  const [here] = screen.getAllByRole('link', { name: '1 cadastro para aprovar' });
  expect(here?.getAttribute('href')).toBe('/registrations');
  const full = await screen.findByRole('link', { name: '90 % ou mais das licenças em uso' });
  expect(full.getAttribute('href')).toBe(`/companies/${other.id}`);
  // In another unit it is looked at there.
  await screen.click('button', new RegExp(`^1 cadastro para aprovar em ${other.name}`));
  expect(JSON.parse((await sent(changeCompany.path)).body)).toEqual({ tenant_id: other.id });
  await expect.poll(address, { timeout: 10_000 }).toBe('/registrations');
});

test('a figure leads to a list that holds exactly what was counted', async () => {
  const { administrator, unit } = await scene();
  const late = await unit.person('user', { membership: { block_on: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) } });
  const { screen, address } = await openScreen('/', administrator);
  await screen.click('link', '1 usuário será bloqueado ou desativado em até 7 dias');
  await screen.findByText(late.name);
  expect(address()).toBe('/user?ends=soon');
  expect(screen.queryByText(administrator.email)).toBeNull();
});

test('the operator begins with the platform in figures, and with what waits there', async () => {
  const { partner, unit } = await scene();
  const suspended = await partner.unit({ tenant: { state: 'suspended' } });
  const { screen, address } = await openScreen('/', await world.operator());
  await screen.findByRole('link', { name: /^Parceiros ?\d+ ?Com contrato/ });
  const units = await screen.findByRole('link', { name: /^Unidades de negócio ?\d+ ?\d+ ativas? · \d+ suspensas?$/ });
  expect(units.getAttribute('href')).toBe('/partners');
  for (const name of [unit.name, suspended.name]) expect(screen.queryByText(name)).toBeNull();
  await screen.click('link', /^\d+ unidades? suspensas?$/);
  await screen.findByText(partner.name);
  expect(address()).toBe('/partners?units=suspended');
});
