/** What is told of what is kept, who sees it, and that the jobs remove what was told. */
import * as contract from '@vitrine/contract/privacy/retention.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { cleanUp, daysFromNow, endingUnit } from '#test/harness/pastTime.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const byKind = ({ kinds }: contract.Retention) => new Map(kinds.map((row) => [row.kind, row]));

/** The decision, in the order of the screen. */
const decided = {
  access: ['months', 6, 'removed'],
  addresses: ['months', 6, 'anonymous'],
  audit: ['months', 24, 'removed'],
  views: ['months', 12, 'anonymous'],
  notifications: ['days', 365, 'removed'],
  remote_access: ['months', 12, 'removed'],
  catalogue_requests: ['days', 366, 'removed'],
  imports: ['days', 30, 'anonymous'],
  provisioning: ['days', 90, 'removed'],
  faq_searches: ['days', 180, 'removed'],
  deleted_members: ['days', 30, 'anonymous'],
  incidents: ['years', 5, 'removed'],
};

test('how much goes within a week is what the jobs remove, kind by kind, and the day is told before', async () => {
  const { admin } = await endingUnit(world);
  const told = await (await world.signIn(admin)).call(contract.get, {});
  expect(Object.fromEntries(told.kinds.map(({ kind, period, becomes }) => [kind, [period.unit, period.count, becomes]]))).toEqual(decided);
  expect(told.read_notice_days).toBe(90);
  const dayOf = (moment: string | null) => moment?.slice(0, 10);
  for (const { kind, week, month, next_at, last_removed } of told.kinds) {
    expect([kind, week > 0, month >= week, last_removed]).toEqual([kind, true, true, null]);
    // What stands in the log is due now; all else in three days, and who was deleted when that day begins in the unit.
    const days = ['audit', 'addresses'].includes(kind) ? [0] : kind === 'deleted_members' ? [2, 3] : [3];
    expect(days.map((n) => dayOf(daysFromNow(n).toISOString()))).toContain(dayOf(next_at));
  }
  world.setTime(daysFromNow(2));
  await cleanUp(world);
  const between = byKind(await (await world.signIn(admin)).call(contract.get, {}));
  for (const kind of ['notifications', 'views', 'imports', 'access'] as const) expect(between.get(kind)?.last_removed).toBeNull();
  world.setTime(daysFromNow(6));
  await cleanUp(world);
  const after = byKind(await (await world.signIn(admin)).call(contract.get, {}));
  for (const { kind, week } of told.kinds) {
    const row = after.get(kind);
    expect([kind, row?.last_removed, row?.held_back]).toEqual([kind, week, 0]);
    expect(row?.looked_at).not.toBeNull();
  }
  for (const kind of ['views', 'imports', 'provisioning', 'faq_searches'] as const)
    expect([kind, after.get(kind)?.week]).toEqual([kind, 0]);
});

test('counts are of the own unit alone, sessions and runs included', async () => {
  await endingUnit(world);
  world.setTime(daysFromNow(6));
  await cleanUp(world);
  const { admin } = await world.unitWithAdmin();
  const rows = (await admin.call(contract.get, {})).kinds;
  // What made the unit stands in its log.
  expect(rows.flatMap(({ kind, total }) => (total > 0 && kind !== 'audit' ? [[kind, total]] : []))).toEqual([['access', 1]]);
  expect(rows.filter(({ last_at, week }) => last_at !== null || week > 0)).toEqual([]);
});

