import { close, extendTrial, get, reopen } from '@vitrine/contract/organisation/companies.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { watchEnds } from './ends.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const noon = (day: string) => world.setTime(new Date(`${day}T15:00:00Z`));
const subjects = async (address: string) => (await world.mailsTo(address)).map(({ subject }) => subject ?? '');
/** Many nodes look at once, and what they ask for is worked off. */
async function look(...days: string[]): Promise<void> {
  for (const day of days) {
    noon(day);
    await Promise.all([world.runJobs(watchEnds), world.runJobs(watchEnds)]);
    await world.runJobs();
  }
}
const isThere = async (id: string) => (await world.owner.run(sql`select from tenant where id = ${id}`)).length === 1;
async function ending(tenant: Parameters<Awaited<ReturnType<typeof world.partner>>['unit']>[0] = {}) {
  const partner = await world.partner();
  const unit = await partner.unit(tenant);
  return { partner, unit, admin: await unit.person('admin'), staff: await partner.person({ unit }) };
}

test('a closed unit is erased after thirty days; its administrators and partner were told seven days and one day before, each once', async () => {
  const { unit, admin, staff } = await ending();
  noon('2026-03-01');
  await (await world.signIn(staff)).call(close, { params: { id: unit.id }, body: { confirm: unit.name } });
  await look('2026-03-23', '2026-03-24', '2026-03-25', '2026-03-30');
  const told = `${unit.name} será apagada em 31/03/2026`;
  expect(await subjects(staff.email)).toEqual([told, told]);
  expect(await subjects(admin.email)).toEqual([told, told]);
  expect(await isThere(unit.id)).toBe(true);
  await look('2026-03-31');
  expect(await isThere(unit.id)).toBe(false);
  const lines = await world.owner.run(sql`select action, actor_id, after from audit_log where object_id = ${unit.id}`);
  expect(lines).toEqual([{ action: 'company.erase', actor_id: null, after: { name: unit.name } }]);
});

test('a trial is erased sixty days after its end, unless it is extended or kept', async () => {
  const values = { tenant: { state: 'trial', trial_ends_on: '2026-01-10' } };
  const [over, extended] = [await ending(values), await ending(values)];
  const kept = await ending({ tenant: { ...values.tenant, kept: true } });
  await look('2026-03-04', '2026-03-10');
  expect(await subjects(over.admin.email)).toHaveLength(2);
  expect(await subjects(kept.admin.email)).toEqual([]);
  const staff = await world.signIn(extended.staff);
  const { version } = await staff.call(get, { params: { id: extended.unit.id } });
  await staff.call(extendTrial, { params: { id: extended.unit.id }, body: { trial_ends_on: '2026-04-01', version } });
  await look('2026-03-11', '2026-03-12');
  expect(await Promise.all([over, extended, kept].map(({ unit }) => isThere(unit.id)))).toEqual([false, true, true]);
});

test('nothing is erased without a warning: whoever was down for weeks is warned first and has a day', async () => {
  const { partner, unit, admin } = await ending({ tenant: { state: 'closed', closed_at: new Date('2026-01-01T12:00:00Z') } });
  await look('2026-03-01');
  expect(await subjects(admin.email)).toEqual([`${unit.name} será apagada em 02/03/2026`]);
  expect(await isThere(unit.id)).toBe(true);
  await (await world.signIn(await partner.person())).call(reopen, { params: { id: unit.id } });
  await look('2026-03-02');
  expect(await isThere(unit.id)).toBe(true);
});
