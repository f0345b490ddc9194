import * as choices from '@vitrine/contract/notifications/notifications.ts';
import type { NotificationChoice } from '@vitrine/contract/notifications/notifications.ts';
import { analyze } from '@vitrine/contract/reports/analyze.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { addJob, addPlatformJob } from '#domain/jobs/addJob.ts';
import { scoped } from '#platform/database/scoped.ts';
import { openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { writeView } from '#test/harness/reportViews.ts';
import { countUsageDays } from '#domain/usage/countUsage.ts';
import { summarisePartner, summariseUnit, summariseWeeks } from './weeklySummary.jobs.ts';

const { world } = await openPublishingWorld();
afterEach(() => world.setTime(null));

const settings = { timezone: 'America/Sao_Paulo', send_email_notification: true };
const monday = '2026-03-16';
const counted = new Date('2026-03-16T07:10:00Z');
/** Eight o'clock in São Paulo. */
const eight = new Date('2026-03-16T11:00:00Z');
const minuteBefore = new Date('2026-03-16T10:59:00Z');
const usual: NotificationChoice = { mails: 'at_once', digest_hour: 8, quiet: null, not_in_portal: [], not_by_mail: [], not_by_push: [] };
const readers = ['Joana Leitora', 'Rui Leitor'] as const;

/** A unit with a report that Ana read twice in the week and Bia once in the week before, and one that nobody has read. */
async function scene({ views = ['2026-03-10T13:00:00Z', '2026-03-15T22:00:00Z'], before = ['2026-03-04T13:00:00Z'] } = {}) {
  const partner = await world.partner();
  const unit = await partner.unit({ settings });
  const person = await unit.person('admin');
  const admin = await world.signIn(person);
  const [ana, bia] = [await unit.person('user'), await unit.person('user')];
  const [read, unread] = [await publish(admin, { title: 'Lido' }), await publish(admin, { title: 'Esquecido' })];
  await world.owner.run(sql`update report set created_at = '2026-03-12T12:00:00Z' where id = ${read.id}`);
  await world.owner.run(sql`update report set created_at = '2026-01-02T12:00:00Z' where id = ${unread.id}`);
  for (const opened_at of views)
    await writeView(
      world,
      { tenant_id: unit.id, report_id: read.id, person_id: ana.id, opened_at, seconds: 300 },
      { load_ms: 900, device: 'desktop' },
    );
  for (const opened_at of before)
    await writeView(
      world,
      { tenant_id: unit.id, report_id: read.id, person_id: bia.id, opened_at, seconds: 60 },
      { load_ms: 900, device: 'phone' },
    );
  await world.owner.run(sql`update person set name = ${readers[0]} where id = ${ana.id}`);
  await world.owner.run(sql`update person set name = ${readers[1]} where id = ${bia.id}`);
  const staff = await partner.person({ unit });
  return { partner, unit, person, admin, ana, read, unread, staff };
}

/** What is done at night, for all units. */
async function countUsage(now: Date) {
  const units = await world.owner.run<{ id: string }>(sql`select id from tenant where not is_operator_tenant`);
  for (const { id: tenant_id } of units)
    await countUsageDays(scoped(world.services.database, { kind: 'tenant', tenant_id }), settings.timezone, now);
}

const onMonday = async (at = eight) => {
  await countUsage(counted);
  world.setTime(at);
  await world.runJobs(summariseWeeks);
};
const summaries = async ({ email }: { email: string }) => (await world.mailsTo(email)).filter(({ subject }) => subject?.includes('semana'));

test('on Monday at eight an administrator reads the week beside the one before, what changed and one act, with the ways there', async () => {
  const { person, ana } = await scene();
  await onMonday(minuteBefore);
  expect(await summaries(person)).toEqual([]);
  world.setTime(eight);
  await world.runJobs(summariseWeeks);
  const [mail, ...more] = await summaries(person);
  expect([mail?.subject, more]).toEqual(['Resumo da semana até 15/03/2026', []]);
  const text = mail?.text ?? '';
  for (const said of [
    '1 leitor, como na semana anterior.',
    '2 aberturas, 1 a mais que na semana anterior.',
    '10 minutos de leitura, 9 a mais que na semana anterior.',
    'Nenhuma abertura com falha, como na semana anterior.',
    '1 relatório novo: Lido.',
    '1 relatório não foi aberto por ninguém: Esquecido.',
    '1 relatório nunca foi aberto.',
    'Nada pede a sua atenção agora.',
  ])
    expect(text).toContain(said);
  expect(mail?.html).toContain('/management/report?view=usage&amp;period=7');
  for (const name of readers) expect(`${text} ${mail?.html}`).not.toContain(name);
  expect(await summaries(ana)).toEqual([]);
});

test('the page of use says what the mail says', async () => {
  const { person, staff } = await scene();
  await onMonday();
  const { now, before } = await (await world.signIn(staff)).call(analyze, { query: { period: '7' } });
  expect([now.views, now.people, now.minutes, before.views]).toEqual([2, 1, 10, 1]);
  expect((await summaries(person))[0]?.text).toContain('2 aberturas, 1 a mais');
});

test('data that could not be refreshed and reports of which nobody knows any more are what is advised', async () => {
  const { unit, person, read, unread } = await scene();
  await world.owner.run(sql`
    insert into dataset_refresh (tenant_id, id, account_id, dataset_workspace_id, dataset_id, source, state, asked_at)
    select r.tenant_id, uuid_v7(), w.account_id, d.dataset_workspace_id, r.dataset_id, 'schedule', 'failed', '2026-03-11T12:00:00Z'::timestamptz + n * interval '1 day'
    from report r cross join lateral (select r.dataset_workspace_id) d cross join lateral (select a.id as account_id from reporting_account a where a.tenant_id = r.tenant_id limit 1) w,
      generate_series(0, 5) n where r.id = ${read.id}`);
  await onMonday();
  const [mail] = await summaries(person);
  // Of six, the last is of this Monday.
  expect(mail?.text).toMatch(/Os dados de (?:Lido|Esquecido) não puderam ser atualizados 5 vezes/);
  expect(mail?.html).toMatch(new RegExp(`/management/report/(?:${read.id}|${unread.id})\\?tab=refresh`));
  const [row] = await world.owner.run<{ link: string }>(
    sql`select link from notification where tenant_id = ${unit.id} and kind = 'weekly_summary'`,
  );
  expect(row?.link).toBe('/management/report?view=usage&period=7');
});

test('a week is told once: by two nodes at the same moment, at every look, and the next week again', async () => {
  const { unit, partner, person, staff } = await scene();
  await countUsage(counted);
  world.setTime(eight);
  const { database } = world.services;
  for (let node = 0; node < 3; node++) {
    await database.run({ kind: 'tenant', tenant_id: unit.id }, addJob(summariseUnit, unit.id, { week: monday }));
    await database.run({ kind: 'operator' }, addPlatformJob(summarisePartner, { partner_id: partner.id, week: monday }));
  }
  const nodes = await Promise.all([world.runJobs(), world.runJobs(), world.runJobs()]);
  const worked = nodes.flat().filter(({ name }) => name === summariseUnit.name || name === summarisePartner.name);
  expect(worked.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'completed'));
  await world.runJobs(summariseWeeks);
  await world.runJobs(summariseWeeks);
  const rows = await world.owner.run(sql`select from notification where tenant_id = ${unit.id} and kind = 'weekly_summary'`);
  expect(rows).toHaveLength(1);
  expect([(await summaries(person)).length, (await summaries(staff)).length]).toEqual([1, 1]);
  await countUsage(new Date('2026-03-23T07:10:00Z'));
  world.setTime(new Date('2026-03-23T11:00:00Z'));
  await world.runJobs(summariseWeeks);
  const told = await summaries(person);
  expect(told).toHaveLength(2);
  expect(told[1]?.text).toContain('Ninguém abriu um relatório nesta semana.');
});