test('who answers for the unit sees it, the partner without changing anything, and nobody else', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [admin, reader] = [await world.signIn(await unit.person('admin')), await world.signIn(await unit.person('user'))];
  const [staff, operator] = [await world.signIn(await partner.person({ unit })), await world.signIn(await world.operator())];
  const body = { membership_id: null, reason: 'Processo 12', ends_on: null };
  const held = await admin.call(contract.hold, { body });
  expect((await admin.call(contract.get, {})).can).toEqual({ hold: true });
  const seen = await staff.call(contract.get, {});
  expect([seen.can, seen.holds.map(({ reason }) => reason)]).toEqual([{ hold: false }, ['Processo 12']]);
  for (const stranger of [reader, operator]) {
    expect((await stranger.refusal(contract.get, {})).status).toBe(403);
    expect((await stranger.refusal(contract.exportKinds, { query: { format: 'csv' } })).status).toBe(403);
  }
  // A reader has the right for requests of their own: to them nothing is held.
  for (const [one, status] of [
    [reader, 404],
    [staff, 403],
    [operator, 403],
  ] as const) {
    expect((await one.refusal(contract.hold, { body })).status).toBe(status);
    expect((await one.refusal(contract.lift, { params: { id: held.id } })).status).toBe(status);
  }
  const { admin: other } = await world.unitWithAdmin();
  expect((await other.call(contract.get, {})).holds).toEqual([]);
  expect((await other.refusal(contract.lift, { params: { id: held.id } })).status).toBe(404);
  expect((await other.refusal(contract.hold, { body: { ...body, membership_id: (await unit.person('user')).membership_id } })).status).toBe(
    404,
  );
});

test('a hold stands in the log without its reason, and so does who lifted it', async () => {
  const { unit, admin, person } = await world.unitWithAdmin();
  const { id } = await admin.call(contract.hold, { body: { membership_id: null, reason: 'Processo secreto', ends_on: '2031-01-31' } });
  await admin.call(contract.lift, { params: { id } });
  const lines = await world.owner.run(
    sql<{ action: string; person_id: string; line: string }>`
      select action, person_id, concat(before, after) as line from audit_log where tenant_id = ${unit.id} and object_id = ${id} order by id`,
  );
  expect(lines.map(({ action, person_id }) => [action, person_id])).toEqual([
    ['legal_hold.add', person.id],
    ['legal_hold.lift', person.id],
  ]);
  expect(lines.map(({ line }) => line).join()).not.toContain('secreto');
  expect((await admin.call(contract.get, {})).holds).toMatchObject([{ state: 'lifted', ends_on: '2031-01-31', lifted_by: person.name }]);
  expect((await admin.refusal(contract.lift, { params: { id } })).status).toBe(409);
});

test('the table is a file in the words of who asks', async () => {
  const { admin } = await endingUnit(world);
  const browser = await world.signIn(admin);
  const file = await browser.inject({ method: 'GET', url: `${contract.exportKinds.path}?format=csv`, headers: { lang: 'en-US' } });
  const lines = file.body.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(lines).toHaveLength(1 + Object.keys(decided).length);
  expect(lines[0]).toMatch(/^Data[;,]What it is[;,]Kept for/);
  expect(lines.find((line) => line.startsWith('Openings of reports'))).toMatch(/12 months[;,]Stays without names and addresses/);
  expect(lines.find((line) => line.startsWith('Notifications'))).toContain('after 90 days');
});

test('a last day that is over is refused, and so is a hold without a reason', async () => {
  const { person } = await world.unitWithAdmin({ settings: { timezone: 'America/Sao_Paulo' } });
  // Still the thirtieth in the unit.
  world.setTime(new Date('2026-12-01T02:00:00Z'));
  const admin = await world.signIn(person);
  const body = { membership_id: null, reason: 'x', ends_on: '2026-11-29' };
  const refused = await admin.refusal(contract.hold, { body });
  expect([refused.status, refused.body.errors]).toEqual([422, { ends_on: ['O campo Último dia está no passado.'] }]);
  expect((await admin.refusal(contract.hold, { body: { ...body, reason: ' ', ends_on: null } })).status).toBe(422);
  expect(await admin.call(contract.hold, { body: { ...body, ends_on: '2026-11-30' } })).toMatchObject({ state: 'standing' });
});
