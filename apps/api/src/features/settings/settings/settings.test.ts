import {
  configurationDefaults,
  getConfig,
  keepIpList,
  remoteConfig,
  saveConfig,
  savePasswordConfig,
  updateConfig,
  tourVersion,
  welcomeSeen,
} from '@vitrine/contract/settings/settings.ts';
import type { LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { mailPasswordPlace } from '#domain/settings/mailSender.ts';

const world = await openWorld();
afterAll(world.close);

async function adminOf(options: { unit?: Parameters<typeof world.unit>[0]; partnerSettings?: Record<string, unknown>; ip?: string } = {}) {
  const partner = await world.partner({ settings: options.partnerSettings ?? {} });
  const unit = await partner.unit(options.unit);
  const admin = await unit.person('admin');
  const browser = await world.signIn(admin, options.ip ? { ip: options.ip } : {});
  return { partner, unit, admin, browser };
}
const load = (browser: Browser) => browser.call(getConfig, {});
const versionOf = async (browser: Browser) => (await load(browser)).version;
/** A whole configuration as a form sends it back. */
function formOf(loaded: LoadedConfiguration) {
  const keys = Object.keys(configurationDefaults) as (keyof typeof configurationDefaults)[];
  return { ...configurationDefaults, ...Object.fromEntries(keys.map((key) => [key, loaded[key]])), version: loaded.version };
}

describe('loading', () => {
  test('gives the defaults where nothing was set', async () => {
    const { browser } = await adminOf();
    expect(await load(browser)).toMatchObject({ ...configurationDefaults, has_password: false, has_token_embedded: false, version: 1 });
    expect(await browser.call(remoteConfig, {})).toEqual(await load(browser));
  });

  test('a unit inherits what it has not set itself', async () => {
    const { browser } = await adminOf({
      partnerSettings: { enable_watermark: true, login_timeout: 4, home_page: '/all/reports' },
      unit: { settings: { home_page: '/reports' } },
    });
    expect(await load(browser)).toMatchObject({ enable_watermark: true, login_timeout: 4, home_page: '/reports', intended: '/reports' });
  });

  test('a unit shortens sessions but does not lengthen them', async () => {
    const { browser } = await adminOf({ partnerSettings: { login_timeout: 4 }, unit: { settings: { login_timeout: 12 } } });
    expect((await load(browser)).login_timeout).toBe(4);
  });

  test('tells readers neither addresses nor the mail sender', async () => {
    const settings = {
      ip: true,
      allowed_addresses: [{ address: '0.0.0.0/0', note: 'everybody' }],
      enable: true,
      name: 'Us',
      host: 'mail.example',
      port: 25,
      protocol: 'none',
      email: 'us@unit.example',
    };
    const { unit, browser } = await adminOf({ unit: { settings } });
    expect(await load(browser)).toMatchObject({
      allowed_addresses: settings.allowed_addresses,
      host: 'mail.example',
      email: 'us@unit.example',
    });
    const reader = await world.signIn(await unit.person('user'));
    expect(await load(reader)).toMatchObject({
      ip: true,
      allowed_addresses: null,
      name: null,
      host: null,
      port: null,
      protocol: null,
      email: null,
    });
  });

  test('hides what is switched off and what the person is not to see', async () => {
    const { unit } = await adminOf();
    const reader = await world.signIn(await unit.person('user', { membership: { hidden_menu: ['catalogs'] } }));
    const { hidden_menu } = await load(reader);
    expect(hidden_menu).toContain('catalogs');
    expect(hidden_menu).toContain('help_desk');
    expect(hidden_menu).not.toContain('all_reports');
  });

  test('lists the units that the person may change into, by name', async () => {
    const [one, two, closed, blocked] = [
      await world.unit(),
      await world.unit(),
      await world.unit({ tenant: { state: 'closed' } }),
      await world.unit(),
    ];
    const carla = await one.person('user');
    await world.join(carla, two);
    await world.join(carla, closed);
    await world.join(carla, blocked, 'user', { state: 'blocked' });
    const { companies, partner_access_remote } = await load(await world.signIn(carla));
    expect(companies).toEqual(
      [one, two].map(({ id, name }) => ({ tenant_id: id, name, current: id === one.id })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(partner_access_remote.partner_id).toBeNull();
  });

  test('serves the operator, and a partner who has no unit yet', async () => {
    expect(await load(await world.signIn(await world.operator()))).toMatchObject({ companies: [], intended: '/' });
    const partner = await world.partner({ settings: { enable_watermark: true } });
    const browser = await world.signIn(await partner.person());
    expect(await load(browser)).toMatchObject({ companies: [], enable_watermark: true, partner_access_remote: { partner_id: partner.id } });
    const refused = await browser.refusal(updateConfig, { body: { enable_watermark: false, version: 1 } });
    expect(refused.body.status).toBe('not_found_companies');
  });

  test('tells the welcome of the unit in each of its languages', async () => {
    const { browser } = await adminOf();
    const welcome = { message_ptbr: 'Olá', message_en: 'Hello', message_es: 'Hola', message_ptpt: 'Viva' };
    expect((await load(browser)).welcome_message).not.toMatchObject(welcome);
    await browser.call(updateConfig, { body: { ...welcome, version: 1 } });
    expect((await load(browser)).welcome_message).toEqual(welcome);
    await browser.call(updateConfig, { body: { inherit: ['message_ptbr'], version: 2 } });
    expect((await load(browser)).welcome_message).not.toMatchObject(welcome);
  });

  test('says of each version of the welcome that it is due, until this person has been shown it', async () => {
    const { unit, browser } = await adminOf();
    const other = await world.signIn(await unit.person('user'));
    expect((await load(browser)).welcome_due).toBeNull();
    const { version } = await browser.call(updateConfig, { body: { message_ptbr: 'Olá', version: 1 } });
    const first = (await load(browser)).welcome_due;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    for (const again of [1, 2]) {
      await browser.call(welcomeSeen, { body: { version: first ?? '' } });
      expect((await load(browser)).welcome_due, `told ${again} times`).toBeNull();
    }
    expect((await load(other)).welcome_due).toBe(first);
    await browser.call(updateConfig, { body: { message_ptbr: 'Olá de novo', version } });
    expect((await load(browser)).welcome_due).toMatch(/^[0-9a-f]{32}$/);
  });

  test('says that the tour is due, until this person was offered it', async () => {
    const { unit, browser } = await adminOf();
    const other = await world.signIn(await unit.person('user'));
    expect((await load(browser)).tour_due).toBe(true);
    await browser.call(welcomeSeen, { body: { version: tourVersion } });
    expect((await load(browser)).tour_due).toBe(false);
    expect((await load(other)).tour_due).toBe(true);
  });

  test('tells the welcome of the platform', async () => {
    await world.owner.run(
      query.updateTable('platform_setting').set({ welcome: JSON.stringify({ message_ptbr: 'Bem-vindo', message_en: 'Welcome' }) }),
    );
    const { welcome_message } = await load((await adminOf()).browser);
    expect(welcome_message).toEqual({ message_ptbr: 'Bem-vindo', message_en: 'Welcome', message_ptpt: null, message_es: null });
  });
});

describe('saving', () => {
  test('keeps the whole form and comes back as it was saved', async () => {
    const { browser } = await adminOf();
    const form = {
      ...formOf(await load(browser)),
      timezone: 'America/Manaus',
      enable_watermark: true,
      logo_page: 'https://unit.example/',
      login_timeout: 6,
    };
    const saved = await browser.call(saveConfig, { body: form });
    expect(saved).toMatchObject({
      timezone: 'America/Manaus',
      enable_watermark: true,
      logo_page: 'https://unit.example/',
      login_timeout: 6,
      version: 2,
      warnings: [],
    });
    expect(await load(browser)).toMatchObject({ timezone: 'America/Manaus', version: 2 });
  });

  test('of a part changes that part', async () => {
    const { browser } = await adminOf({ unit: { settings: { timezone: 'America/Manaus' } } });
    await browser.call(updateConfig, { body: { show_name_report: true, version: 1 } });
    expect(await load(browser)).toMatchObject({ timezone: 'America/Manaus', show_name_report: true, version: 2 });
  });

  test('what stays as inherited goes on being inherited', async () => {
    const { partner, browser } = await adminOf({ partnerSettings: { enable_watermark: true } });
    await browser.call(saveConfig, { body: { ...formOf(await load(browser)), show_name_report: true } });
    await world.owner.run(
      query
        .updateTable('partner_setting')
        .set({ value: JSON.stringify({ enable_watermark: false }) })
        .where('partner_id', '=', partner.id),
    );
    expect(await load(browser)).toMatchObject({ enable_watermark: false, show_name_report: true });
  });

  test('overwrites nobody silently', async () => {
    const { unit, browser } = await adminOf();
    const other = await world.signIn(await unit.person('admin'));
    await browser.call(updateConfig, { body: { enable_watermark: true, version: 1 } });
    const refused = await other.refusal(updateConfig, { body: { enable_watermark: false, version: 1 } });
    expect([refused.status, refused.body.status]).toEqual([409, 'conflict']);
  });

  test('of ten saves at once one succeeds', async () => {
    const { browser } = await adminOf();
    const saves = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => browser.call(updateConfig, { body: { login_timeout: index + 1, version: 1 } })),
    );
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is for administrators and partners', async () => {
    const { partner, unit } = await adminOf();
    const reader = await world.signIn(await unit.person('user'));
    for (const endpoint of [updateConfig, savePasswordConfig, keepIpList]) {
      const response = await reader.inject({ method: 'POST', url: endpoint.path, payload: { version: 1 } });
      expect([response.statusCode, response.json<{ status: string }>().status]).toEqual([403, 'forbidden']);
    }
    const partnerStaff = await world.signIn(await partner.person({ unit }));
    expect(await partnerStaff.call(updateConfig, { body: { enable_embedded: true, version: 1 } })).toMatchObject({ enable_embedded: true });
  });

  test.each([
    { enable_embedded: true },
    { user_import: true },
    { admins_set_second_factor: true },
    { admins_set_sign_in: true },
    { show_last_refresh_everywhere: true },
  ] as const)('an administrator does not take %j, which is the partner to give', async (change) => {
    const { browser } = await adminOf();
    const refused = await browser.refusal(updateConfig, { body: { ...change, version: 1 } });
    expect([refused.status, refused.body.status]).toEqual([403, 'functionality_not_allowed']);
  });

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ logo_page: 'javascript:alert(1)' }, 'logo_page'],
    [{ logo_page: '//evil.example' }, 'logo_page'],
    [{ logo_page: 'data:text/html,x' }, 'logo_page'],
    [{ home_page: 'https://evil.example' }, 'home_page'],
    [{ home_page: '/\\evil.example' }, 'home_page'],
    [{ home_page: '/../evil' }, 'home_page'],
    [{ login_timeout: 25 }, 'login_timeout'],
    [{ login_timeout: 1.5 }, 'login_timeout'],
    [{ min_character: 7 }, 'min_character'],
    [{ expiry_time_password: 29 }, 'expiry_time_password'],
    [{ enable: 'S', host: null, email: 'a@example.com' }, 'host'],
    [{ enable: 'S', host: 'mail.example', email: 'nobody' }, 'email'],
    [{ enable: 'S', host: 'mail.example\r\nRCPT', email: 'a@example.com' }, 'host'],
    [{ name: 'Us\r\nBcc: evil@example.com' }, 'name'],
    [{ relatorio_id: '0199a000-0000-7000-8000-00000000ffff' }, 'relatorio_id'],
    [
      {
        ip: 'S',
        listIp: [
          { address: '10.0.0.0/8', note: '' },
          { address: '10.0.0', note: '' },
        ],
      },
      'listIp.1.address',
    ],
    [{ mail_password: 'x' }, 'mail_password'],
    [{ tenant_id: '0199a000-0000-7000-8000-00000000ffff' }, 'tenant_id'],
    // Names and values of the code have no meaning on the wire.
    [{ allowed_addresses: null }, 'listIp'],
    [{ enable_watermark: true }, 'enable_watermark'],
    [{ enable_watermark: 's' }, 'enable_watermark'],
  ])('refuses %j', async (change, field) => {
    const { browser } = await adminOf();
    const response = await browser.inject({ method: 'POST', url: updateConfig.path, payload: { ...change, version: 1 } });
    expect([response.statusCode, Object.keys(response.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
    expect(await versionOf(browser)).toBe(1);
  });

  test('names the audited change, without the secrets', async () => {
    const { unit, admin, browser } = await adminOf();
    await browser.call(updateConfig, {
      body: { password: 'smtp-secret', token_embedded: 'embed-secret-of-32-characters-or-more', enable_watermark: true, version: 1 },
    });
    const [line] = await world.owner.run(
      query.selectFrom('audit_log').selectAll().where('tenant_id', '=', unit.id).where('action', '=', 'configuration.update'),
    );
    expect(line).toMatchObject({
      actor_id: admin.id,
      object_type: 'tenant_setting',
      after: { mail_password: '***', token_embedded: '***', value: { enable_watermark: true } },
    });
    expect(JSON.stringify(line)).not.toContain('secret"');
  });
});

describe('secrets', () => {
  test('go in encrypted and never come out', async () => {
    const { unit, browser } = await adminOf();
    const saved = await browser.call(updateConfig, { body: { password: 'smtp-secret', version: 1 } });
    expect(saved).toMatchObject({ password: null, has_password: true, token_embedded: null, has_token_embedded: false });
    const [row] = await world.owner.run(
      query.selectFrom('tenant_setting').select(['mail_password', 'value']).where('tenant_id', '=', unit.id),
    );
    expect(JSON.stringify(row)).not.toContain('smtp-secret');
    expect(world.services.secrets.decrypt(row?.mail_password ?? '', mailPasswordPlace('tenant', unit.id))).toBe('smtp-secret');
    expect(world.log.join()).not.toContain('smtp-secret');
  });

  test('stay as they are when null is sent back', async () => {
    const { browser } = await adminOf();
    await browser.call(updateConfig, { body: { password: 'smtp-secret', version: 1 } });
    const saved = await browser.call(saveConfig, { body: formOf(await load(browser)) });
    expect(saved).toMatchObject({ has_password: true, version: 3 });
  });
});

describe('password rules', () => {
  test('are saved by themselves', async () => {
    const { browser } = await adminOf();
    const rules = {
      enable_password: true,
      min_character: 16,
      capital_letter: true,
      special_characters: false,
      expiry_time_password: 90,
    } as const;
    expect(await browser.call(savePasswordConfig, { body: { ...rules, version: 1 } })).toMatchObject({ ...rules, version: 2 });
  });
});
