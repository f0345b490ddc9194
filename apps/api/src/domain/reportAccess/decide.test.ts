import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Assignment, Decision, GuardedReport, Reader } from './decide.ts';
import { decide, openRole } from './decide.ts';

const variables = new Map([
  ['{{email}}', ['ana@example.com']],
  ['{{name}}', ['Ana Prado']],
  ['{{group}}', ['Lojas', 'Sul']],
]);
const reader: Reader = { manages: false, active: true, email: 'ana@example.com', today: '2026-03-10', variables };
const manager: Reader = { ...reader, manages: true };
const report: GuardedReport = { active: true, data_rule: 'none', ignore_rls: false, roles_required: true, allow_edit: false };
const secured: GuardedReport = { ...report, data_rule: 'rls' };
const filtered: GuardedReport = { ...report, data_rule: 'filter' };

let next = 0;
const assignment = (values: Partial<Assignment> = {}): Assignment => ({
  id: String(next++).padStart(4, '0'),
  to: 'membership',
  name: '',
  filters: [],
  rls_roles: [],
  rls_username: null,
  permission_edit: false,
  ends_on: null,
  member_until: null,
  ...values,
});
const region = (...values: string[]) => ({ table: 'Store', column: 'Region', values });

test('a reader sees what is assigned in person, by group or with the unit, and nothing else', () => {
  expect(decide(reader, report, [])).toMatchObject({ see: false, why: 'not_found' });
  for (const to of ['membership', 'user_group', 'unit'] as const) {
    expect(decide(reader, report, [assignment({ to })])).toMatchObject({ see: true, access: to, rule: null, filters: [], identity: null });
  }
});

test('a manager sees every report of the unit that is active', () => {
  expect(decide(manager, report, [])).toMatchObject({ see: true, access: 'manager' });
  expect(decide(manager, { ...report, active: false }, [])).toMatchObject({ see: false, why: 'not_found' });
  expect(decide(reader, { ...report, active: false }, [assignment()])).toMatchObject({ see: false, why: 'not_found' });
});

test('an assignment holds to the end of its last day, and so does belonging to a group', () => {
  const to = 'user_group';
  expect(decide(reader, report, [assignment({ to, ends_on: '2026-03-10', member_until: '2026-03-10' })]).see).toBe(true);
  expect(decide(reader, report, [assignment({ to, ends_on: '2026-03-09' })]).see).toBe(false);
  expect(decide(reader, report, [assignment({ to, member_until: '2026-03-09' })]).see).toBe(false);
});

test('what is set on the person stands above the groups, and these above the unit', () => {
  const unit = assignment({ to: 'unit', rls_roles: ['Unit'] });
  const group = assignment({ to: 'user_group', rls_roles: ['Group'] });
  const person = assignment({ rls_roles: ['Person'] });
  expect(decide(reader, secured, [unit, group, person])).toMatchObject({ rule: 'membership', identity: { roles: ['Person'] } });
  expect(decide(reader, secured, [unit, group])).toMatchObject({ rule: 'user_group', identity: { roles: ['Group'] } });
  expect(decide(reader, secured, [unit])).toMatchObject({ rule: 'unit', identity: { roles: ['Unit'] } });
});

test('an assignment without a rule opens the door and leaves the rows to the next level', () => {
  const decision = decide(reader, secured, [assignment(), assignment({ to: 'unit', rls_roles: ['Unit'] })]);
  expect(decision).toMatchObject({ see: true, access: 'membership', rule: 'unit', identity: { roles: ['Unit'] } });
});

test('refuses a report with a rule when no assignment has one for the reader', () => {
  expect(decide(reader, secured, [assignment({ filters: [region('South')] })])).toMatchObject({ see: false, why: 'no_data_rule' });
  expect(decide(reader, filtered, [assignment({ rls_roles: ['South'] })])).toMatchObject({ see: false, why: 'no_data_rule' });
  expect(decide(manager, secured, [])).toMatchObject({ see: false, why: 'no_data_rule' });
  expect(decide(manager, filtered, [])).toMatchObject({ see: false, why: 'no_data_rule' });
});

