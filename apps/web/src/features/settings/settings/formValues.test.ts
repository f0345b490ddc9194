import type { ConfigurationForm } from '@vitrine/contract/settings/settings.ts';
import { configurationDefaults, updateConfig } from '@vitrine/contract/settings/settings.ts';
import { expect, test } from 'vitest';
import { changesOf, isOwn, rebase, reportHome, valuesOf, withInherited } from './formValues.ts';

const report = '5f0c7e6e-0d37-4d3c-9a43-6d0b6f0f8a11';
const loaded: ConfigurationForm = {
  ...configurationDefaults,
  token_embedded: null,
  has_token_embedded: true,
  password: null,
  has_password: false,
  version: 4,
  own: [],
  inherited: { ...configurationDefaults, token_embedded: null, password: null },
  ip_probation_until: null,
};

test('an untouched form changes nothing', () => {
  expect(changesOf(valuesOf(loaded), loaded)).toEqual({});
  const full = {
    ...loaded,
    allowed_addresses: [{ address: '10.0.0.1', note: '' }],
    home_page: `/${report}/reports/view`,
    start_report_id: report,
    min_character: 14,
  };
  expect(changesOf(valuesOf(full), full)).toEqual({});
});

test('sends only what was changed, as the wire writes it', () => {
  const values = { ...valuesOf(loaded), ip: true, min_character: 14, timezone: 'America/Manaus', logo_page_default: true };
  const changes = changesOf(values, loaded);
  expect(changes).toEqual({ ip: true, min_character: 14, timezone: 'America/Manaus', logo_page_default: 1 });
  expect(updateConfig.body.safeParse({ ...changes, version: 4 }).success).toBe(true);
});

test('an empty secret leaves the stored one, an emptied field is none', () => {
  expect(changesOf({ ...valuesOf(loaded), token_embedded: '' }, loaded)).toEqual({});
  expect(changesOf({ ...valuesOf(loaded), token_embedded: 'new' }, loaded)).toEqual({ token_embedded: 'new' });
  const withRules = { ...loaded, min_character: 14 };
  expect(changesOf({ ...valuesOf(withRules), min_character: '' }, withRules)).toEqual({ min_character: null });
});

test('rows that nobody filled in are not sent', () => {
  const allowed_addresses = [
    { address: '10.0.0.0/8', note: 'Rede' },
    { address: ' ', note: '' },
  ];
  expect(changesOf({ ...valuesOf(loaded), allowed_addresses }, loaded)).toEqual({
    allowed_addresses: [{ address: '10.0.0.0/8', note: 'Rede' }],
  });
});

test('a report as home page becomes its path, and its absence is refused', () => {
  const chosen = changesOf({ ...valuesOf(loaded), home_page: reportHome, start_report_id: report }, loaded);
  expect(chosen).toEqual({ home_page: `/${report}/reports/view`, start_report_id: report });
  const missing = { ...changesOf({ ...valuesOf(loaded), home_page: reportHome }, loaded), version: 4 };
  expect(updateConfig.body.safeParse(missing).error?.issues[0]?.path).toEqual(['start_report_id']);
});

test('keeps my changes on top of what somebody else saved', () => {
  const mine = { ...valuesOf(loaded), timezone: 'America/Manaus', save_filter: true };
  const newer = { ...loaded, version: 5, login_timeout: 4, timezone: 'America/Bahia' };
  expect(changesOf(rebase(mine, loaded, newer), newer)).toEqual({ timezone: 'America/Manaus', save_filter: true });
});

test('a setting goes back to the inherited value with all that belongs to it', () => {
  const own = {
    ...loaded,
    ip: true,
    allowed_addresses: [{ address: '10.0.0.0/8', note: '' }],
    own: ['ip' as const, 'allowed_addresses' as const],
  };
  expect([isOwn('ip', own), isOwn('timezone', own)]).toEqual([true, false]);
  const back = withInherited(valuesOf(own), 'ip', own);
  expect(changesOf(back, own)).toEqual({ inherit: ['ip', 'allowed_addresses'] });
  expect(updateConfig.body.safeParse({ ...changesOf(back, own), version: 4 }).success).toBe(true);
});

test('what is changed after it was asked back is a value of one’s own again', () => {
  const own = { ...loaded, login_timeout: 4, own: ['login_timeout' as const] };
  const back = withInherited(valuesOf(own), 'login_timeout', own);
  expect(changesOf({ ...back, login_timeout: 6 }, own)).toEqual({ login_timeout: 6 });
});
