/** What a legal hold keeps: nothing that it covers is removed by any job, nor erased by anybody, until it is over. */
import { check as checkProof } from '@vitrine/contract/audit/auditProof.ts';
import { close, erase as eraseUnit } from '@vitrine/contract/organisation/companies.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { erase } from '@vitrine/contract/people/users.ts';
import { ask, decide } from '@vitrine/contract/privacy/privacy.ts';
import * as contract from '@vitrine/contract/privacy/retention.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { asTyped } from '#domain/people/correctedInput.ts';
import { readErasures } from '#domain/people/erasures.ts';
import { cleanUp, daysFromNow, deleted, ending, endingUnit, makeEntries, makeSeal, watchUnitEnds } from '#test/harness/pastTime.ts';
import { openWorld } from '#test/harness/world.ts';
import { remindOfHolds } from './holds.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const whole = { membership_id: null, reason: 'Processo 12', ends_on: null };

/** Rows of a person, kind by kind. */
async function left(tenant_id: string, person_id: string): Promise<Record<string, number>> {
  const rows = await world.owner.run(sql<{ kind: string; rows: number }>`
    select 'access' as kind, least(count(*), 1)::int as rows from session where tenant_id = ${tenant_id} and person_id = ${person_id} and expires_at < now()
    union all select 'audit', count(*)::int from audit_log where tenant_id = ${tenant_id} and person_id = ${person_id} and object_type = 'past'
    union all select 'addresses', count(*)::int from audit_log where tenant_id = ${tenant_id} and person_id = ${person_id} and object_type = 'past' and ip is not null
    union all select 'views', count(*)::int from report_view where tenant_id = ${tenant_id} and person_id = ${person_id} and opened_at < now() - interval '11 months'
    union all select 'notifications', count(*)::int from notification where tenant_id = ${tenant_id} and person_id = ${person_id} and (created_at < now() - interval '11 months' or read_at < now() - interval '80 days')
    union all select 'remote_access', count(*)::int from remote_access where tenant_id = ${tenant_id} and asker_id = ${person_id} and created_at < now() - interval '11 months'
    union all select 'catalogue_requests', count(*)::int from catalogue_request q join membership m on m.id = q.membership_id
      where q.tenant_id = ${tenant_id} and m.person_id = ${person_id} and q.state = 'lapsed' and q.created_at < now() - interval '11 months'
    union all select 'imports', count(*)::int from user_import where tenant_id = ${tenant_id} and created_by = ${person_id} and file_name = 'x.csv' and rows_forgotten_at is null
    union all select 'provisioning', count(*)::int from scim_log l join membership m on m.id = l.object_id where l.tenant_id = ${tenant_id} and m.person_id = ${person_id} and l.token_name = 'x'
    union all select 'faq_searches', count(*)::int from faq_search where tenant_id = ${tenant_id} and words = ${`palavras ${person_id}`}
    union all select 'incidents', count(*)::int from incident where tenant_id = ${tenant_id} and created_by = ${person_id}
    union all select 'readers', count(*)::int from usage_reader where tenant_id = ${tenant_id} and person_id = ${person_id} and day < '2020-01-01'`);
  return Object.fromEntries(rows.flatMap(({ kind, rows: count }) => (count > 0 ? [[kind, count] as const] : [])));
}

const everything = {
  access: 1,
  audit: 2,
  addresses: 2,
  views: 1,
  notifications: 2,
  remote_access: 1,
  catalogue_requests: 1,
  imports: 1,
  provisioning: 1,
  faq_searches: 1,
  incidents: 1,
};
/** The younger line stays, without its address. */
const nothing = { audit: 1 };

test('while the whole unit is held no job removes anything of it; of another unit everything goes; lifted, all goes', async () => {
  const [held, other] = [await endingUnit(world), await endingUnit(world)];
  await world.owner.run(
    sql`insert into usage_reader (tenant_id, day, person_id, views, seconds) values (${held.unit.id}, '2019-06-01', ${held.reader.id}, 1, 1)`,
  );
  const { id } = await (await world.signIn(held.admin)).call(contract.hold, { body: whole });
  world.setTime(daysFromNow(6));
  await cleanUp(world);
  expect(await left(held.unit.id, held.reader.id)).toEqual({ ...everything, readers: 1 });
  expect(await left(other.unit.id, other.reader.id)).toEqual(nothing);
  const admin = await world.signIn(held.admin);
  const told = (await admin.call(contract.get, {})).kinds;
  for (const { kind, held_back, week, next_at, last_at } of told) {
    expect([kind, held_back > 0, week, next_at, last_at]).toEqual([kind, true, 0, null, null]);
  }
  await admin.call(contract.lift, { params: { id } });
  await cleanUp(world);
  expect(await left(held.unit.id, held.reader.id)).toEqual(nothing);
});

