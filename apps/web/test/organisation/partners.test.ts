/** Partners: their contract, their staff, which two people agree to, and a suspension. */
import * as partners from '@vitrine/contract/organisation/partners.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import { newClient } from '@vitrine/api/test/harness/billing.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

test('a partner is added with its first person, and opens on its page', async () => {
  const mark = Math.random().toString(36).slice(2);
  const { screen } = await openScreen('/partners?partner=new', await world.operator());
  const form = await screen.dialog('Novo parceiro');
  await form.fill('Nome', `Norte ${mark}`);
  await form.fill('Preço por usuário', 'muito');
  await form.fill('Nome da pessoa', 'Lia Prado');
  await form.click('button', 'Adicionar');
  await form.findByText('O campo Preço por usuário é inválido!');
  await form.findByText('O campo E-mail da pessoa é obrigatório!');
  await form.fill('Preço por usuário', '19,90');
  await form.fill('E-mail da pessoa', `lia-${mark}@norte.example`);
  await form.click('button', 'Adicionar');
  await screen.findByText(`Parceiro Norte ${mark} criado.`);
  await screen.row(`Norte ${mark}`);
});

test('a further person waits for somebody else’s yes', async () => {
  const [asker, other] = [await world.operator({ person: { name: 'Olga Asker' } }), await world.operator()];
  const partner = await world.partner({ partner: { allow_several_people: true } });
  await partner.person();
  const path = `/partners/${partner.id}?tab=members`;
  const { screen } = await openScreen(path, asker);
  await screen.click('button', 'Incluir na equipe');
  const form = await screen.dialog('Incluir na equipe');
  await form.fill('Nome da pessoa', 'Rui Novo');
  await form.fill('E-mail da pessoa', `rui-${partner.id}@nova.example`);
  await form.click('button', 'Pedir inclusão');
  await screen.findByText('Pedido feito: uma segunda pessoa precisa confirmar Rui Novo.');
  await screen.findByRole('button', { name: 'Retirar o pedido de Rui Novo' });
  expect(screen.queryByRole('button', { name: 'Confirmar Rui Novo' })).toBeNull();
  const second = await openScreen(path, other);
  await second.screen.findByText(/Pedido de Olga Asker/);
  await second.screen.click('button', 'Confirmar Rui Novo');
  await second.screen.click('button', 'Sim');
  await second.screen.findByText('Rui Novo foi confirmado.');
  await world.runJobs();
  const operator = await world.signIn(asker);
  expect((await operator.call(partners.get, { params: { id: partner.id } })).staff).toHaveLength(2);
});

test('a suspension is announced from the page and taken back there', async () => {
  const partner = await world.partner();
  const { screen } = await openScreen(`/partners/${partner.id}`, await world.operator());
  const page = await screen.object(partner.name);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Suspender/);
  const dialog = await screen.dialog(`Suspender ${partner.name}`);
  await dialog.click('button', 'Avisar e suspender');
  await screen.findByText(`A equipe de ${partner.name} foi avisada.`);
  await page.findByText(/^Suspensão em/);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Retirar suspensão/);
  await screen.click('button', 'Sim');
  await screen.findByText(`A suspensão de ${partner.name} foi retirada.`);
});

test('a partner’s own people ask for one more, and another of them confirms', async () => {
  const partner = await world.partner({ partner: { allow_several_people: true } });
  const [asker, other] = [await partner.person({ person: { name: 'Alda Pede' } }), await partner.person()];
  const { screen } = await openScreen('/partner/staff', asker);
  await screen.click('button', 'Incluir na equipe');
  const form = await screen.dialog('Incluir na equipe');
  await form.fill('Nome da pessoa', 'Rui Novo');
  await form.fill('E-mail da pessoa', `rui-${partner.id}@nova.example`);
  await form.click('button', 'Pedir inclusão');
  await screen.findByRole('button', { name: 'Retirar o pedido de Rui Novo' });
  expect(screen.queryByRole('button', { name: 'Confirmar Rui Novo' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Redefinir/ })).toBeNull();
  const second = await openScreen('/partner/staff', other);
  await second.screen.findByText(/Pedido de Alda Pede/);
  await second.screen.click('button', 'Confirmar Rui Novo');
  await second.screen.click('button', 'Sim');
  await second.screen.findByText('Rui Novo foi confirmado.');
});

