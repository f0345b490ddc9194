import { expect, test } from 'vitest';
import type { Account, MembershipChoice } from './account.queries.ts';
import type { Circumstances } from './admission.rules.ts';
import { admit, refusalExtra } from './admission.rules.ts';

const account: Account = {
  id: 'ana',
  email: 'ana@lojas.example',
  name: 'Ana',
  language: 'pt-BR',
  auth_method: 'password',
  password_hash: null,
  password_changed_at: null,
  must_change_password: false,
  second_factor: false,
  staff_role: null,
  staff_state: null,
  staff_home_page: null,
  staff_level: null,
  partner_id: null,
  partner_state: null,
  partner_settings: null,
  maintenance: null,
  ip_lists_off: false,
};
const choice: MembershipChoice = {
  tenant_id: 'lojas',
  name: 'Lojas',
  partner_id: 'horizonte',
  state: 'active',
  trial_ends_on: null,
  settings: { timezone: 'UTC' },
  ip_before: null,
  ip_probation_until: null,
  partner_settings: null,
  partner_maintenance: null,
  member_role: 'user',
  member_state: 'active',
  passwords_off: false,
  ip_exempt: false,
  authentication_level: null,
  trusted_devices: true,
  home_pages: [],
  hidden_menu: [],
  unit_report_opens: true,
  hours: null,
};
const partner: Account = { ...account, staff_role: 'partner', staff_state: 'active', partner_id: 'horizonte', partner_state: 'active' };
const operator: Account = { ...account, staff_role: 'operator', staff_state: 'active' };
const platform: Circumstances['host'] = { host: 'portal.example', tenant_id: null, partner_id: null, origin: 'https://portal.example' };
const now = new Date('2026-03-10T12:00:00Z');
const here: Circumstances = { host: platform, ip: '10.0.0.1', now, ipListsOff: false, by: 'password' };
const at = (host: Partial<Circumstances['host']>): Circumstances => ({ ...here, host: { ...platform, ...host } });
const listed = (...addresses: string[]) => ({ ip: true, allowed_addresses: addresses.map((address) => ({ address, note: '' })) });
const later = '2026-03-10T12:00:01Z';

/** The unit that admits, or the word of the refusal. */
function way(who: Account, choices: Partial<MembershipChoice>[], circumstances = here) {
  const admission = admit(
    who,
    choices.map((values) => ({ ...choice, ...values })),
    circumstances,
  );
  return 'refusal' in admission ? admission.refusal : `${admission.role} in ${admission.choice?.tenant_id ?? 'no unit'}`;
}

test('a member comes in with the role of the membership', () => {
  expect(way(account, [{}])).toBe('user in lojas');
  expect(way(account, [{ member_role: 'admin' }])).toBe('admin in lojas');
  expect(way(account, [{ member_role: null }])).toBe('user in lojas');
  expect(way(account, [])).toBe('not_found_companies');
});

test.each([
  ['deactivated', 'user_disable'],
  ['inactive', 'inactive'],
  ['blocked', 'blocked'],
  ['P', 'error_authentication'],
  [null, 'error_authentication'],
])('a member in state %s is told %s, in the first of the units', (member_state, word) => {
  expect(way(account, [{ member_state }, { member_state: 'blocked' }])).toBe(word);
  expect(way(account, [{ member_state }, { tenant_id: 'rede' }])).toBe('user in rede');
});

test('a host admits the people of its unit or of its partner', () => {
  expect(way(account, [{}], at({ tenant_id: 'lojas', partner_id: 'horizonte' }))).toBe('user in lojas');
  expect(way(account, [{}], at({ partner_id: 'horizonte' }))).toBe('user in lojas');
  expect(way(account, [{}], at({ partner_id: 'outro' }))).toBe('domain_not_allowed');
  expect(way(account, [{}], at({ tenant_id: 'rede' }))).toBe('domain_not_allowed');
  expect(way(account, [{}, { tenant_id: 'rede' }], at({ tenant_id: 'rede' }))).toBe('user in rede');
  expect(way(account, [{}, { tenant_id: 'rede', member_state: 'blocked' }], at({ tenant_id: 'rede' }))).toBe('blocked');
});

