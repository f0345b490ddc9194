import * as contract from '@vitrine/contract/datasets/capacities.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import { expect, test } from 'vitest';
import { openPublishingWorld, publish, publishingScene } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

/** A Monday in São Paulo, at midnight. */
const monday = Date.parse('2026-03-02T03:00:00Z');
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const weeks = [0, 1, 2, 3, 4];

async function scene() {
  const made = await publishingScene(world);
  const { admin, unit, ana } = made;
  const report = await publish(admin);
  world.setTime(new Date(monday + 5 * weekMs));
  const place = { name: `cap${uuidv7().replaceAll('-', '')}`, resource_group: 'grupo', subscription_id: uuidv7() };
  const { id } = await admin.call(contract.add, { body: { account_id: report.account_id ?? '', ...place, sku: 'F2', current: false } });
  /** In each of five weeks, so many hours after Monday began; the first of them is not whole. */
  const read = (hour: number, minutes: number) =>
    world.owner.run(
      query.insertInto('report_view').values(
        weeks.map((week) => ({
          tenant_id: unit.id,
          id: uuidv7(),
          report_id: report.id,
          person_id: ana.id,
          actor_id: ana.id,
          opened_at: new Date(monday + week * weekMs + hour * hourMs),
          seconds: minutes * 60,
        })),
      ),
    );
  const params = { id };
  const plan = (cold_starts: number, more: { shift_id?: string } = {}) =>
    admin.call(contract.plan, { params, query: { cold_starts: String(cold_starts), ...more } });
  return { ...made, params, read, plan };
}

/** Use of two mornings' worth, and somebody in the night of Thursday; nobody for an hour pauses it. */
async function used() {
  const made = await scene();
  await made.read(9.5, 50);
  // Comes a minute later, while it starts.
  await made.read(9.5 + 1 / 60, 10);
  await made.read(11.5, 5);
  await made.read(3 * 24 + 2.5, 5);
  return made;
}
const morning = [{ day: 1, start: '09:00', end: '12:00' }];
// F2 costs 36 cents an hour.
const byMorning = { hours_on: 4.7, cold_starts: 1, waiting: 1, cents: 168 };

test('the hours that cost least are found in the log, with what each choice costs in a week', async () => {
  const made = await used();
  const plan = await made.plan(1);
  expect(plan).toMatchObject({ days: 28, uses: 16, timezone: 'America/Sao_Paulo', inactive_minutes: 60, start_seconds: 120 });
  expect(plan.always).toEqual({ hours_on: 168, cold_starts: 0, waiting: 0, cents: 6048 });
  expect(plan.on_demand).toEqual({ hours_on: 4, cold_starts: 3, waiting: 4, cents: 144 });
  expect(plan.own).toBeNull();
  expect(plan.shift).toBeNull();
  expect(plan.proposal).toEqual({ ...byMorning, ranges: morning });
  expect((await made.plan(3)).proposal).toEqual({ ...plan.on_demand, ranges: [] });
});

const shiftOf = ({ admin }: Pick<Awaited<ReturnType<typeof scene>>, 'admin'>, ranges: accessHours.ShiftInput['ranges'], name = 'Turno') =>
  admin.call(accessHours.add, { body: { name, ranges, holidays: [], active: true, user_group_ids: [], membership_ids: [] } });

test('any shift of the unit can be tried against the log', async () => {
  const made = await used();
  const { id } = await shiftOf(made, morning);
  expect((await made.plan(1, { shift_id: id })).shift).toEqual(byMorning);
  const elsewhere = await used();
  const refusal = await elsewhere.admin.refusal(contract.plan, { params: elsewhere.params, query: { cold_starts: '1', shift_id: id } });
  expect(refusal.status).toBe(404);
});

test('what is proposed becomes a shift that the capacity follows; a later proposal of the same name takes its place', async () => {
  const made = await used();
  const apply = async (cold_starts: number, name = 'Horário proposto') => {
    const { version } = await made.plan(cold_starts);
    return { params: made.params, body: { name, cold_starts, version } };
  };
  await made.admin.call(contract.applyPlan, await apply(1));
  const { rule } = await made.admin.call(contract.get, { params: made.params });
  expect(rule).toMatchObject({ use_schedule: true, auto_activate: true, auto_pause: true, activate_outside: true, force_stop: false });
  expect(rule.shifts.map(({ name }) => name)).toEqual(['Horário proposto']);
  expect((await made.plan(1)).own).toEqual(byMorning);
  await made.admin.call(contract.applyPlan, await apply(0));
  const shifts = await made.admin.call(accessHours.list, {});
  expect(shifts.data.map(({ ranges }) => ranges)).toEqual([[...morning, { day: 4, start: '02:00', end: '03:00' }]]);
  expect((await made.plan(0)).own?.cold_starts).toBe(0);
});

test('a shift of that name which is for people stays theirs', async () => {
  const made = await used();
  await shiftOf(made, [{ day: 2, start: '08:00', end: '18:00' }], 'Lojas');
  const { version } = await made.plan(1);
  const refusal = await made.admin.refusal(contract.applyPlan, { params: made.params, body: { name: 'lojas', cold_starts: 1, version } });
  expect(refusal.body.errors).toHaveProperty('name');
  const { data } = await made.admin.call(accessHours.list, {});
  expect(data.map(({ name, ranges }) => [name, ranges])).toEqual([['Lojas', [{ day: 2, start: '08:00', end: '18:00' }]]]);
  expect((await made.admin.call(contract.get, { params: made.params })).rule.use_schedule).toBe(false);
});

test('without a calendar that is needed nothing is applied, nor by who saw an older state', async () => {
  const made = await used();
  const { version } = await made.plan(3);
  const refusal = async (body: { cold_starts: number; version: number }) =>
    (await made.admin.refusal(contract.applyPlan, { params: made.params, body: { name: 'Horário', ...body } })).body.status;
  expect(await refusal({ cold_starts: 3, version })).toBe('capacity_plan_empty');
  expect(await refusal({ cold_starts: 1, version: version + 1 })).toBe('conflict');
  const unused = await scene();
  expect(await unused.plan(1)).toMatchObject({ days: 0, uses: 0 });
});

test('other units and readers get no plan', async () => {
  const [made, other] = [await used(), await scene()];
  const asked = { params: made.params, query: { cold_starts: '1' } };
  expect((await other.admin.refusal(contract.plan, asked)).status).toBe(404);
  expect((await made.reader.refusal(contract.plan, asked)).status).toBe(403);
  const body = { name: 'Horário', cold_starts: 1, version: 1 };
  expect((await other.admin.refusal(contract.applyPlan, { params: made.params, body })).status).toBe(404);
  expect((await made.reader.refusal(contract.applyPlan, { params: made.params, body })).status).toBe(403);
});
