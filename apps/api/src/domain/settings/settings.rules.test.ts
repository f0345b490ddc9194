import { expect, test } from 'vitest';
import { noSettings } from './tenantSettings.ts';
import type { Author } from './settings.rules.ts';
import {
  changesPartnersKeys,
  mergeDocument,
  probationAfter,
  settingsProblems,
  settleProbation,
  withoutPrivateKeys,
} from './settings.rules.ts';

const only = (...addresses: string[]) => addresses.map((address) => ({ address, note: '' }));
const now = new Date('2026-03-10T12:00:00Z');

test('the settings that everybody begins with have nothing wrong', () => {
  expect(settingsProblems(noSettings)).toEqual({});
});

test('time zones are those of the world, and the logo leads to a page of the portal or the web', () => {
  const wrong = (values: Partial<typeof noSettings>) => settingsProblems({ ...noSettings, ...values });
  for (const timezone of ['UTC', 'America/Sao_Paulo', 'Europe/Lisbon']) expect(wrong({ timezone })).toEqual({});
  expect(wrong({ timezone: 'Brasil/Sao_Paulo' })).toEqual({ timezone: 'invalid' });
  for (const logo_page of ['', '/favourites', 'https://lojas.example/sobre', 'http://lojas.example'])
    expect(wrong({ logo_page })).toEqual({});
  for (const logo_page of [
    'javascript:alert(1)',
    'ftp://lojas.example',
    'lojas',
    'https://lojas.example/a b',
    '//lojas.example',
    'https://lojas.example@evil.example',
  ])
    expect(wrong({ logo_page }), logo_page).toEqual({ logo_page: 'invalid' });
});

test('each line of a list of addresses is told by its place', () => {
  expect(settingsProblems({ ...noSettings, allowed_addresses: only('10.0.0.1', 'home', '10.0.0.0/8', '10.0.0.0/40') })).toEqual({
    'allowed_addresses.1.address': 'invalid',
    'allowed_addresses.3.address': 'invalid',
  });
});

test('a mail server of the unit has a name and a sender, once it is switched on', () => {
  const sender = { ...noSettings, enable: true, host: 'smtp.lojas.example:587', email: 'portal@lojas.example', name: 'Lojas' };
  expect(settingsProblems(sender)).toEqual({});
  expect(settingsProblems({ ...sender, host: null, email: null })).toEqual({ host: 'required', email: 'required' });
  expect(settingsProblems({ ...sender, host: 'smtp lojas', email: 'portal' })).toEqual({ host: 'invalid', email: 'invalid' });
  expect(settingsProblems({ ...sender, host: '!smtp', email: 'portal@lojas.example' })).toEqual({ host: 'invalid' });
  expect(settingsProblems({ ...sender, host: 'smtp!' })).toEqual({ host: 'invalid' });
  expect(settingsProblems({ ...sender, enable: false, host: null, email: 'portal' })).toEqual({});
  expect(settingsProblems({ ...sender, enable: false, name: 'Lojas\nBcc: somebody' })).toEqual({ name: 'invalid' });
  expect(settingsProblems({ ...sender, name: 'Lojas\rBcc: somebody' })).toEqual({ name: 'invalid' });
});

test.each([
  ['the embedded token', { enable_embedded: true }],
  ['imports from another unit', { user_import: true }],
  ['the second factor of everybody', { require_second_factor: true }],
  ['who decides on the second factor', { admins_set_second_factor: true }],
  ['who sets up how people sign in', { admins_set_sign_in: true }],
  ['the time of the last refresh', { show_last_refresh_everywhere: true }],
])('%s is the partner’s to give', (_, change) => {
  const after = { ...noSettings, ...change };
  expect(changesPartnersKeys('admin', noSettings, after)).toBe(true);
  expect(changesPartnersKeys('partner', noSettings, after)).toBe(false);
  expect(changesPartnersKeys('admin', after, { ...after, login_timeout: 3 })).toBe(false);
});

test('what equals the inherited value stays inherited, what was set of one’s own stays one’s own', () => {
  expect(mergeDocument({}, noSettings, { login_timeout: noSettings.login_timeout, save_filter: true })).toEqual({ save_filter: true });
  expect(mergeDocument({ login_timeout: 3 }, noSettings, { login_timeout: noSettings.login_timeout })).toEqual({
    login_timeout: noSettings.login_timeout,
  });
  expect(mergeDocument({ login_timeout: 3 }, noSettings, { user_timeout: 30 })).toEqual({ login_timeout: 3, user_timeout: 30 });
});

