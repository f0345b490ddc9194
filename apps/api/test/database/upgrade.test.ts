import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { asOwner, copyTemplate } from '../harness/server.ts';
import { exceptions } from './exceptions.ts';
import { findingsIn } from './invariants.ts';
import { emptyDatabase } from './scratch.ts';
import { lost, snapshot, upgradeFromTheFirst } from './upgrade.ts';

const origin = await emptyDatabase();
const { directory: migrations, losses, close } = await upgradeFromTheFirst(origin.ownerUrl);
afterAll(async () => {
  await close();
  await origin.close();
});

/** What migrations change on purpose, with the reason. */
const intended = [
  // Settings got English names; the test below says which.
  '0014_words_of_settings.sql: 1 of 1 rows of partner_setting are gone or changed',
  '0014_words_of_settings.sql: 1 of 4 rows of session are gone or changed',
  '0014_words_of_settings.sql: 1 of 1 rows of tenant_setting are gone or changed',
  // The column has another name.
  '0015_operator_tenant.sql: tenant.is_house is gone',
  // States of people got names; a test below says which.
  '0016_words_of_states.sql: 5 of 5 rows of membership are gone or changed',
  '0016_words_of_states.sql: 2 of 2 rows of staff are gone or changed',
  // Mailed codes have a table of their own; one that was on its way for ten minutes is asked for again.
  '0032_mailed_codes.sql: second_factor.email_code is gone',
  '0032_mailed_codes.sql: second_factor.email_code_expires_at is gone',
  '0032_mailed_codes.sql: second_factor.email_sent_at is gone',
  '0032_mailed_codes.sql: second_factor.email_tries is gone',
  // Favourites hold them; a test below says in which order.
  '0040_one_shelf.sql: home_report is gone',
  '0040_one_shelf.sql: 1 of 1 rows of favourite are gone or changed',
  // Looks are themes; a test below says which.
  ...['logo_id', 'sign_in_picture_id', 'sign_in_sentence', 'theme', 'title'].map(
    (column) => `0079_themes.sql: tenant_setting.${column} is gone`,
  ),
  ...['partner_setting', 'platform_setting'].flatMap((table) =>
    ['theme', 'title'].map((column) => `0079_themes.sql: ${table}.${column} is gone`),
  ),
  // Who wanted no mails has a choice that says so; a test below says it.
  '0281_notification_choices.sql: notification_choice.by_mail is gone',
  // Nobody asked for it.
  '0035_files_without_hash.sql: file.sha256 is gone',
];

/** A copy of the database that has gone through all versions, and of the migrations that it knows. */
async function upgraded() {
  const server = inject('databaseServer');
  const { ownerUrl, url, drop } = await copyTemplate(server, new URL(origin.ownerUrl).pathname.slice(1));
  onTestFinished(drop);
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await cp(migrations, directory, { recursive: true });
  return { ownerUrl, url, directory };
}