test('a rule that has ended is none', () => {
  const ended = assignment({ rls_roles: ['South'], ends_on: '2026-03-09' });
  expect(decide(reader, secured, [ended, assignment({ to: 'unit' })])).toMatchObject({ see: false, why: 'no_data_rule' });
});

test('the model knows the reader by e-mail unless the assignment names somebody', () => {
  const roles = ['Manager'];
  expect(decide(reader, secured, [assignment({ rls_roles: roles })])).toMatchObject({ identity: { username: 'ana@example.com', roles } });
  expect(decide(reader, secured, [assignment({ rls_roles: roles, rls_username: 'store-7' })])).toMatchObject({
    identity: { username: 'store-7' },
  });
});

test('groups that name different people leave the reader under the own e-mail', () => {
  const groups = ['store-7', 'store-8'].map((rls_username) => assignment({ to: 'user_group', rls_roles: ['Manager'], rls_username }));
  expect(decide(reader, secured, groups)).toMatchObject({ identity: { username: 'ana@example.com' } });
});

test('a model without roles decides by the name alone', () => {
  expect(decide(reader, { ...secured, roles_required: false }, [assignment()])).toMatchObject({
    identity: { username: 'ana@example.com', roles: [] },
  });
});

test('a manager may ignore the rule where the report allows it, unless one was set on the manager in person', () => {
  const ignoring = { ...secured, ignore_rls: true };
  const open = { rule: 'ignored', identity: { username: 'ana@example.com', roles: [openRole] } };
  expect(decide(manager, ignoring, [])).toMatchObject(open);
  expect(decide(manager, ignoring, [assignment({ to: 'unit', rls_roles: ['Unit'] })])).toMatchObject(open);
  expect(decide(manager, ignoring, [assignment({ rls_roles: ['South'] })])).toMatchObject({
    rule: 'membership',
    identity: { roles: ['South'] },
  });
  expect(decide(manager, { ...filtered, ignore_rls: true }, [])).toMatchObject({ rule: 'ignored', filters: [], identity: null });
  expect(decide(reader, ignoring, [assignment()])).toMatchObject({ see: false, why: 'no_data_rule' });
});

test('filters of groups add up, and a group that leaves a column open opens it', () => {
  const groups = [
    assignment({ to: 'user_group', filters: [region('South', 'North'), { table: 'Date', column: 'Year', values: [2026] }] }),
    assignment({ to: 'user_group', filters: [region('West', 'South')] }),
  ];
  expect(decide(reader, filtered, groups)).toMatchObject({ filters: [region('North', 'South', 'West')] });
});

test('of many groups only what every one of them filters stays filtered, by the values of all', () => {
  const year = (...values: number[]) => ({ table: 'Date', column: 'Year', values });
  const group = (...filters: Assignment['filters']) => assignment({ to: 'user_group', filters });
  const filtersOf = (...groups: Assignment[]) => decide(reader, filtered, groups);
  expect(filtersOf(group(region('South'), year(2026)), group(region('West'), year(2025)), group(region('North')))).toMatchObject({
    filters: [region('North', 'South', 'West')],
  });
  expect(filtersOf(group(region('South'), year(2026)), group(region('West')), group(year(2025)))).toMatchObject({ filters: [] });
});

test('a report without a rule is not narrowed by what assignments say', () => {
  expect(decide(reader, report, [assignment({ filters: [region('South')], rls_roles: ['South'] })])).toMatchObject({
    filters: [],
    identity: null,
  });
});

test('a removal in person wins over every assignment, also for a manager', () => {
  for (const who of [reader, manager]) {
    const decision = decide(who, report, [assignment(), assignment({ to: 'unit' })], true);
    expect(decision).toMatchObject({ see: false, why: 'not_found' });
    expect(decision.reasons.map(({ word }) => word)).toContain('removed');
  }
});