test('a hold of one member keeps what is theirs and nothing else, the searches of nobody included', async () => {
  const { unit, admin, reader } = await endingUnit(world);
  const second = await unit.person('user');
  await world.signIn(second);
  await world.owner.write(ending(unit.id, second));
  await (await world.signIn(admin)).call(contract.hold, { body: { ...whole, membership_id: reader.membership_id } });
  world.setTime(daysFromNow(6));
  await cleanUp(world);
  const { faq_searches: _, ...theirs } = everything;
  expect(await left(unit.id, reader.id)).toEqual(theirs);
  expect(await left(unit.id, second.id)).toEqual(nothing);
});

test('with its last day a hold is over by itself, and the day on which things go is told before', async () => {
  const { unit, admin, reader } = await endingUnit(world);
  const lastDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(daysFromNow(10));
  const browser = await world.signIn(admin);
  await browser.call(contract.hold, { body: { ...whole, ends_on: lastDay } });
  const views = (await browser.call(contract.get, {})).kinds.find(({ kind }) => kind === 'views');
  expect([views?.week, (views?.month ?? 0) > 0]).toEqual([0, true]);
  // The midnight that ends the day in São Paulo, which keeps no summer time.
  expect(views?.next_at).toBe(new Date(Date.parse(`${lastDay}T03:00:00Z`) + 86_400_000).toISOString());
  world.setTime(daysFromNow(9));
  await cleanUp(world);
  expect((await left(unit.id, reader.id))['views']).toBe(1);
  world.setTime(daysFromNow(12));
  await cleanUp(world);
  expect((await left(unit.id, reader.id))['views']).toBeUndefined();
  expect((await (await world.signIn(admin)).call(contract.get, {})).holds[0]).toMatchObject({ reason: 'Processo 12', state: 'ended' });
});

test('a week before a hold ends administrators are told, once, and not whom it covers', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const held = await unit.person('admin');
  const day = (days: number) => daysFromNow(days).toISOString().slice(0, 10);
  await admin.call(contract.hold, { body: { membership_id: held.membership_id, reason: 'Processo 12', ends_on: day(30) } });
  // Whoever puts one for days knows when it ends.
  await admin.call(contract.hold, { body: { ...whole, ends_on: day(5) } });
  const told = async (who: typeof admin) =>
    (await who.call(notifications.list, {})).data.flatMap(({ kind, values, link }) =>
      kind === 'hold_ending' ? [[values.date, link]] : [],
    );
  const remind = async (days: number) => {
    world.setTime(daysFromNow(days));
    await world.runJobs(remindOfHolds);
    // What is said again within minutes would be one notification.
    await world.owner.run(sql`update notification set created_at = created_at - interval '1 hour'`);
    world.setTime(null);
  };
  for (const days of [1, 22]) await remind(days);
  expect(await told(admin)).toEqual([]);
  for (const days of [25, 26, 29]) await remind(days);
  expect(await told(admin)).toEqual([[day(30), '/privacy/retention']]);
  for (const other of [held, await (await world.unit()).person('admin')]) expect(await told(await world.signIn(other))).toEqual([]);
});