test('what fails between the mark and the mails leaves neither, and is told at the next look', async () => {
  const { unit, partner, person, staff } = await scene();
  await world.owner.run(sql`
    create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$`);
  await world.owner.run(sql`
    create trigger cut before insert on jobs.job for each row
    when (new.data ->> 'job' in ('notification.mail', 'mail.send')) execute function fail_here()`);
  try {
    await onMonday();
    const [marks] = await world.owner.run<{ unit: string | null; partner: number }>(sql`
      select (select summarised from usage_count where tenant_id = ${unit.id}) as unit,
        (select count(*)::int from partner_summary where partner_id = ${partner.id}) as partner`);
    expect(marks).toEqual({ unit: null, partner: 0 });
    expect(await world.owner.run(sql`select from notification where tenant_id = ${unit.id} and kind = 'weekly_summary'`)).toEqual([]);
  } finally {
    await world.owner.run(sql`drop trigger cut on jobs.job`);
    await world.owner.run(sql`drop function fail_here()`);
  }
  world.setTime(new Date('2026-03-16T11:15:00Z'));
  await world.runJobs(summariseWeeks);
  expect([(await summaries(person)).length, (await summaries(staff)).length]).toEqual([1, 1]);
});

test('two weeks without an opening send nothing, and a week that came too late neither', async () => {
  const silent = await scene({ views: [], before: [] });
  await onMonday();
  expect([await summaries(silent.person), await summaries(silent.staff)]).toEqual([[], []]);
  const late = await scene();
  await onMonday(new Date('2026-03-19T11:00:00Z'));
  expect([await summaries(late.person), await summaries(late.staff)]).toEqual([[], []]);
});