test('settings that belong together are inherited together, or not at all', () => {
  const inherited = { ...noSettings, allowed_addresses: only('10.0.0.1') };
  const own = mergeDocument({}, inherited, { ip: true });
  expect(own).toEqual({ ip: true, allowed_addresses: only('10.0.0.1') });
  expect(mergeDocument({ ...own, login_timeout: 3 }, inherited, {}, ['allowed_addresses'])).toEqual({ login_timeout: 3 });
  expect(mergeDocument({ login_timeout: 3, user_timeout: 5 }, inherited, {}, ['login_timeout'])).toEqual({ user_timeout: 5 });
});

test('a list that nobody kept in five minutes is the one of before', () => {
  const row = {
    settings: { ip: true, allowed_addresses: only('10.0.0.9'), login_timeout: 3 },
    ip_before: { ip: true, allowed_addresses: only('10.0.0.1') },
  };
  const none = { ip_before: null, ip_probation_until: null };
  expect(settleProbation({ ...row, ip_probation_until: null }, now)).toEqual({ document: row.settings, probation: none });
  expect(settleProbation({ ...row, ip_probation_until: '2026-03-10T12:00:00Z' }, now)).toEqual({
    document: { ip: true, allowed_addresses: only('10.0.0.1'), login_timeout: 3 },
    probation: none,
  });
  expect(settleProbation({ ...row, ip_probation_until: '2026-03-10T12:00:01Z' }, now)).toEqual({
    document: row.settings,
    probation: { ip_before: row.ip_before, ip_probation_until: new Date('2026-03-10T12:00:01Z') },
  });
  expect(settleProbation({ settings: null, ip_before: null, ip_probation_until: null }, now)).toEqual({ document: {}, probation: none });
  expect(settleProbation({ settings: null, ip_before: null, ip_probation_until: '2026-03-10T12:00:01Z' }, now).document).toEqual({});
});

test('a list that leaves out whoever saves it is on probation, with the list of before to go back to', () => {
  const admin: Author = { role: 'admin', ip_exempt: false, ip: '10.0.0.1' };
  const none = { ip_before: null, ip_probation_until: null };
  const before = { document: { ip: true, allowed_addresses: only('10.0.0.1') }, probation: none };
  const listing = (...addresses: string[]) => ({ ip: true, allowed_addresses: only(...addresses) });
  const after = (document: typeof before.document, author = admin, from: Parameters<typeof probationAfter>[0] = before) =>
    probationAfter(from, document, null, author, now);
  const probation = { ip_before: before.document, ip_probation_until: new Date('2026-03-10T12:05:00Z') };
  expect(after(listing('10.0.0.9'))).toEqual({ probation, excludesAuthor: true });
  expect(after(listing('10.0.0.9', '10.0.0.1'))).toEqual({ probation: none, excludesAuthor: false });
  expect(after(listing('10.0.0.9'), { ...admin, ip_exempt: true })).toEqual({ probation: none, excludesAuthor: false });
  expect(after(listing('10.0.0.9'), { ...admin, role: 'partner' })).toEqual({ probation: none, excludesAuthor: false });
  // A second list that leaves them out goes back to the one before both.
  const running = { document: listing('10.0.0.9'), probation };
  expect(after(listing('10.0.0.8'), admin, running)).toEqual({ probation, excludesAuthor: true });
  expect(after(listing('10.0.0.9'), admin, running)).toEqual({ probation, excludesAuthor: false });
  expect(probationAfter({ document: {}, probation: none }, listing('10.0.0.9'), null, admin, now).probation.ip_before).toEqual({});
});

test('readers see neither the addresses nor the sender of mails', () => {
  const settings = {
    ...noSettings,
    allowed_addresses: only('10.0.0.1'),
    name: 'Lojas',
    host: 'smtp',
    port: 25,
    protocol: 'tls' as const,
    email: 'a@b.example',
  };
  expect(withoutPrivateKeys(settings)).toEqual(noSettings);
});
