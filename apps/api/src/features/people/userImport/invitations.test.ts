/** Whoever an import brings in is invited once, whatever breaks in between. */
import * as contract from '@vitrine/contract/people/userImport.ts';
import { ready } from '@vitrine/contract/system/health.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { upload } from '#test/harness/imports.ts';
import { readOutbox } from '#test/harness/mailbox.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

let counter = 0;
const begin = async (people: number) => {
  const { admin, unit } = await world.unitWithAdmin({
    tenant: { user_limit: 10_000 },
    settings: { send_email_register_user: true },
  });
  const lines = Array.from({ length: people }, (_, index) => `Pessoa ${index};invited${++counter}@example.com`);
  const { body } = await upload(admin, `Nome;E-mail\n${lines.join('\n')}`);
  await admin.call(contract.start, { params: { id: body.id }, body: { version: body.version } });
  return { admin, unit, id: body.id, emails: lines.map((line) => line.split(';')[1] ?? '') };
};

/** Mails to each of the addresses. */
const mailsTo = async (emails: readonly string[]): Promise<number[]> => {
  const counted = new Map<string, number>();
  for (const { to } of await readOutbox(world.directory)) {
    const address = to?.[0]?.address ?? '';
    counted.set(address, (counted.get(address) ?? 0) + 1);
  }
  return emails.map((email) => counted.get(email) ?? 0);
};

/** An hour goes by, in which everything is tried again that failed. Time never goes back. */
let minutes = 0;
const workOff = async (): Promise<number> => {
  let failed = 0;
  for (const until = minutes + 80; minutes < until; minutes += 10) {
    world.setTime(new Date(Date.now() + minutes * 60_000));
    failed += (await world.runJobs()).filter(({ status }) => status === 'failed').length;
  }
  return failed;
};

/** The connection dies under these inserts, counted over all transactions, also those that are undone. */
const dieAt = async (table: string, name: string, inserts: number[], when = 'true') => {
  await world.owner.run(sql`create sequence ${sql.id(`${name}_count`)}`);
  await world.owner.run(sql`
    create function ${sql.id(name)}() returns trigger language plpgsql security definer as $$
    begin
      if nextval(${sql.lit(`public.${name}_count`)}) in (${sql.join(inserts.map((at) => sql.lit(at)))}) then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return new;
    end $$`);
  await world.owner.run(
    sql`create trigger ${sql.id(name)} after insert on ${sql.raw(table)} for each row when (${sql.raw(when)}) execute function ${sql.id(name)}()`,
  );
  return async () => {
    await world.owner.run(sql`drop trigger ${sql.id(name)} on ${sql.raw(table)}`);
    const [count] = await world.owner.run<{ n: number }>(sql`select last_value::int as n from ${sql.id(`${name}_count`)}`);
    return count?.n ?? 0;
  };
};

test('an import that is cut off among its people, its links and its mails', async () => {
  const { admin, id, emails } = await begin(600);
  const ends = [
    await dieAt('membership', 'cut_people', [300, 560]),
    await dieAt('one_time_token', 'cut_links', [120, 700]),
    await dieAt('jobs.job', 'cut_mails', [3, 300, 900], `new.data ->> 'job' = 'mail.send' and new.retry_count = 0`),
  ];
  expect(await workOff()).toBeGreaterThanOrEqual(5);
  for (const end of ends) expect(await end()).toBeGreaterThan(600);
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ state: 'done', success: 600 });
  expect(new Set(await mailsTo(emails))).toEqual(new Set([1]));
  const [links] = await world.owner.run(sql<{ usable: number }>`
    select count(*)::int as usable from one_time_token t join person p on p.id = t.person_id
    where p.email = any (${emails}::text[]) and t.used_at is null and t.purpose = 'invitation'`);
  expect(links?.usable).toBe(600);
});

test('a burst of invitations leaves connections for the people at their screens', async () => {
  const { emails } = await begin(500);
  const [, ...answers] = await Promise.all([workOff(), ...Array.from({ length: 40 }, () => world.app.inject({ url: ready.path }))]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(await mailsTo(emails))).toEqual(new Set([1]));
});

test('an invitation that is worked twice is sent once, and one that is asked for again is sent again', async () => {
  const { admin, unit, emails } = await begin(1);
  await workOff();
  const asked = sql`update jobs.job set state = 'retry', start_after = now() where data ->> 'tenant_id' = ${unit.id} and data ->> 'job' = 'user.invite'`;
  await world.owner.run(asked);
  await workOff();
  expect(await mailsTo(emails)).toEqual([1]);
  const [member] = (await admin.call(users.list, { query: { q: emails[0] ?? '' } })).data;
  await admin.call(users.invite, { params: { id: member?.id ?? '' }, body: {} });
  await workOff();
  expect(await mailsTo(emails)).toEqual([2]);
});
