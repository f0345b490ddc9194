/** Clients: what the operator writes down about them, and what partners and sellers see. */
import * as clients from '@vitrine/contract/organisation/clients.ts';
import { taxIdOf } from '@vitrine/api/test/harness/taxIds.ts';
import { query } from '@vitrine/api/platform/database/query.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function withClient(values: object = {}) {
  const partner = await world.partner();
  const person = await world.operator();
  const operator = await world.signIn(person);
  const body = {
    partner_id: partner.id,
    kind: 'legal' as const,
    name: `Padaria ${partner.marker}`,
    tax_id: taxIdOf('legal'),
    price_cents: 1990,
    ...values,
  };
  return { partner, person, operator, client: await operator.call(clients.add, { body }) };
}

const address = {
  postal_code: '01310100',
  street: 'Avenida Paulista',
  street_number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  region: 'SP',
  invoice_email: 'financeiro@padaria.example',
  contract_date: '2026-10-01',
  first_month: '2026-11',
} as const;

test('a client is added with a masked number and a price in reais, and opens on its page', async () => {
  const partner = await world.partner();
  const { screen, user } = await openScreen('/client?client=new', await world.operator());
  const form = await screen.dialog('Novo cliente');
  await form.choose('Parceiro', partner.name);
  const number = await form.findByLabelText<HTMLInputElement>(/^CNPJ/);
  await user.type(number, '12abc34501de3');
  await form.fill('Razão social', `Loja ${partner.marker}`);
  await form.fill('Preço por usuário', '1.234,5');
  await form.fill('CEP', '01310100');
  await form.click('button', 'Adicionar');
  await form.findByText('O campo CNPJ ou CPF é inválido!');
  await user.type(number, '5');
  expect(number.value).toBe('12.ABC.345/01DE-35');
  await form.click('button', 'Adicionar');
  await screen.findByText(`Cliente Loja ${partner.marker} cadastrado.`);
  const [stored] = await world.owner.run(
    query.selectFrom('client').select(['tax_id', 'price_cents', 'region']).where('partner_id', '=', partner.id),
  );
  expect(stored).toEqual({ tax_id: '12ABC34501DE35', price_cents: 123450, region: 'SP' });
});

test('a number that another client has is told at its field', async () => {
  const { partner, person, client } = await withClient();
  const { screen } = await openScreen('/client?client=new', person);
  const form = await screen.dialog('Novo cliente');
  await form.choose('Parceiro', partner.name);
  await form.fill(/^CNPJ/, client.tax_id);
  await form.fill('Razão social', 'Outra');
  await form.fill('Preço por usuário', '10');
  await form.click('button', 'Adicionar');
  await form.findByText('O campo CNPJ ou CPF repete um valor que já existe.');
});

test('a contract that lacks something for the invoice says what, and begins when it is there', async () => {
  const { person, client, operator } = await withClient();
  const { screen, reload } = await openScreen(`/client/${client.id}`, person);
  await screen.click('button', 'Iniciar contrato');
  const missing = await screen.dialog('Falta pouco para o contrato');
  await missing.findByText('E-mail para a fatura');
  await missing.findByText('CEP');
  await missing.click('button', 'Preencher');
  const { version, kind, name, tax_id, price_cents } = client;
  await operator.call(clients.update, { params: { id: client.id }, body: { ...address, version, kind, name, tax_id, price_cents } });
  await reload();
  await screen.click('button', 'Iniciar contrato');
  await (await screen.dialog(`Iniciar o contrato de ${client.name}?`)).click('button', 'Iniciar contrato');
  await screen.findByText(`${client.name} tem contrato ativo.`);
  const page = await screen.object(client.name);
  await page.findByText('Ativo');
});

test('a client changes on its page, in the language’s own way to write amounts', async () => {
  const { person, client } = await withClient({ ...address, situation: 'active' });
  const { screen } = await openScreen(`/client/${client.id}`, person, { locale: 'en-US' });
  const page = await screen.object(client.name);
  expect((await page.findByLabelText<HTMLInputElement>(/^Price per user/)).value).toBe('19.90');
  await page.fill('Price per user', '1,019.9');
  await page.fill('City', '');
  await page.click('button', 'Save changes');
  await page.findByText('City is required!');
  await page.fill('City', 'Santos');
  await page.click('button', 'Save changes');
  await screen.findByText(`Changes to ${client.name} saved.`);
  const [stored] = await world.owner.run(query.selectFrom('client').select(['price_cents', 'city']).where('id', '=', client.id));
  expect(stored).toEqual({ price_cents: 101990, city: 'Santos' });
});