test('whoever may not sign in sees nothing', () => {
  expect(decide({ ...manager, active: false }, report, [assignment()])).toMatchObject({ see: false, why: 'not_found' });
});

test('editing needs the report’s switch and, for a reader, an assignment that allows it', () => {
  const editable = { ...report, allow_edit: true };
  const edits = (who: Reader, what: GuardedReport, of: Assignment) => decide(who, what, [of]).see && decide(who, what, [of]);
  expect(edits(reader, editable, assignment())).toMatchObject({ edit: false });
  expect(edits(reader, editable, assignment({ permission_edit: true }))).toMatchObject({ edit: true });
  expect(edits(reader, report, assignment({ permission_edit: true }))).toMatchObject({ edit: false });
  expect(edits(manager, editable, assignment())).toMatchObject({ edit: true });
  expect(decide(reader, editable, [assignment(), assignment({ permission_edit: true, ends_on: '2026-03-09' })])).toMatchObject({
    edit: false,
  });
});

test('variables take the person’s values; all groups in filters, one value in a name', () => {
  const filters = [region('{{group}}', 'Norte'), { table: 'Person', column: 'Mail', values: ['{{email}}'] }];
  expect(decide(reader, filtered, [assignment({ filters })])).toMatchObject({
    filters: [{ values: ['ana@example.com'] }, { values: ['Lojas', 'Norte', 'Sul'] }],
  });
  const named = (rls_username: string) => decide(reader, secured, [assignment({ rls_roles: ['Manager'], rls_username })]);
  expect(named('{{email}}')).toMatchObject({ identity: { username: 'ana@example.com' } });
  // Several values, a value with a blank, none: no name that the service could take.
  for (const variable of ['{{group}}', '{{name}}', '{{department}}']) {
    expect(named(variable)).toMatchObject({ see: false, why: 'no_data_rule' });
    expect(named(variable).reasons).toContainEqual(expect.objectContaining({ word: 'variable_missing', variable }));
  }
});

test('a value that the person lacks closes the assignment, and never opens the column', () => {
  const filters = [region('Norte', '{{department}}')];
  expect(decide(reader, filtered, [assignment({ filters })])).toMatchObject({ see: false, why: 'no_data_rule' });
  const wide = assignment({ to: 'unit', filters: [region('Sul')] });
  expect(decide(reader, filtered, [assignment({ filters }), wide])).toMatchObject({ rule: 'unit', filters: [region('Sul')] });
});

test('the reasons tell what was looked at, in its order', () => {
  const narrow = assignment({ to: 'user_group', name: 'Sul', rls_roles: ['South'] });
  const wide = assignment({ to: 'user_group', name: 'Todos', rls_roles: ['All'], ends_on: '2026-03-31' });
  const ended = assignment({ rls_roles: ['North'], ends_on: '2026-03-09' });
  const unit = assignment({ to: 'unit', rls_roles: ['Unit'] });
  expect(decide(reader, secured, [unit, wide, ended, narrow]).reasons.map(({ word, grant }) => [word, grant?.name])).toEqual([
    ['report_active', undefined],
    ['grant_ended', ''],
    ['grant_opens', 'Sul'],
    ['grant_opens', 'Todos'],
    ['grant_opens', ''],
    ['rule_from', 'Sul'],
    ['rule_from', 'Todos'],
    ['rule_adds_up', undefined],
    ['rule_overridden', ''],
    ['edit_report_off', undefined],
  ]);
  expect(decide(reader, report, []).reasons.map(({ word }) => word)).toEqual(['report_active', 'no_grant']);
});

