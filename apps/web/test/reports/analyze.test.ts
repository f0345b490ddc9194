/** The analysis as a partner and as the operator read it: figures, charts as tables, files, and one unit alone. */
import { countUsageDays } from '@vitrine/api/domain/usage/countUsage.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { scoped } from '@vitrine/api/platform/database/scoped.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import { openPublishingWorld, publish } from '@vitrine/api/test/harness/publishing.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);
const dayMs = 86_400_000;

/** A partner with two units. In the first, one of two reports was opened four times in the last days and once in the week before. */
async function scene() {
  const partner = await world.partner();
  const [unit, quiet] = [await partner.unit(), await partner.unit()];
  const admin = await unit.person('admin');
  const browser = await world.signIn(admin);
  const [read] = [await publish(browser, { title: 'Vendas lidas' }), await publish(browser, { title: 'Parado' })];
  const opened = async (person: { id: string }, daysAgo: number, load_ms: number, device = 'desktop') => {
    const [id, at] = [uuidv7(), new Date(Date.now() - daysAgo * dayMs)];
    const view = { tenant_id: unit.id, id, report_id: read.id, person_id: person.id, actor_id: person.id, opened_at: at, seconds: 600 };
    await world.owner.run(query.insertInto('report_view').values(view));
    const page = { tenant_id: unit.id, id: uuidv7(), view_id: id, page: 'Resumo', device, origin: 'viewer', load_ms, shown_at: at };
    await world.owner.run(query.insertInto('report_page_view').values(page));
  };
  const [ana, bia] = [await unit.person('user'), await unit.person('user')];
  for (const daysAgo of [2, 3, 4]) await opened(ana, daysAgo, 1200);
  await opened(bia, 2, 4000, 'phone');
  await opened(bia, 10, 900);
  const session = { tenant_id: unit.id, at: new Date(Date.now() - 2 * dayMs), object_type: 'session' };
  for (const [action, after] of [
    ['session.sign_in', { method: 'saml' }],
    ['session.refused', { reason: 'code_wrong' }],
  ] as const)
    await world.owner.run(query.insertInto('audit_log').values({ ...session, action, after: JSON.stringify(after) }));
  const { database } = world.services;
  await countUsageDays(scoped(database, { kind: 'tenant', tenant_id: unit.id, action: 'test' }), 'America/Sao_Paulo', new Date());
  return { unit, quiet, admin, ana, staff: await partner.person({ unit }) };
}

/** A figure as it is told, with the one before. */
const figure = (screen: { getByText: (text: string, options?: object) => HTMLElement }, label: string) =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

test('a partner reads figures beside those before, a chart as a table, and goes from a unit to its own analysis and back', async () => {
  const { unit, quiet, staff } = await scene();
  const { screen, address, sent } = await openScreen('/analyze?period=7', staff);
  const units = await screen.findByRole('region', { name: 'Unidades' });
  expect(units.textContent).toContain(quiet.name);
  expect(figure(screen, 'Aberturas')).toBe('4Antes: 1 (+300%)');
  expect(figure(screen, 'Usuários ativos')).toBe('2Antes: 1 (+100%)');
  expect(figure(screen, 'Minutos')).toBe('40Antes: 10 (+300%)');
  expect(figure(screen, 'Tempo de abertura (95 % das vezes)')).toContain('4 s');
  expect(figure(screen, 'No celular')).toContain('25%');
  const devices = (await screen.findByText('Aberturas por aparelho')).closest('section');
  const asTable = [...(devices?.querySelectorAll('button') ?? [])].find((button) => button.textContent === 'Ver como tabela');
  asTable?.click();
  await expect.poll(() => devices?.querySelector('tbody')?.textContent).toBe('Computador3Celular1');
  const ways = await screen.findByRole('region', { name: 'Entradas por forma de entrar' });
  expect(ways.querySelector('tbody')?.textContent).toBe('Login da empresa (SAML)10');
  const causes = await screen.findByRole('region', { name: 'Entradas recusadas por motivo' });
  expect(causes.querySelector('tbody')?.textContent).toBe('Senha ou código errado10');
  expect(screen.queryByRole('region', { name: 'Atualizações de dados por resultado' })).toBeNull();
  expect((await screen.findByRole('region', { name: 'Relatórios mais abertos' })).textContent).toContain('Vendas lidas');
  expect((await screen.findByRole('region', { name: 'Relatórios que ninguém abriu' })).textContent).toMatch(/Parado.*nunca$/);
  await screen.findByText('1 de 2 publicados');

  await screen.click('link', quiet.name);
  await screen.findByRole('heading', { name: quiet.name });
  expect(address()).toContain(`unit=${quiet.id}`);
  await screen.findByText('Escolha um período maior. O dia de hoje é contado à noite.');
  await screen.click('link', 'Todas as unidades');
  await screen.findByRole('link', { name: unit.name });
  expect(address()).toBe('/analyze?period=7');
  await screen.click('button', 'Salvar CSV: Unidades');
  await sent('/api/analyze/export');
});

test('the operator reads counts and no names of reports; whoever administers or reads a unit does not have the page', async () => {
  const { unit, admin, ana } = await scene();
  const { screen } = await openScreen(`/analyze?period=7&unit=${unit.id}`, await world.operator());
  await screen.findByRole('heading', { name: unit.name });
  await expect.poll(() => figure(screen, 'Aberturas')).toBe('4Antes: 1 (+300%)');
  expect(screen.queryByText('Vendas lidas')).toBeNull();
  expect(screen.queryByText('Relatórios mais abertos')).toBeNull();
  for (const person of [admin, ana]) {
    const refused = await openScreen('/analyze', person);
    await refused.screen.findByRole('heading', { level: 1 });
    expect(refused.screen.queryByRole('heading', { name: 'Análise' })).toBeNull();
    expect(refused.screen.queryByRole('link', { name: 'Análise' })).toBeNull();
  }
});
