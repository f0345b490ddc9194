/** The questions on the screen: what was searched for in vain, and who is told. */
import * as contract from '@vitrine/contract/support/faq.ts';
import * as searches from '@vitrine/contract/support/faqSearches.ts';
import * as shared from '@vitrine/contract/support/sharedFaq.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit();
  return { partner, unit, reader: await unit.person('user'), admin: await unit.person('admin') };
}

test('what a reader searches for in vain is told when the typing has ended, and to nobody who only reads', async () => {
  const { reader, admin } = await scene();
  const desk = await world.signIn(admin);
  const { screen, sent } = await openScreen('/faq', reader);
  const search = (words: string) => screen.fill('Buscar nesta lista', words);
  const told = async () => (await desk.call(searches.list, {})).data.map(({ words, times }) => `${words} ${times}`);
  await search('segunda');
  await search('segunda via');
  expect((await sent('/api/faq/searches')).body).toBe('{"q":"segunda via"}');
  await search('boleto');
  await expect.poll(told).toEqual(expect.arrayContaining(['boleto 1']));
  expect((await told()).toSorted()).toEqual(['boleto 1', 'segunda via 1']);
  expect(screen.queryByRole('region', { name: 'Buscas sem resposta' })).toBeNull();
});

test('an administrator answers what was searched for in vain, and puts away what needs no answer', async () => {
  const { reader, admin } = await scene();
  const person = await world.signIn(reader);
  for (const q of ['segunda via', 'cardápio']) await person.call(searches.add, { body: { q } });
  await person.call(searches.add, { body: { q: 'segunda via' } });
  const { screen } = await openScreen('/faq', admin);
  const beside = screen.within(await screen.findByRole('region', { name: 'Buscas sem resposta' }));
  const [first, second] = await beside.findAllByRole('listitem');
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringMatching(/^segunda via2 vezes/),
    expect.stringMatching(/^cardapio1 vez/),
  ]);
  await screen.within(second as HTMLElement).click('button', 'Não precisa');
  await expect.poll(() => beside.queryByText('cardapio')).toBeNull();

  await beside.click('button', 'Escrever a resposta');
  const form = await screen.dialog('Nova pergunta');
  expect(await form.field('Pergunta · Português (Brasil)')).toHaveProperty('value', 'Segunda via');
  await form.fill('Pergunta · Português (Brasil)', 'Como peço a segunda via?');
  await form.fill('Resposta · Português (Brasil)', 'Pelo financeiro.');
  await form.click('button', 'Adicionar');
  await screen.findByText('Como peço a segunda via?');
  await beside.findByText(/as palavras aparecem nesta lista/);
  expect((await (await world.signIn(admin)).call(searches.list, {})).data).toEqual([]);
  expect((await person.call(contract.list, {})).data).toMatchObject([{ question: 'Como peço a segunda via?' }]);
});

test('what a partner answers stands after the own questions of its units, marked; an administrator hides it and shows it again', async () => {
  const { partner, unit, reader, admin } = await scene();
  const staff = await partner.person({ unit });
  const above = await openScreen('/faq?level=partner&edit=new', staff);
  const form = await above.screen.dialog('Nova pergunta');
  await form.fill('Pergunta · Português (Brasil)', 'Quem é o parceiro?');
  await form.fill('Resposta · Português (Brasil)', 'Quem atende a sua unidade.');
  await form.click('button', 'Adicionar');
  await above.screen.findByText('Quem é o parceiro?');
  expect(above.screen.queryByText('Do parceiro')).toBeNull();
  expect(above.screen.queryByText('Isto ajudou?')).toBeNull();

  const { screen } = await openScreen('/faq', admin);
  const entry = async () => screen.within((await screen.findByText('Quem é o parceiro?')).closest('details') as HTMLElement);
  await (await entry()).findByText('Do parceiro');
  expect((await entry()).queryByRole('button', { name: 'Editar', hidden: true })).toBeNull();
  (await screen.findByText('Quem é o parceiro?')).click();
  await (await entry()).click('button', 'Ocultar nesta unidade');
  await (await entry()).findByText('Oculta nesta unidade');
  const person = await world.signIn(reader);
  expect((await person.call(contract.list, {})).data).toEqual([]);
  await (await entry()).click('button', 'Mostrar nesta unidade');
  await expect.poll(async () => (await person.call(contract.list, {})).data).toHaveLength(1);

  await screen.click('switch', 'Mostrar a do parceiro');
  await expect.poll(() => screen.queryByText('Quem é o parceiro?')).toBeNull();
  expect((await person.call(contract.list, {})).data).toEqual([]);
});

test('a reader sees whose an inherited answer is, says that it helped, and hides nothing', async () => {
  const { partner, unit, reader } = await scene();
  const desk = await world.signIn(await partner.person({ unit }));
  const question = { 'pt-BR': 'Quem é o parceiro?' };
  await desk.call(shared.add, { body: { topic: 'other', question, answer: { 'pt-BR': 'Quem atende.' } } });
  const { screen } = await openScreen('/faq', reader);
  (await screen.findByText('Quem é o parceiro?')).click();
  await screen.findByText('Do parceiro');
  await screen.click('button', 'Sim');
  await expect.poll(async () => (await desk.call(shared.list, {})).data[0]?.votes).toEqual({ helped: 1, not_helped: 0 });
  expect(screen.queryByRole('button', { name: 'Ocultar nesta unidade' })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('the operator writes for all units, in an order of its own', async () => {
  const operator = await world.operator();
  const desk = await world.signIn(operator);
  const { screen } = await openScreen('/faq?edit=new', operator);
  const form = await screen.dialog('Nova pergunta');
  await form.fill('Pergunta · Português (Brasil)', 'O que é a plataforma?');
  await form.fill('Resposta · Português (Brasil)', 'Este portal.');
  await form.click('button', 'Adicionar');
  await screen.findByText('O que é a plataforma?');
  await screen.findByRole('button', { name: /^Mover O que é a plataforma/ });
  const [row] = (await desk.call(shared.list, {})).data;
  expect(row).toMatchObject({ level: 'platform', question: 'O que é a plataforma?' });
  await desk.call(shared.remove, { params: { id: row?.id ?? '' } });
});
