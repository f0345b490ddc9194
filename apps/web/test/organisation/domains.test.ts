/** Asking for a domain and following it, as an administrator, as its partner and as the operator. */
import { add, setFee } from '@vitrine/contract/organisation/domains.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [admin, staff] = [await unit.person('admin'), await partner.person({ unit })];
  return { unit, admin, staff };
}

test('an administrator hears the price, asks, and waits for the partner, who agrees; then the records are shown', async () => {
  const { admin, staff } = await scene();
  const operator = await world.signIn(await world.operator());
  await operator.call(setFee, { body: { fee_cents: 4900 } });
  onTestFinished(() => operator.call(setFee, { body: { fee_cents: 0 } }));
  const asking = await openScreen('/domain?domain=new', admin);
  const form = await asking.screen.dialog('Pedir domínio');
  await form.findByText(/R\$\s*49,00 por mês.*O parceiro precisa aprovar/);
  await form.fill('Domínio', 'empresa.com.br');
  await form.click('button', 'Pedir');
  await form.findByText(/Use um subdomínio/);
  await form.fill('Domínio', 'relatórios.empresa.com.br');
  await form.click('button', 'Pedir');
  const mine = await asking.screen.object('relatórios.empresa.com.br');
  await mine.findByText('O parceiro precisa aprovar este pedido. Quando ele responder, você recebe um aviso.');
  await mine.findByText('No DNS: xn--relatrios-96a.empresa.com.br');
  expect(mine.queryByRole('button', { name: 'Procurar agora' })).toBeNull();

  const answering = await openScreen('/domain', staff);
  const row = await answering.screen.findByText('relatórios.empresa.com.br');
  row.click();
  const theirs = await answering.screen.object('relatórios.empresa.com.br');
  await theirs.click('button', 'Aprovar');
  await theirs.findByRole('region', { name: 'Registro TXT' });
  await theirs.findByText('_portal-verify.xn--relatrios-96a.empresa.com.br');
  await theirs.findByRole('button', { name: 'Procurar agora' });
});

test('an answer from before the approval does not bring the question back', async () => {
  const { admin, staff } = await scene();
  const { id } = await (await world.signIn(admin)).call(add, { body: { host: 'bi.devagar.com.br', tenant_id: null, fee_cents: 0 } });
  const { screen, holdUp, quiet } = await openScreen('/domain', staff);
  const row = await screen.findByText('bi.devagar.com.br');
  // The row of the list is shown until the page's own answer is there.
  const answer = holdUp(`/api/domains/${id}`, { answered: true });
  row.click();
  const page = await screen.object('bi.devagar.com.br');
  await quiet();
  await page.click('button', 'Aprovar');
  await screen.findByText('Pedido aprovado.');
  answer();
  await page.findByRole('region', { name: 'Registro TXT' });
});

test('what was not seen is said in words, and a domain that is given up says so', async () => {
  const { unit, staff } = await scene();
  const { id } = await (
    await world.signIn(staff)
  ).call(add, { body: { host: 'bi.outraempresa.com.br', tenant_id: unit.id, fee_cents: 0 } });
  // As notices of before name it.
  const { screen, address } = await openScreen(`/domain?domain=${id}`, staff);
  const page = await screen.object('bi.outraempresa.com.br');
  expect(address()).toBe(`/domain/${id}`);
  await page.click('button', 'Procurar agora');
  // No name server answers in this test.
  await page.findByText(/Os servidores de nomes não responderam/);
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Desistir do domínio/);
  await screen.click('button', 'Sim');
  await page.findByText(/^Removido em/);
  expect(page.queryByRole('button', { name: 'Procurar agora' })).toBeNull();
  await page.click('tab', 'Histórico');
  await page.findByText(/Removeu|Excluiu|Retirou/);
});

test('a partner that says no says why, and whoever asked reads it on the page', async () => {
  const { admin, staff } = await scene();
  const asking = await world.signIn(admin);
  const { id } = await asking.call(add, { body: { host: 'bi.negada.com.br', tenant_id: null, fee_cents: 0 } });
  const { screen } = await openScreen(`/domain/${id}`, staff);
  const page = await screen.object('bi.negada.com.br');
  await page.click('button', 'Ações');
  await screen.click('menuitem', /^Recusar/);
  const panel = await screen.dialog('Recusar bi.negada.com.br');
  await panel.fill('Por que não', 'O nome é da matriz, não da loja.');
  await panel.click('button', 'Recusar');
  await screen.findByText('Pedido recusado.');
  const mine = await openScreen(`/domain/${id}`, admin);
  await (await mine.screen.object('bi.negada.com.br')).findByText(/recusou este pedido: “O nome é da matriz, não da loja\.”/);
});

test('the operator sets the price of those that come', async () => {
  const { screen } = await openScreen('/domain?fee=edit', await world.operator());
  const form = await screen.dialog('Valor mensal');
  await form.fill('Valor mensal', '35,50');
  await form.click('button', 'Salvar alterações');
  await screen.findByText('Valor mensal salvo.');
});
