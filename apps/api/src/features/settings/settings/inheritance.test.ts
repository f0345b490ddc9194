import {
  configurationDefaults,
  getConfig,
  partnerForm,
  unitForm,
  updateConfig,
  updatePartnerConfig,
} from '@vitrine/contract/settings/settings.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';

const world = await openWorld();
afterAll(world.close);

const identity = scoped(world.services.database, { kind: 'identity' });

async function partnerWithUnit(partnerSettings: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) {
  const partner = await world.partner({ settings: partnerSettings });
  const unit = await partner.unit({ settings });
  const admin = await world.signIn(await unit.person('admin'));
  const partnerStaff = await world.signIn(await partner.person({ unit }));
  return { partner, unit, admin, partnerStaff };
}

describe('the form of a unit', () => {
  test('tells whose value each setting has, and what would hold without it', async () => {
    const { admin } = await partnerWithUnit({ login_timeout: 6, enable_watermark: true }, { login_timeout: 4 });
    const form = await admin.call(unitForm, {});
    expect(form).toMatchObject({ login_timeout: 4, enable_watermark: true, own: ['login_timeout'] });
    expect(form.inherited).toMatchObject({ login_timeout: 6, enable_watermark: true, home_page: '/' });
  });

  test('goes back to the inherited value, and follows it from then on', async () => {
    const { partner, admin } = await partnerWithUnit({ timezone: 'America/Manaus' }, { timezone: 'America/Bahia' });
    expect(await admin.call(updateConfig, { body: { inherit: ['timezone'], version: 1 } })).toMatchObject({ timezone: 'America/Manaus' });
    expect((await admin.call(unitForm, {})).own).toEqual([]);
    await world.owner.run(
      query
        .updateTable('partner_setting')
        .set({ value: JSON.stringify({ timezone: 'America/Recife' }) })
        .where('partner_id', '=', partner.id),
    );
    expect(await admin.call(getConfig, {})).toMatchObject({ timezone: 'America/Recife' });
  });

  test('takes over a mail server as a whole, never half of it', async () => {
    const { unit, admin } = await partnerWithUnit({ enable: true, host: 'mail.partner.example', email: 'us@partner.example', port: 25 });
    await admin.call(updateConfig, { body: { email: 'us@unit.example', version: 1 } });
    const form = await admin.call(unitForm, {});
    expect(form.own).toEqual(expect.arrayContaining(['enable', 'host', 'email', 'port']));
    const server = () => readMailServer(identity, world.services.secrets, { tenant_id: unit.id, partner_id: null });
    expect(await server()).toMatchObject({ host: 'mail.partner.example', from: 'us@unit.example' });
  });

  test('forgets the password of the mail server with the server', async () => {
    const { unit, admin } = await partnerWithUnit();
    const body = { enable: true, host: 'mail.unit.example', email: 'us@unit.example', password: 'smtp-secret', version: 1 } as const;
    await admin.call(updateConfig, { body });
    expect((await admin.call(unitForm, {})).own).toContain('password');
    await admin.call(updateConfig, { body: { inherit: ['enable'], version: 2 } });
    const [row] = await world.owner.run(
      query.selectFrom('tenant_setting').select(['value', 'mail_password']).where('tenant_id', '=', unit.id),
    );
    expect(row).toEqual({ value: {}, mail_password: null });
  });

  test('is for those who may change it', async () => {
    const { unit } = await partnerWithUnit();
    const reader = await world.signIn(await unit.person('user'));
    expect((await reader.refusal(unitForm, {})).status).toBe(403);
  });
});