describe('a database with rows in it', () => {
  test('goes through every migration without losing any, and ends as one that was made today', async () => {
    const { ownerUrl, url } = await upgraded();
    expect(losses.toSorted()).toEqual(intended.toSorted());
    // What is left to do is nothing but the tables of pg-boss.
    expect(await migrate(ownerUrl)).toEqual([]);
    const findings = await findingsIn(ownerUrl, decodeURIComponent(new URL(url).username));
    expect(findings.filter(({ rule, object }) => exceptions[rule]?.[object] === undefined)).toEqual([]);
  });

  test('keeps its settings under their English names, and says nothing of it in the audit log', async () => {
    const { ownerUrl } = await upgraded();
    const rows = await snapshot(ownerUrl);
    expect(rows.get('partner_setting')).toMatchObject([{ value: { timezone: 'America/Sao_Paulo', require_second_factor: true } }]);
    expect(rows.get('tenant_setting')).toMatchObject([
      {
        value: { login_timeout: 4, ip: true, allowed_addresses: [{ address: '10.0.0.0/8', note: '' }] },
        ip_before: { ip: false, allowed_addresses: null },
      },
    ]);
    expect(rows.get('session')?.flatMap(({ end_reason }) => end_reason ?? [])).toEqual(['hours_not_allowed']);
    expect(rows.get('audit_log')?.filter(({ action, object_type }) => action === 'update' && object_type === 'tenant_setting')).toEqual([]);
  });

  test('keeps the states of people under their names, and says nothing of it in the audit log', async () => {
    const { ownerUrl } = await upgraded();
    const rows = await snapshot(ownerUrl);
    const states = (table: string) =>
      rows
        .get(table)
        ?.map(({ state }) => String(state))
        .toSorted();
    expect(states('membership')).toEqual(['active', 'active', 'blocked', 'deactivated', 'inactive']);
    expect(states('staff')).toEqual(['active', 'active']);
    expect(
      rows
        .get('unit_seats')
        ?.map(({ used }) => used)
        .toSorted(),
    ).toEqual([0, 3]);
    const updated = rows
      .get('audit_log')
      ?.filter(({ action, object_type }) => action === 'update' && ['membership', 'staff'].includes(String(object_type)));
    expect(updated).toEqual([]);
  });

  test('mails nobody who wanted no mails', async () => {
    const { ownerUrl } = await upgraded();
    const choices = (await snapshot(ownerUrl)).get('notification_choice');
    expect(choices?.map(({ mails }) => mails)).toEqual(['never']);
  });

  test('keeps what was put on the start page as favourites, before those that were only starred', async () => {
    const { ownerUrl } = await upgraded();
    const rows = (await snapshot(ownerUrl)).get('favourite') ?? [];
    const places = rows
      .toSorted((a, b) => Number(a['position']) - Number(b['position']))
      .map(({ report_id }) => String(report_id).slice(-2));
    expect(places).toEqual(['64', '63']);
  });

  test('had a row in every table: new tables get theirs in test/database/seeds', async () => {
    const { ownerUrl } = await upgraded();
    const rows = await snapshot(ownerUrl);
    expect([...rows].filter(([, content]) => content.length === 0).map(([table]) => table)).toEqual([]);
  });

  test('takes a migration that adds to it, and keeps what it had', async () => {
    const { ownerUrl, directory } = await upgraded();
    const before = await snapshot(ownerUrl);
    await writeFile(
      join(directory, '9001_badges.sql'),
      `alter table membership add column badge text not null default 'none';
       create table badge (tenant_id uuid not null references tenant, id uuid not null, primary key (tenant_id, id));
       select tenant_table('badge');`,
    );
    await migrate(ownerUrl, { directory });
    const after = await snapshot(ownerUrl);
    expect(lost(before, after)).toEqual([]);
    expect(after.get('membership')?.map(({ badge }) => badge)).toEqual(Array(5).fill('none'));
  });

  test('refuses a migration that works only on an empty one, and stays at the version before', async () => {
    const { ownerUrl, directory } = await upgraded();
    const before = await snapshot(ownerUrl);
    const text = "alter table membership add column team text default 'x'; alter table membership add column badge text not null;";
    await writeFile(join(directory, '9001_badges.sql'), text);
    await expect(migrate(ownerUrl, { directory })).rejects.toThrow('Migration 9001_badges.sql failed: column "badge" of relation');
    expect(await snapshot(ownerUrl)).toEqual(before);
    await writeFile(join(directory, '9001_badges.sql'), text.replace('not null', "not null default 'none'"));
    expect(await migrate(ownerUrl, { directory })).toEqual(['9001_badges.sql']);
  });

  test.each([
    ['delete from favourite', ['2 of 2 rows of favourite are gone or changed']],
    ["update report_grant set filters = '[1]'", ['1 of 1 rows of report_grant are gone or changed']],
    ['alter table saved_view drop column state', ['saved_view.state is gone']],
    ['drop table usage_day', ['usage_day is gone']],
  ])('tells what is lost by %s', async (offence, losses) => {
    const { ownerUrl } = await upgraded();
    const before = await snapshot(ownerUrl);
    await asOwner(ownerUrl, (client) => client.query(offence));
    expect(lost(before, await snapshot(ownerUrl))).toEqual(losses);
  });
});
