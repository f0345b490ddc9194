import { expect, test } from 'vitest';
import { capabilities, permission } from './capabilities.ts';
import type { Capability } from './capabilities.ts';
import { roles } from './roles.ts';

test('holds all 63 rows, each once', () => {
  const numbers = Object.values(capabilities).map((row) => row.number);
  expect(numbers).toEqual(Array.from({ length: 63 }, (_, index) => index + 1));
});

test('a full right contains reading and using, using contains reading, reading contains nothing else', () => {
  expect(permission({ role: 'admin' }, 'report_groups', 'write')).toEqual({ scope: 'unit', conditional: false });
  expect(permission({ role: 'admin' }, 'report_groups', 'read')).toEqual({ scope: 'unit', conditional: false });
  expect(permission({ role: 'admin' }, 'report_access', 'read')).toEqual({ scope: 'unit', conditional: false });
  expect(permission({ role: 'admin' }, 'report_access', 'write')).toBeNull();
  expect(permission({ role: 'user' }, 'report_view', 'use')).toBeNull();
});

test('a reader manages nothing, and the operator sees no customer data', () => {
  for (const capability of ['users', 'report_groups', 'reports', 'report_access', 'unit_settings'] satisfies Capability[]) {
    expect(permission({ role: 'user' }, capability, 'read'), capability).toBeNull();
  }
  for (const capability of ['report_groups', 'user_groups', 'catalogue', 'unit_settings', 'report_access'] satisfies Capability[]) {
    expect(permission({ role: 'operator' }, capability, 'read'), capability).toBeNull();
  }
});

test('a flag adds its column to the role, never takes from it', () => {
  expect(permission({ role: 'user' }, 'ticket_work', 'use')).toBeNull();
  expect(permission({ role: 'user', flags: ['support_agent'] }, 'ticket_work', 'use')).toEqual({ scope: 'unit', conditional: false });
  for (const role of roles) {
    for (const capability of Object.keys(capabilities) as Capability[]) {
      for (const right of ['read', 'use', 'write'] as const) {
        const plain = permission({ role }, capability, right);
        const others = role === 'operator' ? [] : (['seller'] as const);
        const flagged = permission({ role, flags: ['billing_administrator', 'support_agent', ...others] }, capability, right);
        if (plain) expect(flagged, `${role} ${capability} ${right}`).not.toBeNull();
      }
    }
  }
});

test('a seller of the operator has clients of their own, and nothing of the platform', () => {
  const seller = { role: 'operator', flags: ['seller'] } as const;
  expect(permission(seller, 'clients', 'write')).toEqual({ scope: 'own', conditional: true });
  expect(permission(seller, 'partners', 'read')).toEqual({ scope: 'own', conditional: false });
  expect(permission(seller, 'partners', 'write')).toBeNull();
  expect(permission(seller, 'own_profile', 'write')).toEqual({ scope: 'own', conditional: false });
  for (const capability of ['billing', 'domains', 'audit_log', 'grant_partner', 'business_unit_closing'] satisfies Capability[])
    expect(permission(seller, capability, 'read'), capability).toBeNull();
});

test('of two grants in a cell the wider one counts', () => {
  expect(permission({ role: 'partner' }, 'faq', 'read')).toEqual({ scope: 'partner', conditional: false });
  expect(permission({ role: 'user' }, 'faq', 'write')).toBeNull();
});
