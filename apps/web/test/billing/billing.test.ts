/** Invoices: from the draft to the payment, as the operator sees it; the summary, as a partner does. */
import * as billing from '@vitrine/contract/billing/billing.ts';
import { get as trends } from '@vitrine/contract/billing/billingTrends.ts';
import { formatMoney } from '@vitrine/contract/money.ts';
import { within } from '@testing-library/dom';
import { makeMissingDrafts } from '@vitrine/api/features/billing/billing/drafts.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { scoped } from '@vitrine/api/platform/database/scoped.ts';
import { newClient, since } from '@vitrine/api/test/harness/billing.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

/** A client with so many users since long ago, and the draft of the month before this one. */
async function drafted(people: number) {
  const partner = await world.partner();
  const unit = await partner.unit();
  const staff = await partner.person({ unit });
  const now = world.services.now();
  const monthsAgo = (count: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString();
  const client = await newClient(world, partner, { first_month: monthsAgo(1).slice(0, 7), name: `Cliente ${people}` });
  await since(world, unit, client, monthsAgo(3).slice(0, 10), people);
  const { database } = world.services;
  await makeMissingDrafts({ operator: scoped(database, { kind: 'operator', action: 'test' }), now: world.services.now });
  const [row] = await world.owner.run(query.selectFrom('invoice').select('id').where('client_id', '=', client));
  return { id: row?.id ?? '', name: `Cliente ${people}`, staff, unit };
}

test('the operator issues a draft, sees how it was counted, and marks it as paid', async () => {
  const { name } = await drafted(31);
  const { screen } = await openScreen('/billing', await world.operator());
  const row = await screen.findByRole('link', { name });
  row.click();
  await screen.findByText('31 usuários a R$ 24,90 cada', { normalizer: (text) => text.replaceAll('\u00a0', ' ') });
  await screen.click('tab', 'Contagem');
  await screen.findByText('Conta quem esteve ativo ou bloqueado por mais de 24 horas no mês', { exact: false });
  await screen.click('button', 'Emitir fatura');
  const sure = await screen.dialog('Emitir fatura');
  await sure.click('button', 'Emitir fatura');
  await screen.findByText('Fatura emitida.');
  await screen.click('button', 'Marcar como paga');
  const paying = await screen.dialog('Marcar como paga');
  await paying.click('button', 'Marcar como paga');
  await screen.findByText('Fatura paga.');
  await screen.findByText('Informada à mão');
});

test('invoices of a closed partner are found by its name, and it takes no new client', async () => {
  const [partner, open] = [await world.partner(), await world.partner()];
  await world.owner.run(query.updateTable('partner').set({ state: 'closed' }).where('id', '=', partner.id));
  const operator = await world.operator();
  const { screen, reload, user } = await openScreen(`/billing?partner_id=${partner.id}`, operator);
  await screen.findByRole('button', { name: `Parceiro: ${partner.name}` });
  await reload('/client?client=new');
  const form = await screen.dialog('Novo cliente');
  await user.click(await form.findByRole('combobox', { name: 'Parceiro' }));
  await screen.findByRole('option', { name: open.name });
  expect(screen.queryByRole('option', { name: partner.name })).toBeNull();
});

test('a partner sees the invoice, who counts in it, and what more users would cost', async () => {
  const { id, name, staff, unit } = await drafted(32);
  const operator = await world.signIn(await world.operator());
  await operator.call(billing.open, { params: { id }, body: { version: 1 } });
  const { screen } = await openScreen('/billing/summary', staff);
  await screen.click('button', name);
  const panel = await screen.dialog(/^Fatura \d+: Cliente 32$/);
  expect((await panel.findAllByText(`Person ${unit.marker}`)).length).toBe(32);
  // And how the number came about, day by day.
  await panel.findByText('Por dia');
  await panel.findByText('Por unidade de negócio');
  await panel.findByText('32 usuários no mês, 0 deles sem custo, a R$ 24,90 cada.', {
    normalizer: (text) => text.replaceAll('\u00a0', ' '),
  });
});

test('the charts of the operator can be read as tables', async () => {
  const { id } = await drafted(33);
  const admin = await world.operator();
  const operator = await world.signIn(admin);
  await operator.call(billing.open, { params: { id }, body: { version: 1 } });
  const told = await operator.call(trends, {});
  const { screen } = await openScreen('/billing?view=charts', admin);
  const card = (await screen.findByRole('heading', { name: 'Faturamento por mês' })).closest('section');
  expect(card).not.toBeNull();
  const inside = within(card ?? document.body);
  inside.getByRole('button', { name: 'Ver como tabela' }).click();
  const [newest] = (await inside.findAllByRole('row')).slice(1);
  const last = told.months.at(-1);
  expect(newest?.textContent).toContain(last?.month.split('-').toReversed().join('/'));
  expect(newest?.textContent).toContain(formatMoney(last?.revenue_cents ?? 0, 'pt-BR'));
});
