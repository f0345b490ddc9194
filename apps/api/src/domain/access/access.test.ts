import type { Capability, Right } from '@vitrine/contract/capabilities.ts';
import { capabilities, permission } from '@vitrine/contract/capabilities.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { roles } from '@vitrine/contract/roles.ts';
import { expect, test } from 'vitest';
import { actorWith } from '#test/harness/actor.ts';
import { holds, requireAccess } from './access.ts';
import type { Actor } from '#domain/serving/context.ts';

type Switch = keyof Actor['switches'];

/** Whoever has the right only with a switch of the unit or of the person. */
const switched: [Role, Capability, Switch][] = [
  ['admin', 'user_import_from_unit', 'user_import'],
  ['admin', 'reports', 'allow_registering_reports'],
  ['admin', 'second_factor_policy', 'admins_set_second_factor'],
  ['admin', 'saml_apps', 'admins_set_sign_in'],
  ['admin', 'scim_tokens', 'admins_set_sign_in'],
  ['user', 'dataset_refresh', 'refresh_datasets'],
  ['user', 'notification_sending', 'create_notifications'],
  ['user', 'capacity_state', 'wake_capacities'],
  ['partner', 'tickets', 'enable_helpdesk'],
  ['admin', 'tickets', 'enable_helpdesk'],
  ['user', 'tickets', 'enable_helpdesk'],
];

/** Let through here: the report, the account or the dataset says whether, and its feature looks at it. */
const decidedOnTheRow: [Role, Capability][] = [
  ['operator', 'reports'],
  ['operator', 'report_view'],
  ['partner', 'report_ignore_rls'],
  ['admin', 'report_ignore_rls'],
  ['partner', 'report_edit'],
  ['admin', 'report_edit'],
  ['user', 'report_edit'],
  ['partner', 'report_export'],
  ['admin', 'report_export'],
  ['user', 'report_export'],
  ['admin', 'reporting_accounts'],
  ['admin', 'capacity_control'],
  ['user', 'capacity_control'],
  ['admin', 'usage'],
  ['operator', 'business_unit_closing'],
  ['partner', 'business_unit_closing'],
  ['admin', 'domains'],
  ['partner', 'grant_partner'],
  ['partner', 'partner_switch'],
];

const rights: readonly Right[] = ['read', 'use', 'write'];
/** The strongest right of a role. */
const most = (role: Role, capability: Capability): Right =>
  rights.findLast((right) => permission({ role }, capability, right) !== null) ?? 'read';
const allOn: Actor['switches'] = {
  allow_registering_reports: true,
  only_own_accounts: true,
  refresh_datasets: true,
  wake_capacities: true,
  create_notifications: true,
  admins_set_second_factor: true,
  admins_set_sign_in: true,
  user_import: true,
  enable_helpdesk: true,
};

test.each(switched)('%s: %s only where %s is on', (role, capability, name) => {
  const right = most(role, capability);
  expect(holds(actorWith({ role, switches: { [name]: true } }), capability, right)).toBe(true);
  expect(holds(actorWith({ role, switches: { ...allOn, [name]: false } }), capability, right)).toBe(false);
});

test.each(decidedOnTheRow)('%s: %s is decided on the row', (role, capability) => {
  expect(holds(actorWith({ role }), capability, most(role, capability))).toBe(true);
});

test('every other right that has a condition is refused, whatever is switched on', () => {
  const known = new Set([...switched, ...decidedOnTheRow].map(([role, capability]) => `${role} ${capability}`));
  const open = roles.flatMap((role) =>
    (Object.keys(capabilities) as Capability[])
      .filter((capability) => permission({ role }, capability, most(role, capability))?.conditional && !known.has(`${role} ${capability}`))
      .filter((capability) => holds(actorWith({ role, switches: allOn }), capability, most(role, capability)))
      .map((capability) => `${role} ${capability}`),
  );
  expect(open).toEqual([]);
});

test('a right without a condition asks for no switch, and what is not given is refused with everything switched on', () => {
  expect(holds(actorWith({ role: 'partner' }), 'reports', 'write')).toBe(true);
  expect(holds(actorWith({ role: 'partner' }), 'user_import_from_unit', 'use')).toBe(true);
  expect(holds(actorWith({ role: 'user', switches: allOn }), 'reports', 'read')).toBe(false);
  expect(holds(actorWith({ role: 'operator', switches: allOn }), 'dataset_refresh', 'use')).toBe(false);
});

test('an endpoint is open to everybody, to whoever is signed in, or to whoever holds its right', () => {
  const reader = actorWith({ role: 'user' });
  requireAccess(reader, 'public');
  requireAccess(reader, 'session');
  requireAccess(actorWith({ role: 'admin' }), { capability: 'user_groups', right: 'write' });
  expect(() => requireAccess(reader, { capability: 'user_groups', right: 'read' })).toThrow(expect.objectContaining({ word: 'forbidden' }));
});