test('whom a hold covers is erased by nobody until it is lifted: not on request, not from the list, not by date', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const [asking, listed, dated] = [await unit.person('user'), await unit.person('user'), await unit.person('user')];
  const request = await (await world.signIn(asking)).call(ask, { body: { kind: 'erasure', text: '' } });
  await world.owner.run(deleted(unit.id, dated.id));
  const { id } = await admin.call(contract.hold, { body: { ...whole, membership_id: asking.membership_id } });
  const { id: second } = await admin.call(contract.hold, { body: whole });
  const decision = { params: { id: request.id }, body: { accept: true, answer: '', confirm: asking.name, version: request.version } };
  const erasure = { params: { id: listed.membership_id ?? '' }, query: { confirm: asTyped(listed.name) } };
  const erasures = async () => (await readErasures(world.directory)).filter((one) => 'tenant_id' in one && one.tenant_id === unit.id);
  for (const refused of [await admin.refusal(decide, decision), await admin.refusal(erase, erasure)]) {
    expect([refused.status, refused.body.status]).toEqual([409, 'legal_hold_member']);
  }
  world.setTime(daysFromNow(6));
  await cleanUp(world);
  world.setTime(null);
  const names = async () =>
    (
      await world.owner.run(
        sql<{
          id: string;
        }>`select id from person where id = any (${[asking.id, listed.id, dated.id]}::uuid[]) and email not like 'deleted-%'`,
      )
    ).length;
  expect(await names()).toBe(3);
  // What was refused is not erased again after a backup is restored either.
  expect(await erasures()).toEqual([]);
  await admin.call(contract.lift, { params: { id: second } });
  await admin.call(erase, erasure);
  expect((await admin.refusal(decide, decision)).status).toBe(409);
  await admin.call(contract.lift, { params: { id } });
  await admin.call(erase, { params: { id: asking.membership_id ?? '' }, query: { confirm: asTyped(asking.name) } });
  const [stays] = await world.owner.run(sql<{ reason: string }>`select reason from legal_hold where id = ${id}`);
  expect(stays?.reason).toBe('…');
  world.setTime(daysFromNow(6));
  await cleanUp(world);
  expect(await names()).toBe(0);
});

test('a unit does not end while anything of it is held, neither by the operator nor by time', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [admin, reader] = [await unit.person('admin'), await unit.person('user')];
  const { id } = await (await world.signIn(admin)).call(contract.hold, { body: { ...whole, membership_id: reader.membership_id } });
  await (await world.signIn(await partner.person({ unit }))).call(close, { params: { id: unit.id }, body: { confirm: unit.name } });
  const operator = await world.operator();
  const asked = { params: { id: unit.id }, query: { confirm: unit.name } };
  const refused = await (await world.signIn(operator)).refusal(eraseUnit, asked);
  expect([refused.status, refused.body.status]).toEqual([409, 'legal_hold_unit']);
  const look = (days: number) => watchUnitEnds(world, days);
  for (const days of [24, 29, 31, 40]) await look(days);
  const isThere = async () => (await world.owner.run(sql`select from tenant where id = ${unit.id} and erasing_since is null`)).length === 1;
  expect(await isThere()).toBe(true);
  expect((await world.mailsTo(admin.email)).filter(({ subject }) => subject?.includes('será apagada'))).toEqual([]);
  await world.owner.run(sql`update legal_hold set lifted_at = now() where id = ${id}`);
  await look(41);
  expect(await isThere()).toBe(true);
  await look(43);
  expect(await isThere()).toBe(false);
});

test('a line that a hold keeps past 24 months still verifies, and a change of it is still found', async () => {
  const { unit, admin: browser } = await world.unitWithAdmin();
  const reader = await unit.person('user');
  await world.owner.write(ending(unit.id, reader));
  await makeEntries(world);
  // Sealed long ago, as lines of that age are.
  await world.owner.run(sql`
    insert into audit_anchor (tenant_id, day, number, link_hash)
    select p.tenant_id, (now() - interval '26 months')::date, p.number, p.link_hash from audit_proof p where p.tenant_id = ${unit.id} order by number desc limit 1
    on conflict do nothing`);
  await browser.call(contract.hold, { body: { ...whole, membership_id: reader.membership_id } });
  await cleanUp(world);
  await makeSeal(world);
  const [line] = await world.owner.run(
    sql<{
      id: string;
    }>`select id from audit_log where tenant_id = ${unit.id} and object_type = 'past' and at < now() - interval '24 months'`,
  );
  const [proof] = await world.owner.run(sql`select from audit_proof where tenant_id = ${unit.id} and log_id = ${line?.id ?? null}::uuid`);
  expect(proof).toBeDefined();
  expect((await browser.call(checkProof, { query: {} })).faults).toEqual([]);
  await world.owner.run(sql`update audit_log set actor_id = uuid_v7() where id = ${line?.id ?? null}::uuid`);
  expect((await browser.call(checkProof, { query: {} })).faults).toMatchObject([{ kind: 'changed', id: line?.id }]);
});