test('a partner reads its clients, with nothing to change', async () => {
  const { partner, client } = await withClient({ ...address, situation: 'active' });
  const other = await withClient();
  const unit = await partner.unit({ tenant: { client_id: client.id } });
  const { screen } = await openScreen('/registration', await partner.person({ unit }));
  await screen.row(client.name);
  expect(screen.queryByText(other.client.name)).toBeNull();
  const opened = await openScreen(`/registration/${client.id}`, await partner.person({ unit }));
  const page = await opened.screen.object(client.name);
  await page.findByText('financeiro@padaria.example');
  expect(page.queryByRole('textbox')).toBeNull();
  expect(page.queryByRole('button', { name: 'Encerrar' })).toBeNull();
  await page.click('tab', 'Unidades');
  await page.findByRole('link', { name: unit.name });
});

test('a seller has a short menu and the own clients', async () => {
  const { client } = await withClient();
  const seller = await world.operator({ staff: { seller: true } });
  const { screen } = await openScreen('/client', seller);
  await screen.findByText('Nenhum cliente ainda');
  expect(screen.queryByText(client.name)).toBeNull();
  // Which screens a flag takes away comes with the configuration.
  await expect.poll(() => screen.queryByRole('link', { name: 'Faturamento' })).toBeNull();
  const foreign = await openScreen(`/client/${client.id}`, seller);
  await foreign.screen.findByText('Não encontrado');
});

test('a client is signed up step by step, and nothing is lost on the way back or by a refusal', async () => {
  const mark = Math.random().toString(36).slice(2, 12);
  const partner = await world.partner({ partner: { price_cents: 2490, unit_limit: 5 } });
  const unit = await partner.unit({ tenant: { subdomain: `tomado${mark}` } });
  const { screen } = await openScreen('/registration?register=new', await partner.person({ unit }));
  const wizard = await screen.dialog('Cadastrar cliente');
  await wizard.click('button', 'Continuar');
  await wizard.findByText('O campo CNPJ ou CPF é obrigatório!');
  await wizard.fill(/^CNPJ/, taxIdOf('legal'));
  await wizard.fill('Razão social', 'Lojas São João');
  await wizard.click('button', 'Continuar');
  const place = await wizard.findByLabelText<HTMLInputElement>(/^Subdomínio/);
  expect(place.value).toBe('lojas-sao-joao');
  await wizard.findByText('O seu contrato ainda permite 4 unidades.');
  await wizard.fill('Subdomínio', `tomado${mark}`);
  await wizard.click('button', 'Continuar');
  await wizard.fill('Nome do administrador', 'Alba Reis');
  await wizard.fill('E-mail do administrador', `alba-${mark}@lojas.example`);
  await wizard.click('button', 'Voltar');
  await wizard.findByLabelText(/^Subdomínio/);
  await wizard.click('button', 'Continuar');
  expect((await wizard.findByLabelText<HTMLInputElement>(/^Nome do administrador/)).value).toBe('Alba Reis');
  await wizard.click('button', 'Continuar');
  await wizard.click('button', 'Continuar');
  await wizard.findByText('R$ 24,90');
  await wizard.click('button', 'Cadastrar');
  await wizard.findByLabelText(/^Subdomínio/);
  await wizard.findByText(/já/);
  await wizard.fill('Subdomínio', `livre${mark}`);
  for (let left = 3; left > 0; left -= 1) await wizard.click('button', 'Continuar');
  await wizard.click('button', 'Cadastrar');
  await screen.findByText('Cliente Lojas São João cadastrado.');
  await screen.row('Lojas São João');
});

test('a further unit of a client is opened from its page, in its own contract', async () => {
  const mark = Math.random().toString(36).slice(2, 12);
  const { partner, client } = await withClient({ ...address, situation: 'active', name: 'Rede Oeste' });
  const { screen } = await openScreen(`/registration/${client.id}`, await partner.person());
  const page = await screen.object('Rede Oeste');
  await page.click('button', 'Nova unidade');
  const wizard = await screen.dialog('Nova unidade para Rede Oeste');
  await wizard.fill('Nome da unidade', 'Filial Norte');
  await wizard.fill('Subdomínio', `filial-${mark}`);
  await wizard.click('button', 'Continuar');
  await wizard.fill('Nome do administrador', 'Alba Reis');
  await wizard.fill('E-mail do administrador', `alba-${mark}@filial.example`);
  await wizard.click('button', 'Continuar');
  await wizard.click('radio', 'No contrato do cliente');
  await wizard.click('button', 'Continuar');
  await wizard.findByText('Rede Oeste');
  await wizard.findByText('R$ 19,90');
  await wizard.click('button', 'Criar unidade');
  await screen.findByText('Unidade Filial Norte criada. O convite está a caminho.');
  const [made] = await world.owner.run(query.selectFrom('tenant').select(['name', 'state']).where('client_id', '=', client.id));
  expect(made).toEqual({ name: 'Filial Norte', state: 'active' });
});