test('the first unit that admits is entered; if none does, the first one says why', () => {
  const closed = { state: 'closed' };
  const over = { state: 'trial', trial_ends_on: '2026-03-09' };
  expect(way(account, [over, { tenant_id: 'rede' }])).toBe('user in rede');
  expect(way(account, [over, closed])).toBe('finish_test');
  expect(way(account, [closed, over])).toBe('unit_closed');
  expect(way(account, [{ state: 'suspended' }, closed])).toBe('unit_suspended');
  expect(way(account, [{ state: 'suspended' }, closed, { tenant_id: 'rede' }])).toBe('user in rede');
});

test('a trial ends with its last day where the unit is', () => {
  const trial = { state: 'trial', trial_ends_on: '2026-03-09' };
  expect(way(account, [{ ...trial, settings: { timezone: 'Pacific/Honolulu' } }], { ...here, now: new Date('2026-03-10T09:00:00Z') })).toBe(
    'user in lojas',
  );
  expect(way(account, [trial], { ...here, now: new Date('2026-03-10T09:00:00Z') })).toBe('finish_test');
});

test('maintenance lets those in who can end it: the operator, and a partner during its own', () => {
  const [until, over, open] = [
    { until: later, message: '' },
    { until: '2026-03-10T12:00:00Z', message: '' },
    { until: null, message: '' },
  ];
  const maintained = { maintenance: until };
  expect(way({ ...account, ...maintained }, [{}])).toBe('maintenance');
  expect(way({ ...account, maintenance: open }, [{}])).toBe('maintenance');
  expect(way({ ...account, maintenance: over }, [{}])).toBe('user in lojas');
  expect(way(account, [{ partner_maintenance: until }])).toBe('maintenance');
  expect(way(account, [{ partner_maintenance: over }])).toBe('user in lojas');
  expect(way(account, [{ partner_maintenance: until }, { tenant_id: 'rede' }])).toBe('user in rede');
  expect(way({ ...operator, ...maintained }, [{ tenant_id: 'operatorTenant', partner_id: null }])).toBe('operator in operatorTenant');
  expect(way({ ...partner, ...maintained }, [{}])).toBe('maintenance');
  expect(way({ ...partner, ...maintained }, [])).toBe('maintenance');
  expect(way(partner, [{ partner_maintenance: open }])).toBe('partner in lojas');
  expect(way({ ...partner, maintenance: over }, [])).toBe('partner in no unit');
});

test('maintenance says when it ends, and its message', () => {
  const told = (maintenance: Account['maintenance']) => {
    const admission = admit({ ...account, maintenance }, [choice], here);
    return 'refusal' in admission ? refusalExtra(admission, '10.0.0.1') : null;
  };
  expect(told({ until: '2026-03-10T09:00:01-03:00', message: 'Banco novo' })).toEqual({
    opens_at: '2026-03-10T12:00:01.000Z',
    notice: 'Banco novo',
  });
  expect(told({ until: null, message: '' })).toEqual({});
});

test('a list of addresses is held, unless the platform has switched lists off or the person is exempt', () => {
  const elsewhere = { settings: { timezone: 'UTC', ...listed('10.0.0.9') } };
  expect(way(account, [elsewhere])).toBe('ip_not_allowed');
  expect(way(account, [{ settings: { timezone: 'UTC', ...listed('10.0.0.1') } }])).toBe('user in lojas');
  expect(way(account, [{ ...elsewhere, ip_exempt: true }])).toBe('user in lojas');
  expect(way(account, [elsewhere], { ...here, ipListsOff: true })).toBe('user in lojas');
  expect(way(partner, [elsewhere])).toBe('partner in lojas');
  expect(way(partner, [{ partner_settings: listed('10.0.0.9') }])).toBe('ip_not_allowed');
});

