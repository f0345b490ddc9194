/** The log in months: where a line goes, and that a month past its time goes as a whole, unless a line of it is held. */
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

/** Lines of a unit in a month that is so many away from this one, an hour after it began. */
const write = (tenant_id: string, later: number, count = 1) =>
  world.owner.run(sql`
    insert into audit_log (id, at, tenant_id, action, object_type)
    select (left(first_id_of(at)::text, 18) || substr(gen_random_uuid()::text, 19))::uuid, at, ${tenant_id}::uuid, 'report.update', 'dated'
    from (select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ${later}, hours => 1)) at time zone 'UTC' as at) as m,
      generate_series(1, ${count}::int)`);

/** In which part how many lines of a unit are, this month being 0. */
async function partsOf(tenant_id: string): Promise<Record<string, number>> {
  const rows = await world.owner.run(sql<{ part: string; lines: number }>`
    select tableoid::regclass::text as part, count(*)::int as lines from audit_log
    where tenant_id = ${tenant_id} and object_type = 'dated' group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ part, lines }) => [part, lines]));
}

async function nameOf(later: number): Promise<string> {
  const [row] = await world.owner.run(
    sql<{
      name: string;
    }>`select 'audit_log_' || to_char((now() at time zone 'UTC') + make_interval(months => ${later}), 'YYYY_MM') as name`,
  );
  return row?.name ?? '';
}

const isThere = async (part: string) => {
  const [row] = await world.owner.run(sql<{ there: boolean }>`select to_regclass(${part}) is not null as there`);
  return row?.there;
};

/** As if there had been months already when the lines of then were written. */
const makeMonth = (part: string, later: number) =>
  world.owner.write([
    sql`alter table audit_log detach partition audit_log_before`,
    sql.raw(`do $$ begin
      execute format('create table ${part} partition of audit_log for values from (minvalue) to (%L)', first_id_of(month_of_log(now(), ${later + 1})));
      execute format('alter table audit_log attach partition audit_log_before for values from (%L) to (%L)',
        first_id_of(month_of_log(now(), ${later + 1})), first_id_of(month_of_log(now(), 1)));
    end $$`),
    sql.raw(`alter table ${part} owner to portal_owner`),
  ]);

test('three months stand ready; a line goes to its month, and one of a month that nobody made to the rest', async () => {
  const { id } = await world.unit();
  for (const later of [2, 3]) await world.owner.run(sql.raw(`drop table ${await nameOf(later)}`));
  for (const later of [-30, 0, 1, 2, 40]) await write(id, later);
  expect(await partsOf(id)).toEqual({ audit_log_before: 2, [await nameOf(1)]: 1, audit_log_rest: 2 });
  // One month has lines among the rest and is not made any more; that keeps no other from being made.
  await world.runJobs(housekeeping);
  expect([await isThere(await nameOf(2)), await isThere(await nameOf(3))]).toEqual([false, true]);
  await world.owner.run(sql`delete from audit_log where tableoid = 'audit_log_rest'::regclass`);
  await world.runJobs(housekeeping);
  await write(id, 2);
  expect(await partsOf(id)).toMatchObject({ [await nameOf(2)]: 1 });
});

test('a month past its time goes as a whole and is counted by unit; what is held in one keeps it, and nothing else in it', async () => {
  const [one, other] = [await world.unit(), await world.unit()];
  await makeMonth('audit_log_old', -25);
  await write(one.id, -25, 3);
  await write(other.id, -25, 2);
  await write(one.id, -24);
  expect(await partsOf(one.id)).toEqual({ audit_log_before: 1, audit_log_old: 3 });
  const person = await one.person('admin');
  await world.owner.run(sql`insert into legal_hold (tenant_id, reason, created_by) values (${one.id}, 'Processo 12', ${person.id})`);
  await world.runJobs(housekeeping);
  expect([await partsOf(one.id), await partsOf(other.id)]).toEqual([{ audit_log_before: 1, audit_log_old: 3 }, {}]);
  await world.owner.run(sql`update legal_hold set lifted_at = now(), lifted_by = created_by where tenant_id = ${one.id}`);
  await world.runJobs(housekeeping);
  expect(await partsOf(one.id)).toEqual({ audit_log_before: 1 });
  expect(await isThere('audit_log_old')).toBe(false);
  const told = await world.owner.run(sql<{ tenant_id: string; removed: number }>`
    select tenant_id, removed from retention_run where kind = 'audit' and tenant_id in (${one.id}, ${other.id})`);
  expect(new Map(told.map(({ tenant_id, removed }) => [tenant_id, removed]))).toEqual(
    new Map([
      [one.id, 3],
      [other.id, 2],
    ]),
  );
});