test('who switched it off gets none, nor does anybody where the unit sends no mails', async () => {
  const { unit, person, admin, staff } = await scene();
  const other = await unit.person('admin');
  await admin.call(choices.saveChoice, { body: { ...usual, not_by_mail: ['summaries'] } });
  const partners = await world.signIn(staff);
  expect((await partners.call(choices.getChoice, {})).not_by_mail).toEqual([]);
  await partners.call(choices.saveChoice, { body: { ...usual, not_by_mail: ['summaries'] } });
  expect((await partners.call(choices.getChoice, {})).not_by_mail).toEqual(['summaries']);
  const silent = await scene();
  await world.owner.run(
    sql`update tenant_setting set value = value || '{"send_email_notification": false}' where tenant_id = ${silent.unit.id}`,
  );
  await onMonday();
  expect([await summaries(person), await summaries(staff), await summaries(silent.person)]).toEqual([[], [], []]);
  expect((await summaries(other)).length).toBe(1);
  expect((await admin.call(choices.list, {})).data.map(({ kind }) => kind)).toContain('weekly_summary');
  const again = await world.signIn(staff);
  await again.call(choices.saveChoice, { body: usual });
  expect((await again.call(choices.getChoice, {})).not_by_mail).toEqual([]);
});

test('a partner reads its units, the most changed first, and neither reports, readers nor units of another partner', async () => {
  const { partner, unit, staff } = await scene();
  const second = await partner.unit({ settings });
  const stranger = await scene();
  await onMonday();
  const [mail, ...more] = await summaries(staff);
  expect([mail?.subject, more]).toEqual(['A semana das suas unidades até 15/03/2026', []]);
  const all = `${mail?.text} ${mail?.html}`;
  expect(mail?.text).toContain('De 09/03/2026 a 15/03/2026, ao lado da semana anterior.');
  expect(mail?.text).toContain('2 aberturas, 1 a mais que na semana anterior.');
  expect(all.indexOf(unit.name)).toBeLessThan(all.indexOf(second.name));
  for (const never of [...readers, 'Lido', 'Esquecido', stranger.unit.name]) expect(all).not.toContain(never);
  expect(all).toContain('/analyze?period=7');
  expect(mail?.text).toContain('não é aberto há 90 dias');
});