test('outside of the hours of access is told when they begin', () => {
  const shifts = [{ ranges: [{ day: 2, start: '13:00', end: '18:00' }], holidays: [] }];
  const closed = [{ ...choice, hours: { shifts, extended_until: null } }];
  expect(admit(account, closed, here)).toEqual({ refusal: 'hours_not_allowed', opens_at: '2026-03-10T13:00:00.000Z' });
  expect(admit(account, [{ ...choice, hours: { shifts: [], extended_until: null } }], here)).toEqual({ refusal: 'hours_not_allowed' });
  expect('settings' in admit(account, closed, { ...here, now: new Date('2026-03-10T14:00:00Z') })).toBe(true);
});

test('a partner’s person works in the partner’s units, and comes in without one', () => {
  expect(way(partner, [{}])).toBe('partner in lojas');
  expect(way(partner, [{ state: 'suspended' }])).toBe('partner in lojas');
  expect(way(partner, [{ state: 'trial', trial_ends_on: '2026-03-01' }])).toBe('partner in lojas');
  expect(way(partner, [{ state: 'closed' }])).toBe('partner in no unit');
  expect(way(partner, [{ state: 'closed' }, { tenant_id: 'rede' }])).toBe('partner in rede');
  expect(way(partner, [])).toBe('partner in no unit');
  expect(way({ ...partner, partner_settings: listed('10.0.0.9') }, [])).toBe('ip_not_allowed');
  expect(way({ ...partner, partner_settings: listed('10.0.0.9') }, [], { ...here, ipListsOff: true })).toBe('partner in no unit');
  expect(way({ ...partner, partner_settings: listed('10.0.0.1') }, [])).toBe('partner in no unit');
});

test('a partner’s person is refused where the partner is suspended, and on the hosts of others', () => {
  expect(way({ ...partner, partner_state: 'suspended' }, [{}])).toBe('not_found_companies');
  expect(way({ ...partner, partner_state: 'closed' }, [{}])).toBe('not_found_companies');
  expect(way(partner, [{}], at({ partner_id: 'outro' }))).toBe('domain_not_allowed');
  expect(way(partner, [{}], at({ partner_id: 'horizonte' }))).toBe('partner in lojas');
  expect(way(partner, [{}], at({ partner_id: 'horizonte', tenant_id: 'rede' }))).toBe('domain_not_allowed');
  expect(way(partner, [{}, { tenant_id: 'rede' }], at({ partner_id: 'horizonte', tenant_id: 'rede' }))).toBe('partner in rede');
});

test('staff are refused by their own state', () => {
  expect(way({ ...partner, staff_state: 'blocked' }, [{}])).toBe('blocked');
  expect(way({ ...operator, staff_state: 'inactive' }, [{}])).toBe('inactive');
});

test('the operator comes in on the platform’s own host alone, also before there is a unit', () => {
  const operatorTenant = { tenant_id: 'operatorTenant', partner_id: null };
  expect(way(operator, [operatorTenant])).toBe('operator in operatorTenant');
  expect(way(operator, [])).toBe('operator in no unit');
  expect(way(operator, [operatorTenant], at({ partner_id: 'horizonte' }))).toBe('domain_not_allowed');
  expect(way(operator, [operatorTenant], at({ tenant_id: 'operatorTenant' }))).toBe('domain_not_allowed');
});

test('a refusal tells the address that is not allowed, or when the hours begin, and nothing else', () => {
  expect(refusalExtra({ refusal: 'ip_not_allowed' }, '10.0.0.1')).toEqual({ ip: '10.0.0.1' });
  expect(refusalExtra({ refusal: 'hours_not_allowed', opens_at: later }, '10.0.0.1')).toEqual({ opens_at: later });
  expect(refusalExtra({ refusal: 'blocked' }, '10.0.0.1')).toEqual({});
});
