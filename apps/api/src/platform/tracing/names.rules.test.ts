import { expect, test } from 'vitest';
import { batchName, callName, statementName } from './names.rules.ts';

test.each([
  ['select "name" from "report" where "id" = $1', 'select report'],
  ['update person set name = $1', 'update person'],
  ['insert into "audit_log" ("action") values ($1)', 'insert audit_log'],
  ['  (select 1 from a join b on true)', 'select a, b'],
  ['with x as (select * from report) select * from x', 'with report, x'],
  ["select set_config('app.person_id', $1, true)", 'select'],
  ['vacuum full', 'call'],
])('%s is %s', (sql, name) => {
  expect(statementName(sql)).toBe(name);
});

test('a value that stands in a statement is not in its name', () => {
  const name = statementName(`select * from report where title = 'from ana_prates' or note = 'it''s from caio'`);
  expect(name).toBe('select report');
});

test('a name stays short, however many statements there are', () => {
  expect(batchName(Array.from({ length: 40 }, (_, n) => `select * from t${n}`))).toMatch(/; select t11; and 28 more$/);
  expect(statementName(`select * from ${Array.from({ length: 90 }, (_, n) => `t${n} join`).join(' ')}`).length).toBeLessThan(60);
});

test('of a path stay the words of the service; ids, names and addresses go', () => {
  expect(callName('/v1.0/myorg/groups/3f1c/reports/77aa/GenerateToken')).toBe('/v1.0/myorg/groups/…/reports/…/GenerateToken');
  expect(callName('/v1.0/myorg/groups/3f1c/users/ana.prates%40loja.example')).toBe('/v1.0/myorg/groups/…/users/…');
  expect(callName('/subscriptions/1/resourceGroups/Loja-Prates/providers/Microsoft.Fabric/capacities/prates')).toBe(
    '/subscriptions/…/resourceGroups/…/providers/Microsoft.Fabric/capacities/…',
  );
});
