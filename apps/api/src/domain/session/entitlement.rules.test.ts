import { expect, test } from 'vitest';
import type { SessionFacts } from './entitlement.rules.ts';
import { isScreenOver, isStillEntitled } from './entitlement.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const nothing: SessionFacts = {
  role: 'user',
  auth_type: 'password',
  tenant_id: 'unit',
  partner_id: null,
  partner_state: 'active',
  unit_partner_id: 'partner',
  member_role: null,
  member_state: null,
  staff_role: null,
  staff_state: null,
  staff_partner_id: null,
  removed_at: null,
  remote: null,
  revoked_at: null,
  link_expires_at: null,
};
const member: SessionFacts = { ...nothing, member_role: 'user', member_state: 'active' };
const partner: SessionFacts = {
  ...nothing,
  role: 'partner',
  partner_id: 'partner',
  staff_role: 'partner',
  staff_state: 'active',
  staff_partner_id: 'partner',
};
const operator: SessionFacts = {
  ...nothing,
  role: 'operator',
  tenant_id: null,
  partner_state: null,
  staff_role: 'operator',
  staff_state: 'active',
};
const display: SessionFacts = { ...member, auth_type: 'playlist', link_expires_at: '2026-03-10T12:00:01Z' };
const holds = (facts: SessionFacts, other: Partial<SessionFacts> = {}) => isStillEntitled({ ...facts, ...other }, now);

test('a member’s session ends with the membership, its state and its role', () => {
  expect(holds(member)).toBe(true);
  expect(holds(member, { role: 'admin', member_role: 'admin' })).toBe(true);
  expect(holds(member, { member_state: 'blocked' })).toBe(false);
  expect(holds(member, { member_role: null, member_state: null })).toBe(false);
  expect(holds(member, { member_role: 'admin' })).toBe(false);
  expect(holds(member, { role: 'admin' })).toBe(false);
});

test.each(['suspended', 'closed'])(
  'a partner that is %s ends the sessions of its own people, not those of its units or the operator',
  (state) => {
    expect(holds(partner, { partner_state: state })).toBe(false);
    expect(holds(member, { partner_state: state })).toBe(true);
    expect(holds(display, { partner_state: state })).toBe(true);
    expect(holds(operator, { partner_state: state })).toBe(true);
  },
);

test('a partner’s session ends when the person leaves the partner, is blocked, or the unit changes hands', () => {
  expect(holds(partner)).toBe(true);
  expect(holds(partner, { staff_role: null })).toBe(false);
  expect(holds(partner, { staff_state: 'inactive' })).toBe(false);
  expect(holds(partner, { staff_partner_id: 'another' })).toBe(false);
  expect(holds(partner, { unit_partner_id: 'another' })).toBe(false);
  expect(holds(partner, { tenant_id: null, unit_partner_id: null })).toBe(true);
  expect(holds(partner, { member_role: 'partner', member_state: 'active', staff_state: 'blocked' })).toBe(false);
});

test('the operator’s session ends with the operator’s place among the staff', () => {
  expect(holds(operator)).toBe(true);
  expect(holds(operator, { staff_role: 'partner' })).toBe(false);
  expect(holds(operator, { staff_state: 'blocked' })).toBe(false);
});

test('a display lives as long as its link, whatever its owner may become, while the owner may sign in', () => {
  expect(holds(display)).toBe(true);
  expect(holds(display, { member_role: 'admin' })).toBe(true);
  expect(holds(display, { member_state: 'inactive' })).toBe(false);
  expect(holds(display, { revoked_at: '2026-03-01T00:00:00Z' })).toBe(false);
});

test.each<[string, Partial<SessionFacts>, boolean]>([
  ['the link still holds', {}, false],
  ['the display was removed', { removed_at: '2026-03-01T00:00:00Z' }, true],
  ['the link was revoked', { revoked_at: '2026-03-01T00:00:00Z' }, true],
  ['there is no link', { link_expires_at: null }, true],
  ['the link ends at this moment', { link_expires_at: '2026-03-10T12:00:00Z' }, true],
  ['it is the session of a person', { auth_type: 'password', removed_at: '2026-03-01T00:00:00Z' }, false],
])('whether a display is over: %s', (_, facts, over) => {
  expect(isScreenOver({ ...display, ...facts }, now)).toBe(over);
});
