/** The set-up of units: compared, applied to others, refused in words. */
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';

const { world, openScreen } = await openScreens();

async function partnerWithUnits() {
  const partner = await world.partner();
  const [one, two] = [await partner.unit(), await partner.unit()];
  const [person, other] = [await one.person('admin'), await two.person('admin')];
  return {
    partner,
    one,
    two,
    person,
    admin: await world.signIn(person),
    other: await world.signIn(other),
    staff: await partner.person({ unit: one }),
  };
}

async function send(screen: Part, user: { upload: (input: HTMLElement, file: File) => Promise<void> }, document: object | string) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  await user.upload(await screen.findByLabelText('De um arquivo'), new File([text], 'estrutura.json', { type: 'application/json' }));
}

test('a partner rolls one unit’s set-up out to another, and then there is nothing left to change', async () => {
  const { one, two, staff, admin, other } = await partnerWithUnits();
  await admin.call(userGroups.add, { body: { name: 'Lojas', description: 'Quem vende' } });
  await other.call(userGroups.add, { body: { name: 'Lojas', description: 'Vendas' } });
  await other.call(userGroups.add, { body: { name: 'Antigas' } });
  const { screen } = await openScreen(`/unit/setup?unit=${one.id}`, staff);
  await screen.click('button', 'Comparar');
  expect((await screen.findByText('Vendas')).tagName).toBe('DEL');
  await screen.findByText('Só nesta unidade, continua: Antigas');
  await screen.click('button', 'Aplicar em 1 unidade');
  const dialog = await screen.dialog('Aplicar em 1 unidade');
  await dialog.click('button', 'Aplicar');
  await screen.findByText('Aguardando');
  await world.runJobs();
  await screen.findByText('Aplicada');
  await screen.click('button', 'Comparar');
  expect((await screen.findByRole('button', { name: 'Aplicar' })).hasAttribute('disabled')).toBe(true);
  expect((await other.call(userGroups.list, {})).data.map(({ name, description }) => [name, description])).toEqual([
    ['Antigas', ''],
    ['Lojas', 'Quem vende'],
  ]);
  expect(two.name).not.toBe(one.name);
});

test('an administrator’s file is compared with the own unit; what stands against it is said, and nothing can be applied', async () => {
  const { person } = await partnerWithUnits();
  const { screen, user } = await openScreen('/unit/setup', person);
  await send(screen, user, {
    version: 1,
    brand: { theme: { name: 'Claro', show_background_image: true, colours: { ...defaultColours, font: '#dddddd' } } },
    terms: [{ title: 'Uso', text: 'Leia.', place: 'login', user_groups: ['Velhas'] }],
  });
  await screen.findByText('Escolhido: estrutura.json');
  await screen.click('button', 'Comparar');
  await screen.findByText(/Uso: o grupo de usuários “Velhas” não existe na unidade\./);
  await screen.findByText(/Texto sobre Cartão: não se lê nestas cores\./);
  expect((await screen.findByRole('button', { name: 'Aplicar' })).hasAttribute('disabled')).toBe(true);
  await screen.findByText('1 unidade fica de fora, porque algo impede.');
});

test('a file that cannot be used is refused with its place', async () => {
  const { person } = await partnerWithUnits();
  const { screen, user } = await openScreen('/unit/setup', person);
  await send(screen, user, '{"version":1,"user_groups":[{"nome":"A"}]}');
  await screen.click('button', 'Comparar');
  await screen.findByText(/user_groups\[0\]/);
  await send(screen, user, { version: 7 });
  await expect.poll(() => screen.queryByText(/user_groups\[0\]/)).toBeNull();
  await screen.click('button', 'Comparar');
  await screen.findByText('O arquivo é da versão 7, mais nova do que este portal conhece.');
});

test('only the parts that are ticked are compared', async () => {
  const { person } = await partnerWithUnits();
  const { screen, user } = await openScreen('/unit/setup', person);
  await send(screen, user, { version: 1, user_groups: [{ name: 'Novas' }], settings: { login_timeout: 4 } });
  await screen.click('checkbox', 'Configurações');
  await screen.click('button', 'Comparar');
  await screen.findByText('Novas');
  expect(screen.queryByText('herdado')).toBeNull();
  await screen.click('checkbox', 'Configurações');
  await screen.click('button', 'Comparar');
  await screen.findByText('herdado');
});

test('a reader has no such screen', async () => {
  const { one } = await partnerWithUnits();
  const { screen } = await openScreen('/unit/setup', await one.person('user'));
  expect(screen.queryByText('Estrutura da unidade')).toBeNull();
});