describe('a partner', () => {
  test('says what its units inherit, and no other partner’s', async () => {
    const { partner, admin, partnerStaff } = await partnerWithUnit();
    const other = await partnerWithUnit();
    expect(await partnerStaff.call(partnerForm, {})).toMatchObject({
      own: [],
      has_password: false,
      login_timeout: configurationDefaults.login_timeout,
    });
    const body = { login_timeout: 6, enable_watermark: true, auto_block_days: 60, version: 1 } as const;
    expect(await partnerStaff.call(updatePartnerConfig, { body })).toMatchObject({ login_timeout: 6, version: 2 });
    expect((await partnerStaff.call(partnerForm, {})).own.toSorted()).toEqual(['auto_block_days', 'enable_watermark', 'login_timeout']);
    expect(await admin.call(getConfig, {})).toMatchObject({ login_timeout: 6, enable_watermark: true, auto_block_days: 60 });
    expect(await other.admin.call(getConfig, {})).toMatchObject({ login_timeout: 8, enable_watermark: false });
    const [line] = await world.owner.run(
      query
        .selectFrom('audit_log')
        .select(['action', 'object_type'])
        .where('partner_id', '=', partner.id)
        .where('action', '=', 'partner.configuration'),
    );
    expect(line).toEqual({ action: 'partner.configuration', object_type: 'partner_setting' });
  });

  test('goes back to the default of the platform', async () => {
    const { partnerStaff } = await partnerWithUnit({ login_timeout: 6 });
    expect(await partnerStaff.call(updatePartnerConfig, { body: { inherit: ['login_timeout'], version: 1 } })).toMatchObject({
      login_timeout: 8,
    });
  });

  test('overwrites nobody silently', async () => {
    const { partnerStaff } = await partnerWithUnit();
    await partnerStaff.call(updatePartnerConfig, { body: { login_timeout: 6, version: 1 } });
    expect((await partnerStaff.refusal(updatePartnerConfig, { body: { login_timeout: 7, version: 1 } })).body.status).toBe('conflict');
  });

  test('keeps the password of its mail server, encrypted, and never tells it', async () => {
    const { unit, partnerStaff } = await partnerWithUnit();
    const body = { enable: true, host: 'mail.partner.example', email: 'us@partner.example', password: 'smtp-secret', version: 1 } as const;
    const saved = await partnerStaff.call(updatePartnerConfig, { body });
    expect(saved).toMatchObject({ has_password: true, password: null });
    const server = await readMailServer(identity, world.services.secrets, { tenant_id: unit.id, partner_id: null });
    expect(server).toMatchObject({ host: 'mail.partner.example', password: 'smtp-secret' });
  });

  test('does not shut itself out with its list of addresses', async () => {
    const { partnerStaff } = await partnerWithUnit();
    const listed = (address: string) => ({ body: { ip: true, allowed_addresses: [{ address, note: '' }], version: 1 } });
    const refused = await partnerStaff.refusal(updatePartnerConfig, listed('203.0.113.0/24'));
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['listIp']]);
    expect(await partnerStaff.call(updatePartnerConfig, listed('198.51.100.0/24'))).toMatchObject({ ip: true });
  });

  test('is not an administrator, a reader or the operator', async () => {
    const { unit, admin } = await partnerWithUnit();
    const strangers = [admin, await world.signIn(await unit.person('user')), await world.signIn(await world.operator())];
    for (const stranger of strangers) {
      expect((await stranger.refusal(partnerForm, {})).status).toBe(403);
      expect((await stranger.refusal(updatePartnerConfig, { body: { login_timeout: 6, version: 1 } })).status).toBe(403);
    }
  });

  test.each([
    [{ login_timeout: 4 }, { login_timeout: 12 }, { login_timeout: 4 }],
    [{ user_timeout: 30 }, { user_timeout: null }, { user_timeout: 30 }],
    [{ user_timeout: 30 }, { user_timeout: 10 }, { user_timeout: 10 }],
    [{ sessions_per_person: 3 }, { sessions_per_person: 0 }, { sessions_per_person: 3 }],
    [{}, { sessions_per_person: 0 }, { sessions_per_person: 0 }],
    [{ enable_password: true, min_character: 16 }, { enable_password: false }, { enable_password: true, min_character: 16 }],
    [{ enable_password: true, min_character: 16 }, { enable_password: true, min_character: 14 }, { min_character: 16 }],
    [{ enable_password: true, capital_letter: true }, { enable_password: true, capital_letter: false }, { capital_letter: true }],
    [{ enable_password: true, expiry_time_password: 90 }, { enable_password: true, expiry_time_password: 0 }, { expiry_time_password: 90 }],
    [{ enable_password: false }, { enable_password: true, min_character: 14 }, { enable_password: true, min_character: 14 }],
  ])('that asks for %j lets a unit be stricter, not weaker: %j', async (partnerSettings, settings, expected) => {
    const { admin } = await partnerWithUnit(partnerSettings, settings);
    expect(await admin.call(getConfig, {})).toMatchObject(expected);
  });
});
