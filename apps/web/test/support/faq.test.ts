/** The questions on the screen: what was searched for in vain, and who is told. */
import * as contract from '@vitrine/contract/support/faq.ts';
import * as searches from '@vitrine/contract/support/faqSearches.ts';
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
