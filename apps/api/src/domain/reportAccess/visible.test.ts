import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Person, Unit } from '#test/harness/population.ts';
import type { World } from '#test/harness/world.ts';
import { openWorld } from '#test/harness/world.ts';
import { scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { decideMany } from './facts.ts';
import { decideFor } from './readable.ts';
import type { Who } from './visible.ts';
import { assignedReports, blockedBy, fewAssigned, isVisible, todayOf } from './visible.ts';

const world = await openWorld();
afterAll(world.close);

const people = 4;
const reports = 6;
const groups = 2;

const day = fc.constantFrom(null, null, '2020-01-01', '2035-01-01');
const value = fc.constantFrom<(string | number | boolean)[]>('Sul', 7, true, '{{email}}', '{{department}}', '{{group}}', '{{name}}');
const grant = fc.record({
  report: fc.nat(reports - 1),
  to: fc.constantFrom('membership' as const, 'user_group' as const, 'unit' as const),
  which: fc.nat(people - 1),
  filters: fc.array(
    fc.record({
      table: fc.constant('T'),
      column: fc.string({ minLength: 1, maxLength: 1 }),
      values: fc.array(value, { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 1 },
  ),
  rls_roles: fc.array(fc.constantFrom('North', 'South'), { maxLength: 1 }),
  rls_username: fc.constantFrom(null, 'fixed', '{{email}}', '{{name}}', '{{department}}', '{{group}}'),
  ends_on: day,
});
const report = fc.record({
  active: fc.boolean(),
  data_rule: fc.constantFrom('none' as const, 'filter' as const, 'rls' as const, 'rls' as const),
  ignore_rls: fc.boolean(),
  roles_required: fc.boolean(),
});
const situation = fc.record({
  reports: fc.array(report, { minLength: reports, maxLength: reports }),
  grants: fc.array(grant, { maxLength: 25 }),
  members: fc.array(fc.record({ group: fc.nat(groups - 1), person: fc.nat(people - 1), ends_on: day }), { maxLength: 6 }),
  removals: fc.array(fc.record({ report: fc.nat(reports - 1), person: fc.nat(people - 1) }), { maxLength: 4 }),
  departments: fc.array(fc.constantFrom(null, '', 'Lojas', 'Duas palavras'), { minLength: people, maxLength: people }),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** Writes the situation into a unit of its own, and answers whose sight it is about. */
async function build(of: Situation): Promise<{ unit: Unit; everybody: Person[]; partner: Person }> {
  const partner = await world.partner();
  const unit = await partner.unit();
  const everybody: Person[] = [];
  for (const [index, department] of of.departments.entries())
    everybody.push(await unit.person(index === 0 ? 'admin' : 'user', { membership: { department } }));
  const at = { tenant_id: unit.id };
  const [account_id, group_id] = [uuidv7(), uuidv7()];
  const ids = of.reports.map(() => uuidv7());
  const groupIds = Array.from({ length: groups }, () => uuidv7());
  const member = (index: number) => everybody[index]?.membership_id ?? '';
  const each = <T>(rows: T[], statement: (rows: T[]) => Parameters<World['owner']['run']>[0]) =>
    rows.length > 0 ? world.owner.run(statement(rows)) : null;
  const account = { ...at, id: account_id, name: unit.marker, application_id: uuidv7(), directory_id: uuidv7(), secret_value: 'x' };
  await world.owner.run(query.insertInto('reporting_account').values(account));
  await world.owner.run(query.insertInto('report_group').values({ ...at, id: group_id, name: unit.marker, position: 1 }));
  await world.owner.run(
    query.insertInto('user_group').values(groupIds.map((id, index) => ({ ...at, id, name: `Group ${index} ${unit.marker}` }))),
  );
  await each(of.reports, (rows) =>
    query.insertInto('report').values(
      rows.map((row, index) => ({
        ...at,
        id: ids[index] ?? '',
        title: `Report ${index}`,
        group_id,
        account_id,
        workspace_id: uuidv7(),
        external_report_id: uuidv7(),
        ...row,
      })),
    ),
  );
  await each(of.members, (rows) =>
    query
      .insertInto('user_group_member')
      .values(
        rows.map(({ group, person, ends_on }) => ({ ...at, group_id: groupIds[group] ?? '', membership_id: member(person), ends_on })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
  await each(of.grants, (rows) =>
    query
      .insertInto('report_grant')
      .values(
        rows.map(({ report: index, to, which, filters, ...rules }) => ({
          ...at,
          id: uuidv7(),
          report_id: ids[index] ?? '',
          membership_id: to === 'membership' ? member(which) : null,
          user_group_id: to === 'user_group' ? (groupIds[which % groups] ?? null) : null,
          unit: to === 'unit',
          filters: JSON.stringify(filters),
          ...rules,
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
  await each(of.removals, (rows) =>
    query
      .insertInto('report_removal')
      .values(rows.map(({ report: index, person }) => ({ ...at, report_id: ids[index] ?? '', membership_id: member(person) })))
      .onConflict((conflict) => conflict.doNothing()),
  );
  return { unit, everybody, partner: await partner.person({ unit }) };
}

test('the lists in SQL and the decision say the same, whatever is assigned to whom', { timeout: 120_000 }, async () => {
  const seen = { open: 0, blocked: 0, hidden: 0 };
  await fc.assert(
    fc.asyncProperty(situation, async (of) => {
      const { unit, everybody, partner } = await build(of);
      const scope = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
      const all = await scope.run(sql<{ id: string }>`select id from report order by id`);
      for (const person of [...everybody, partner]) {
        const who: Who = {
          actor: { ...person, person_id: person.id, timezone: 'America/Sao_Paulo' },
          now: () => new Date('2030-05-10T12:00:00Z'),
        };
        const [listed, counted, [few], [fewer]] = await scope.run(
          sql<{
            id: string;
            blocked: string | null;
          }>`select r.id, ${blockedBy(who)} as blocked from report r where ${isVisible(who)} order by r.id`,
          sql<{ report_id: string }>`${assignedReports(who, 1000)}`,
          sql<{ ids: string[] | null }>`select ${fewAssigned(who, 1000)} as ids`,
          sql<{ ids: string[] | null }>`select ${fewAssigned(who, 1)} as ids`,
        );
        const decided: { id: string; blocked: string | null }[] = [];
        for (const { id } of all) {
          const { decision } = await decideFor(scope, who, id);
          if (decision.see || decision.why === 'no_data_rule') decided.push({ id, blocked: decision.see ? null : decision.why });
          seen[decision.see ? 'open' : decision.why === 'no_data_rule' ? 'blocked' : 'hidden'] += 1;
        }
        expect(listed).toEqual(decided);
        if (person.role === 'user') expect(counted.map(({ report_id }) => report_id).toSorted()).toEqual(decided.map(({ id }) => id));
        const own = person.role === 'user' ? decided.map(({ id }) => id) : null;
        expect(few?.ids?.toSorted() ?? null).toEqual(own);
        expect(fewer?.ids ?? null).toEqual(own && own.length > 1 ? null : own);
        if (person.membership_id === null) continue;
        const pairs = all.map(({ id }) => ({ report_id: id, membership_id: person.membership_id ?? '' }));
        const many = await decideMany(scope, pairs, todayOf(who));
        const visible = many.filter(({ decision }) => decision.see || decision.why === 'no_data_rule');
        expect(visible.map(({ pair, decision }) => ({ id: pair.report_id, blocked: decision.see ? null : decision.why }))).toEqual(decided);
      }
    }),
    { numRuns: 60 },
  );
  // The situations are worth something: all three outcomes came up.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(20);
});