test('a partner’s own people say who of them gets the invoices by mail', async () => {
  const partner = await world.partner();
  const [asker] = [await partner.person({ person: { name: 'Alda Pede' } }), await partner.person({ person: { name: 'Rui Recebe' } })];
  const { screen, reload } = await openScreen('/partner/staff', asker);
  await screen.click('switch', 'Rui Recebe recebe as faturas por e-mail');
  await screen.findByText('Rui Recebe recebe as faturas por e-mail a partir de agora.');
  const isOn = async (name: string) => (await screen.findByRole<HTMLInputElement>('switch', { name })).checked;
  await expect.poll(() => isOn('Rui Recebe recebe as faturas por e-mail')).toBe(true);
  await reload();
  expect(await isOn('Rui Recebe recebe as faturas por e-mail')).toBe(true);
  expect(await isOn('Alda Pede recebe as faturas por e-mail')).toBe(false);
});

test('where the contract allows one person, the partner is told so', async () => {
  const partner = await world.partner();
  const { screen } = await openScreen('/partner/staff', await partner.person());
  await screen.findByText(/O contrato permite uma pessoa só/);
  expect(screen.queryByRole('button', { name: 'Incluir na equipe' })).toBeNull();
});

test('a closed partner says what is left, and goes by its typed name once nothing is', async () => {
  const operator = await world.operator();
  const partner = await world.partner({ partner: { name: 'Vale Parceira', state: 'closed', closed_at: new Date() } });
  const unit = await partner.unit({ tenant: { state: 'closed' } });
  const { screen, reload } = await openScreen(`/partners/${partner.id}`, operator);
  const page = await screen.object('Vale Parceira');
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Excluir/);
  const told = await screen.dialog('Vale Parceira ainda não pode ser excluído');
  await told.findByText(/^1 unidade, que guarda/);
  await told.click('button', 'Entendi');
  await world.owner.run(query.deleteFrom('tenant').where('id', '=', unit.id));
  await reload();
  const fresh = await screen.object('Vale Parceira');
  await fresh.click('button', 'Ações');
  await screen.click('menuitem', /^Excluir/);
  const dialog = await screen.dialog(/Vale Parceira/);
  await dialog.fill(/nome/i, 'VALE_PARCEIRA');
  await dialog.click('button', 'Excluir');
  await screen.findByRole('heading', { name: 'Parceiros' });
  const gone = await (await world.signIn(operator)).refusal(partners.get, { params: { id: partner.id } });
  expect(gone.status).toBe(404);
});

test('what the clients of a partner owe stands on its page, and leads to its invoices alone', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  for (const [of, client_name, number] of [[partner, 'Padaria Sol', 71] as const, [other, 'Posto Lua', 72] as const]) {
    const client_id = await newClient(world, of, { name: client_name });
    const bill = { client_id, partner_id: of.id, client_name, number, client_tax_id: '1', bonus_users: 0, price_cents: 1, person_count: 1 };
    await world.owner.run(
      query
        .insertInto('invoice')
        .values({ ...bill, id: uuidv7(), month: '2026-09', due_on: '2026-10-10', state: 'overdue', total_cents: 12345 }),
    );
  }
  const { screen, address } = await openScreen(`/partners/${partner.id}`, await world.operator());
  await screen.findByRole('link', { name: /^Faturas de 09\/2026: R\$\s123,45$/ });
  await screen.findByRole('link', { name: /^A receber: R\$\s123,45$/ });
  await screen.click('link', /^Vencido: R\$\s123,45$/);
  await screen.findByText('Padaria Sol');
  expect(screen.queryByText('Posto Lua')).toBeNull();
  expect(address()).toContain(`partner_id=${partner.id}`);
  expect(address()).toContain('state=overdue');
});