test('what closes a report is told: the report, the person, an end, a membership that is over', () => {
  const wordsOf = (decision: Decision) => decision.reasons.map(({ word }) => word);
  const inGroup = assignment({ to: 'user_group', name: 'Sul', member_until: '2026-03-09' });
  expect(decide(reader, report, [inGroup]).reasons).toEqual([
    { word: 'report_active' },
    { word: 'member_ended', grant: { id: inGroup.id, to: 'user_group', name: 'Sul' }, date: '2026-03-09' },
    { word: 'no_grant' },
  ]);
  expect(wordsOf(decide({ ...reader, active: false }, { ...report, active: false }, []))).toEqual([
    'report_inactive',
    'person_inactive',
    'no_grant',
  ]);
  expect(wordsOf(decide(reader, report, [assignment()]))).toEqual(['report_active', 'grant_opens', 'rule_none', 'edit_report_off']);
  expect(wordsOf(decide(reader, secured, [assignment()]))).toEqual(['report_active', 'grant_opens', 'grant_silent', 'rule_missing']);
  expect(wordsOf(decide(reader, secured, [assignment({ rls_roles: ['South'] }), assignment({ to: 'unit' })]))).toEqual([
    'report_active',
    'grant_opens',
    'grant_opens',
    'rule_from',
    'grant_silent',
    'edit_report_off',
  ]);
});

test('a manager is told to be one, and that the rule is ignored; both are told whether they may edit', () => {
  const editable = { ...secured, allow_edit: true };
  const wordsOf = (decision: Decision) => decision.reasons.map(({ word }) => word);
  expect(wordsOf(decide(manager, { ...editable, ignore_rls: true }, []))).toEqual([
    'report_active',
    'manager',
    'rule_ignored',
    'edit_allowed',
  ]);
  expect(wordsOf(decide(reader, editable, [assignment({ rls_roles: ['South'] })]))).toEqual([
    'report_active',
    'grant_opens',
    'rule_from',
    'edit_not_granted',
  ]);
});

test('one assignment that allows editing is enough', () => {
  const groups = [assignment({ to: 'user_group' }), assignment({ to: 'user_group', permission_edit: true })];
  expect(decide(reader, { ...report, allow_edit: true }, groups)).toMatchObject({ edit: true });
});

test('what a report is asked for is the same whatever the order: columns by name, values by kind and size', () => {
  const column = (table: string, values: (string | number | boolean)[]) => ({ table, column: 'Value', values });
  const groups = [
    assignment({ to: 'user_group', filters: [column('Store', ['b', 10]), column('Date', [true])] }),
    assignment({ to: 'user_group', filters: [column('Store', [9, 'a']), column('Date', [false])] }),
  ];
  expect(decide(reader, filtered, groups)).toMatchObject({
    filters: [column('Date', [false, true]), column('Store', [9, 10, 'a', 'b'])],
    identity: null,
  });
});

test('rows seen through roles are not filtered besides, and roles are told in order', () => {
  const roles = ['South', 'North'].map((role) => assignment({ to: 'user_group', rls_roles: [role], filters: [region('West')] }));
  expect(decide(reader, secured, roles)).toMatchObject({ filters: [], identity: { roles: ['North', 'South'] } });
});

test('groups that say the same do not add up', () => {
  const same = ['Lojas', 'Sul'].map((name) => assignment({ to: 'user_group', name, rls_roles: ['South'] }));
  expect(decide(reader, secured, same).reasons.map(({ word }) => word)).not.toContain('rule_adds_up');
});

test('the role that shows every row is named as models name it', () => {
  expect(decide(manager, { ...secured, ignore_rls: true }, [])).toMatchObject({ identity: { roles: ['Tudo'] } });
});

// Properties: whatever the assignments are.

