import { extendTrial, get, makeContract } from '@vitrine/contract/organisation/companies.ts';
import { list as notices } from '@vitrine/contract/notifications/notifications.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { watchTrials } from './trials.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const ends = '2026-06-30';
const noon = (day: string) => world.setTime(new Date(`${day}T15:00:00Z`));

async function trial() {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { state: 'trial', trial_ends_on: ends } });
  const person = await unit.person('admin');
  const staff = await partner.person({ unit });
  return { partner, unit, person, staff };
}
const subjects = async (address: string) => (await world.mailsTo(address)).map(({ subject }) => subject ?? '');

test('administrators and partner are warned seven, three and one day before the end, each once, also by many nodes', async () => {
  const { unit, person, staff } = await trial();
  for (const day of ['2026-06-22', '2026-06-23', '2026-06-24', '2026-06-27', '2026-06-28', '2026-06-29', '2026-06-30']) {
    noon(day);
    await Promise.all([world.runJobs(watchTrials), world.runJobs(watchTrials)]);
    await world.runJobs();
  }
  expect(await subjects(staff.email)).toEqual(Array.from({ length: 3 }, () => `O teste de ${unit.name} termina em 30/06/2026`));
  expect((await world.mailsTo(person.email)).map(({ text }) => /vai até (\S+)\./.exec(text ?? '')?.[1])).toEqual(
    Array.from({ length: 3 }, () => '30/06/2026'),
  );
  const admin = await world.signIn(person);
  expect((await admin.call(notices, { query: {} })).data.map(({ kind }) => kind)).toEqual(Array.from({ length: 3 }, () => 'trial_ending'));
});

test('who was down on the day is warned on the next one; a trial that was extended is warned about anew', async () => {
  const { unit, staff } = await trial();
  noon('2026-06-25');
  await world.runJobs(watchTrials);
  await world.runJobs();
  expect(await subjects(staff.email)).toHaveLength(1);
  const browser = await world.signIn(staff);
  const { version } = await browser.call(get, { params: { id: unit.id } });
  await browser.call(extendTrial, { params: { id: unit.id }, body: { trial_ends_on: '2026-07-02', version } });
  await world.runJobs(watchTrials);
  await world.runJobs();
  expect(await subjects(staff.email)).toEqual([expect.stringContaining('30/06/2026'), expect.stringContaining('02/07/2026')]);
});

test('a warning that was asked for before the contract was made is not given', async () => {
  const { unit, staff, person } = await trial();
  noon('2026-06-29');
  const asked = await world.signIn(staff);
  const { version } = await asked.call(get, { params: { id: unit.id } });
  const made = await asked.call(makeContract, { params: { id: unit.id }, body: { version } });
  expect(made).toMatchObject({ state: 'active', trial_ends_on: null });
  await world.runJobs(watchTrials);
  expect(await subjects(staff.email)).toEqual([]);
  expect(await subjects(person.email)).toEqual([]);
});

test('after the end nobody but partner staff gets in, until the trial is extended', async () => {
  const { unit, person, staff } = await trial();
  noon('2026-07-02');
  const signIn = () => world.browser().refusal(login, { body: { email: person.email, password: person.password } });
  expect((await signIn()).body.status).toBe('finish_test');
  const browser = await world.signIn(staff);
  const { version } = await browser.call(get, { params: { id: unit.id } });
  const wrong = await browser.refusal(extendTrial, { params: { id: unit.id }, body: { trial_ends_on: '2026-07-01', version } });
  expect(wrong.body.errors).toHaveProperty('trial_ends_on');
  await browser.call(extendTrial, { params: { id: unit.id }, body: { trial_ends_on: '2026-07-20', version } });
  const entered = world.browser();
  await entered.login({ email: person.email, password: person.password });
  const again = await browser.refusal(extendTrial, { params: { id: unit.id }, body: { trial_ends_on: '2026-07-21', version } });
  expect(again.body.status).toBe('conflict');
  const [row] = await world.owner.run(query.selectFrom('tenant').select('trial_ends_on').where('id', '=', unit.id));
  expect(row?.trial_ends_on).toBe('2026-07-20');
});
