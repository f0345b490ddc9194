/** Arriving on the domain of another unit. */
import { query } from '@vitrine/api/platform/database/query.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import { arriveFromOtherDomain, changeCompany } from '@vitrine/contract/signIn/signIn.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { storage } from '#platform/storage.ts';

const { world, openScreen } = await openScreens();

async function passageTo(host: string) {
  const [here, there] = [await world.unit({ host: `from.${host}` }), await world.unit({ host })];
  const carla = await here.person('user');
  await world.join(carla, there);
  const answer = await (await world.signIn(carla, { host: `from.${host}` })).call(changeCompany, { body: { tenant_id: there.id } });
  return { there, carla, token: 'domain' in answer ? answer.token : '' };
}

test('a link that has run out says what to do, keeps the language, and leaves no token in the address', async () => {
  await passageTo('late.example');
  const { screen, address, sent } = await openScreen('/change/company/not-a-token?lang=en-US', null, { host: 'late.example' });
  await screen.findByRole('heading', { name: 'The unit was not opened' });
  await screen.findByText(/one minute, once, and in this browser only/);
  expect(address()).toBe('/change/company');
  expect((await sent(arriveFromOtherDomain.path)).body).toContain('not-a-token');
  expect(storage.read('bi:lang')).toBe('en-US');
  expect(storage.read('bi:cache')).toBeNull();
  await screen.click('link', 'Sign in at this address');
  expect(address()).toBe('/signin');
});

test('whoever was blocked meanwhile is told so', async () => {
  const { there, carla, token } = await passageTo('blocked.example');
  await world.owner.run(
    query.updateTable('membership').set({ state: 'blocked' }).where('tenant_id', '=', there.id).where('person_id', '=', carla.id),
  );
  const { screen } = await openScreen(`/change/company/${token}`, null, { host: 'blocked.example' });
  await screen.findByRole('heading', { name: 'A unidade não foi aberta' });
  await screen.findByRole('alert');
  expect(screen.queryByText(/vale por um minuto/)).toBeNull();
});

test('loaded anew without its token the page asks nobody', async () => {
  await world.unit({ host: 'anew.example' });
  const { screen, answers } = await openScreen('/change/company', null, { host: 'anew.example' });
  await screen.findByRole('heading', { name: 'A unidade não foi aberta' });
  expect(answers.join('')).not.toContain('link_used');
});

test('a unit that is closed at this hour says so and when it opens, and one goes on where one was', async () => {
  const [here, there] = [await world.unit(), await world.unit()];
  const carla = await here.person('user');
  const { membership_id } = await world.join(carla, there);
  // Open for one hour, three days from now.
  const ranges = JSON.stringify([{ day: (new Date().getUTCDay() + 3) % 7, start: '02:00', end: '03:00' }]);
  const shift = { tenant_id: there.id, id: uuidv7() };
  await world.owner.write([
    query.insertInto('shift').values({ ...shift, name: 'Noite', ranges }),
    query.insertInto('shift_membership').values({ tenant_id: there.id, shift_id: shift.id, membership_id: membership_id ?? '' }),
  ]);
  const { screen } = await openScreen('/all/reports', carla);
  await screen.click('button', new RegExp(here.name));
  await screen.click('menuitemradio', there.name);
  await screen.findByText('Erro ao realizar login!');
  await screen.findByText(/^Horário não permitido! A unidade abre em \d\d\/\d\d\/\d{4}/);
  expect(storage.read('bi:cache')?.tenant_id).toBe(here.id);
  await screen.click('link', 'Catálogo');
  await screen.findByRole('heading', { name: 'Catálogo' });
});
