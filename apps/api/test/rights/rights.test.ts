import type { Capability, Right, Scope } from '@vitrine/contract/capabilities.ts';
import { capabilities, permission } from '@vitrine/contract/capabilities.ts';
import type { Role, StaffFlag } from '@vitrine/contract/roles.ts';
import { roles, staffFlags } from '@vitrine/contract/roles.ts';
import { describe, expect, test } from 'vitest';
import type { Grant, Place } from './rights.ts';
import { contained, flagOf, grantOf, rights, roleOf } from './rights.ts';

const wide: readonly Place[] = ['the platform', "the partner's units", 'own unit', 'own things'];
const scopeOf: Record<Place, Scope> = {
  'the platform': 'platform',
  "the partner's units": 'partner',
  'own unit': 'unit',
  'own things': 'own',
};

/** The widest of some grants that holds a right, without a condition before with one. */
function widest(grants: readonly Grant[], right: Right): { scope: Scope; conditional: boolean } | null {
  const found = grants
    .filter(({ what }) => contained[right].includes(what))
    .toSorted((a, b) => wide.indexOf(a.where) - wide.indexOf(b.where) || Number(a.condition !== null) - Number(b.condition !== null))[0];
  return found ? { scope: scopeOf[found.where], conditional: found.condition !== null } : null;
}

/** What a flag leaves of the role's own rights: only a seller of the operator loses some. */
const leftWith = (role: Role, flag: StaffFlag, own: readonly Grant[]): readonly Grant[] =>
  role === 'operator' && flag === 'seller' ? own.filter(({ where }) => where !== 'the platform') : own;

test('the reviewed table has the 63 rows, and those alone, under the names of the code', () => {
  expect(rights.map(({ number }) => number)).toEqual(Array.from({ length: 63 }, (_, index) => index + 1));
  expect(rights.map(({ number, capability }) => [capability, number])).toEqual(
    Object.entries(capabilities).map(([capability, { number }]) => [capability, number]),
  );
  expect(Object.values(roleOf).toSorted()).toEqual(roles.toSorted());
  expect(Object.values(flagOf).toSorted()).toEqual(staffFlags.toSorted());
});

describe.each(rights)('$number $capability', ({ capability, grants }) => {
  const rightsOf = (who: { role: Role; flags?: StaffFlag[] }) =>
    (['read', 'use', 'write'] as const).map((right) => permission(who, capability as Capability, right));
  const said = (given: readonly Grant[]) => (['read', 'use', 'write'] as const).map((right) => widest(given, right));

  test.each(Object.entries(roleOf))('is given to the %s as it was reviewed', (column, role) => {
    const own = grants[column as keyof typeof roleOf];
    expect(rightsOf({ role })).toEqual(said(own));
    for (const [flag, name] of Object.entries(flagOf))
      expect(rightsOf({ role, flags: [name] }), flag).toEqual(said([...leftWith(role, name, own), ...grants[flag as keyof typeof flagOf]]));
  });
});

test.each([
  ['what nobody knows', 'a unit: full'],
  ['a right that is none', 'own unit: writes'],
  ['a condition without words', 'own unit: full if '],
  ['letters', 'T F'],
])('the table says nothing by %s', (_, words) => {
  expect(() => grantOf(words)).toThrow(words);
});
