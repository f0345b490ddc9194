/** What happens at once while somebody acts for a person, and what is left of it. */
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

/** A partner's person who asked an administrator of the unit. */
async function asked() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { allow_access_remote: true } });
  const boss = await unit.person('admin');
  const [admin, staff] = [await world.signIn(boss), await world.signIn(await partner.person({ unit }))];
  const body = {
    membership_id: boss.membership_id ?? '',
    reason: 'Conferir os grupos da loja',
    minutes: 30 as const,
    mode: 'full' as const,
  };
  const { id } = await staff.call(contract.ask, { body });
  return { unit, boss, admin, staff, params: { id } };
}

const kept = (results: readonly PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled').length;

test('of two answers at once one counts, and the request is what that one says', async () => {
  for (let time = 0; time < 5; time++) {
    const { admin, params } = await asked();
    const [yes, no] = await Promise.allSettled([
      admin.call(contract.answer, { params, body: { mode: 'full', word: '' } }),
      admin.call(contract.answer, { params, body: { mode: null, word: 'Agora não' } }),
    ]);
    expect(kept([yes, no])).toBe(1);
    const said =
      yes.status === 'fulfilled' ? { state: 'allowed', mode: 'full', word: '' } : { state: 'denied', mode: null, word: 'Agora não' };
    expect(await admin.call(contract.get, { params })).toMatchObject(said);
  }
});

test('who enters twice at once is inside once', async () => {
  const { admin, staff, params } = await asked();
  await admin.call(contract.answer, { params, body: { mode: 'full', word: '' } });
  const entered = await Promise.allSettled(Array.from({ length: 8 }, () => staff.call(contract.enter, { params })));
  expect(kept(entered)).toBe(1);
  expect(await world.owner.run(sql`select 1 from session where remote_access_id = ${params.id}`)).toHaveLength(1);
});

test('what is written while the person ends it is there whole and under both names, or not at all', async () => {
  const { unit, boss, admin, staff, params } = await asked();
  await admin.call(contract.answer, { params, body: { mode: 'full', word: '' } });
  staff.token = (await staff.call(contract.enter, { params })).token;
  const write = (n: number) =>
    staff.call(groups.add, {
      body: {
        name: `Grupo ${n}`,
        description: '',
        ends_on: null,
        home_page: null,
        refresh_datasets: false,
        create_notifications: false,
        is_default: false,
      },
    });
  const results = await Promise.allSettled([
    ...Array.from({ length: 6 }, (_, n) => write(n)),
    admin.call(contract.end, { params }),
    ...Array.from({ length: 6 }, (_, n) => write(n + 6)),
  ]);
  expect(results[6]?.status).toBe('fulfilled');
  const rows = await world.owner.run(sql`select 1 from user_group where tenant_id = ${unit.id}`);
  const lines = await world.owner.run(sql`
    select 1 from audit_log where tenant_id = ${unit.id} and object_type = 'user_group' and person_id = ${boss.id} and actor_id <> person_id`);
  expect([rows.length, lines.length]).toEqual([kept(results) - 1, kept(results) - 1]);
  expect((await staff.inject({ url: getConfig.path })).statusCode).toBe(401);
  await expect(write(12)).rejects.toThrow();
});