const name = fc.constantFrom('a', 'b', 'c');
const day = fc.option(fc.constantFrom('2026-03-09', '2026-03-10', '2026-03-11'));
const filter = fc.record({ table: fc.constantFrom('Store', 'Date'), column: name, values: fc.array(name, { minLength: 1, maxLength: 3 }) });
const anyAssignment: fc.Arbitrary<Assignment> = fc.record({
  id: fc.uuid(),
  name: fc.constant(''),
  permission_edit: fc.boolean(),
  to: fc.constantFrom('membership' as const, 'user_group' as const, 'unit' as const),
  filters: fc.uniqueArray(filter, { maxLength: 3, selector: ({ table, column }) => table + column }),
  rls_roles: fc.array(fc.constantFrom('North', 'South', 'West'), { maxLength: 3 }),
  rls_username: fc.constant(null),
  ends_on: day,
  member_until: day,
});
const anyReport: fc.Arbitrary<GuardedReport> = fc.record({
  active: fc.boolean(),
  data_rule: fc.constantFrom('none' as const, 'filter' as const, 'rls' as const),
  ignore_rls: fc.boolean(),
  roles_required: fc.boolean(),
  allow_edit: fc.boolean(),
});
const anyReader: fc.Arbitrary<Reader> = fc.boolean().map((manages) => ({ ...reader, manages }));
const anyAssignments = fc.array(anyAssignment, { maxLength: 6 });

/** A row of a model as filters see it: a value for every column. */
const anyRow = fc.record({ Store: fc.record({ a: name, b: name, c: name }), Date: fc.record({ a: name, b: name, c: name }) });
type ModelRow = Record<string, Record<string, string>>;
const passes = (decision: Decision, row: ModelRow): boolean =>
  decision.see && decision.filters.every(({ table, column, values }) => values.includes(row[table]?.[column] ?? ''));
const rolesOf = (decision: Decision): string[] => (decision.see ? (decision.identity?.roles ?? []) : []);

test('the order of assignments does not matter', () => {
  const shuffled = anyAssignments.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  fc.assert(
    fc.property(anyReader, anyReport, shuffled, (who, what, [one, other]) => {
      expect(decide(who, what, one)).toEqual(decide(who, what, other));
    }),
  );
});

test('taking an assignment away never opens a report that was closed', () => {
  fc.assert(
    fc.property(anyReader, anyReport, anyAssignments, anyAssignment, (who, what, rest, taken) => {
      if (decide(who, what, rest).see) expect(decide(who, what, [...rest, taken]).see).toBe(true);
    }),
  );
});

test('taking an assignment away never shows more, as long as the rule comes from the same level', () => {
  fc.assert(
    fc.property(anyReader, anyReport, anyAssignments, anyAssignment, anyRow, (who, what, rest, taken, row) => {
      const [before, after] = [decide(who, what, [...rest, taken]), decide(who, what, rest)];
      if (!before.see || !after.see || before.rule !== after.rule) return;
      expect(rolesOf(before)).toEqual(expect.arrayContaining(rolesOf(after)));
      if (passes(after, row)) expect(passes(before, row)).toBe(true);
    }),
  );
});

test('a reader never has a role that no valid assignment names, and has all of the level that decides', () => {
  fc.assert(
    fc.property(anyReport, anyAssignments, (what, assignments) => {
      const decision = decide(reader, what, assignments);
      if (!decision.see || decision.identity === null) return;
      const valid = assignments.filter(({ ends_on, member_until }) =>
        [ends_on, member_until].every((end) => end === null || end >= reader.today),
      );
      expect(new Set(decision.identity.roles)).toEqual(
        new Set(valid.filter(({ to }) => to === decision.rule).flatMap(({ rls_roles }) => rls_roles)),
      );
    }),
  );
});

test('nobody is handed a report with row-level security without an identity', () => {
  fc.assert(
    fc.property(anyReader, anyReport, anyAssignments, (who, what, assignments) => {
      const decision = decide(who, what, assignments);
      if (!decision.see) return;
      expect(decision.identity !== null).toBe(what.data_rule === 'rls');
      if (what.data_rule === 'rls' && what.roles_required) expect(decision.identity?.roles).not.toEqual([]);
    }),
  );
});
