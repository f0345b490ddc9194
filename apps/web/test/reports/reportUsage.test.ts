/** The own usage in the account: figures, the reports that may still be opened, and how many are not named. */
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { writeView } from '@vitrine/api/test/harness/reportViews.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);
const dayMs = 86_400_000;

test('a reader sees what is counted of them, a chart as a table, and goes on to a report', async () => {
  const { unit, administrator, ana, publish, toAna } = await publishingScene(world);
  const [sales, secret] = [await publish({ title: 'Vendas' }), await publish({ title: 'Salários' })];
  await toAna(sales);
  const view = (report_id: string, daysAgo: number, seconds: number, actor_id = ana.id) => {
    const opened_at = new Date(Date.now() - daysAgo * dayMs);
    return writeView(
      world,
      { tenant_id: unit.id, report_id, person_id: ana.id, actor_id, opened_at, seconds },
      { load_ms: 900, device: 'desktop' },
    );
  };
  await view(sales.id, 2, 600);
  await view(sales.id, 3, 300);
  await view(secret.id, 2, 60);
  await view(sales.id, 2, 60, administrator.id);
  await view(sales.id, 60, 120);
  const { screen, address } = await openScreen('/account', ana);
  await screen.click('link', 'Seu uso');
  await screen.findByText('Mais 1 abertura foi de relatórios aos quais você não tem mais acesso.');
  screen.getByText('Mais 1 abertura foi feita em seu nome por quem acessou a sua conta com autorização.');
  const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
  expect(['Aberturas', 'Relatórios', 'Minutos'].map(figure)).toEqual(['3', '2', '16']);
  const row = await screen.row('Vendas');
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['2', '15']));
  expect(screen.queryByText('Salários')).toBeNull();
  await screen.click('button', 'Ver como tabela');
  const table = await screen.findByRole('region', { name: 'Por dia' });
  expect(table.querySelectorAll('tbody tr')).toHaveLength(30);
  await screen.click('radio', '90 dias');
  await expect.poll(() => figure('Aberturas')).toBe('4');
  expect(address()).toContain('period=90');
  await (await screen.row('Vendas')).click('link', 'Vendas');
  await expect.poll(address).toBe(`/${sales.id}/reports/view`);
});

test('whoever reads no reports is not offered it', async () => {
  const { screen } = await openScreen('/account', await world.operator());
  await screen.findByRole('link', { name: 'Meus dados' });
  expect(screen.queryByText('Seu uso')).toBeNull();
});
