/** Maintenance at the help desk: told while one writes, and a ticket that waits for its end. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { grant, openPublishingWorld, publish } from '@vitrine/api/test/harness/publishing.ts';
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function scene() {
  const unit = await world.unit({ settings: { enable_helpdesk: true, timezone: 'America/Sao_Paulo' } });
  const eva = await unit.person('admin', { person: { name: 'Eva Lima' }, membership: { support_agent: true } });
  const ana = await unit.person('user', { person: { name: 'Ana Brito' } });
  const admin = await world.signIn(eva);
  const report = await publish(admin, { title: 'Vendas da rede' });
  await grant(admin, report, { to: 'unit' });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await world.owner.run(
    query.insertInto('report_maintenance').values({
      tenant_id: unit.id,
      id: randomUUID(),
      report_id: report.id,
      starts_at: inHours(2),
      ends_at: inHours(4),
      message: 'Trocamos a base de preços.',
    }),
  );
  return { eva, ana, admin };
}

test('whoever writes about a report reads of its maintenance, and which own ticket says the same', async () => {
  const { ana } = await scene();
  const reader = await world.signIn(ana);
  await reader.call(contract.add, { body: { title: 'Vendas de março zeradas', text: 'Está zerado.' } });
  const { screen } = await openScreen('/help_desk?ticket=new', ana);
  const form = await screen.dialog('Novo chamado');
  await form.fill('Título', 'As vendas da rede em março estão zeradas');
  const known = form.within(await form.findByRole('region', { name: 'Talvez isto já responda' }));
  await known.findByText(/Vendas da rede estará em manutenção de .+ a .+/);
  await known.findByText('Trocamos a base de preços.');
  expect((await known.findByRole('link', { name: '#1001 Vendas de março zeradas' })).getAttribute('target')).toBe('_blank');
});

test('an agent lets a ticket wait for a maintenance, and takes that back', async () => {
  const { eva, ana } = await scene();
  const { id } = await (await world.signIn(ana)).call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.' } });
  const { screen } = await openScreen(`/help_desk/${id}`, eva);
  const page = await screen.object('#1001 Total de março');
  await page.click('button', 'Ações');
  await screen.click('menuitem', 'Aguardar uma manutenção');
  const dialog = await screen.dialog('Aguardar uma manutenção');
  await dialog.choose('Manutenção que resolve o problema', /^Vendas da rede, até/);
  await dialog.findByText(/avisado agora e no fim da manutenção/);
  await dialog.click('button', 'Aguardar uma manutenção');
  await page.findByText(/Eva Lima ligou este chamado a uma manutenção que termina em/);
  await page.findByText(/^Vendas da rede, até/);
  await page.click('button', 'Ações');
  await screen.click('menuitem', 'Aguardar uma manutenção');
  await (await screen.dialog('Aguardar uma manutenção')).click('button', 'Não aguardar mais a manutenção');
  await page.findByText(/Eva Lima desligou este chamado da manutenção/);
  expect(screen.queryByText(/^Vendas da rede, até/)).toBeNull();
});
