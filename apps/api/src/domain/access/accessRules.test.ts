import { expect, test } from 'vitest';
import { dayIn, isAddressRefused, settingsNow, unitRefusal } from './accessRules.ts';

const trial = { state: 'trial', trial_ends_on: '2026-03-10' };

test('a trial lasts to the end of its last day, in the time zone of the unit', () => {
  expect(unitRefusal(trial, 'user', '2026-03-09')).toBeNull();
  expect(unitRefusal(trial, 'user', '2026-03-10')).toBeNull();
  expect(unitRefusal(trial, 'user', '2026-03-11')).toBe('finish_test');
  const lastEvening = new Date('2026-03-11T02:30:00Z');
  expect(unitRefusal(trial, 'admin', dayIn('America/Sao_Paulo', lastEvening))).toBeNull();
  expect(unitRefusal(trial, 'admin', dayIn('Europe/Lisbon', lastEvening))).toBe('finish_test');
});

test('the end of a trial counts in a trial alone, and never for the partner', () => {
  expect(unitRefusal({ ...trial, state: 'active' }, 'user', '2026-03-11')).toBeNull();
  expect(unitRefusal({ ...trial, trial_ends_on: null }, 'user', '2026-03-11')).toBeNull();
  expect(unitRefusal(trial, 'partner', '2026-03-11')).toBeNull();
});

test('a suspended unit lets only the partner in, a closed one nobody', () => {
  const [suspended, closed] = ['suspended', 'closed'].map((state) => ({ state, trial_ends_on: null }));
  expect(unitRefusal(suspended!, 'admin', '2026-03-10')).toBe('unit_suspended');
  expect(unitRefusal(suspended!, 'partner', '2026-03-10')).toBeNull();
  expect(unitRefusal(closed!, 'admin', '2026-03-10')).toBe('unit_closed');
  expect(unitRefusal(closed!, 'partner', '2026-03-10')).toBe('unit_closed');
});

test('the day of a place goes on at its own midnight', () => {
  expect(dayIn('UTC', new Date('2026-03-10T23:59:59Z'))).toBe('2026-03-10');
  expect(dayIn('UTC', new Date('2026-03-11T00:00:00Z'))).toBe('2026-03-11');
});

test('a list of addresses binds the unit’s people, the partner’s own list the partner’s', () => {
  const lists = { unit: ['10.0.0.1'], partner: ['10.0.0.2'] };
  const isRefused = (role: 'admin' | 'partner', ip: string, ip_exempt = false) => isAddressRefused({ role, ip_exempt }, lists, ip);
  expect([isRefused('admin', '10.0.0.1'), isRefused('admin', '10.0.0.2'), isRefused('admin', '10.0.0.2', true)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([isRefused('partner', '10.0.0.1'), isRefused('partner', '10.0.0.1', true), isRefused('partner', '10.0.0.2')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isAddressRefused({ role: 'user', ip_exempt: false }, { unit: null, partner: [] }, '10.0.0.9')).toBe(false);
});

const only = (address: string) => [{ address, note: '' }];

test('a list on trial that nobody kept in time is the one of before', () => {
  const facts = {
    settings: { ip: true, allowed_addresses: only('10.0.0.9'), login_timeout: 3 },
    partner_settings: null,
    ip_before: { ip: true, allowed_addresses: only('10.0.0.1') },
    ip_probation_until: '2026-03-10T12:00:00Z',
  };
  const at = (time: string) => settingsNow(facts, new Date(time));
  expect(at('2026-03-10T11:59:59Z')).toMatchObject({ allowed_addresses: only('10.0.0.9'), login_timeout: 3 });
  expect(at('2026-03-10T12:00:00Z')).toMatchObject({ allowed_addresses: only('10.0.0.1'), login_timeout: 3 });
  expect(settingsNow({ ...facts, ip_before: {} }, new Date('2026-03-10T12:00:00Z')).allowed_addresses).not.toEqual(only('10.0.0.9'));
});
