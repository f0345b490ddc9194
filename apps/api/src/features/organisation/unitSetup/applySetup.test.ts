/** Applying a set-up: all of it or nothing, once, to one unit or to many, and nothing the second time. */
import type { SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import * as contract from '@vitrine/contract/organisation/unitSetup.ts';
import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as faq from '@vitrine/contract/support/faq.ts';
import * as settings from '@vitrine/contract/settings/settings.ts';
import * as terms from '@vitrine/contract/settings/terms.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { query } from '#platform/database/query.ts';
import { fillUnit } from '#test/harness/unitSetup.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const exportOf = async (browser: Browser, tenant_id: string): Promise<string> =>
  (await browser.inject({ method: 'GET', url: `/api/unit_setups/${tenant_id}` })).body;

async function apply(browser: Browser, text: string, unit_ids: string[], sections: SetupSection[] = []) {
  const { rollout_id } = await browser.call(contract.apply, { body: { text, unit_ids, sections } });
  await world.runJobs();
  return (await browser.call(contract.rollout, { params: { rollout_id } })).data;
}

async function partnerWith(count: number) {
  const partner = await world.partner();
  const units = await Promise.all(Array.from({ length: count }, () => partner.unit()));
  const admins = await Promise.all(units.map(async (unit) => world.signIn(await unit.person('admin'))));
  return { partner, units, admins, desk: await world.signIn(await partner.person()) };
}

const linesOf = async (tenant_id: string): Promise<number> =>
  (
    await world.owner.run(
      sql<{
        count: number;
      }>`select count(*)::int as count from audit_log where tenant_id = ${tenant_id} and action = 'unit_setup.apply' and object_type <> 'setup_rollout'`,
    )
  )[0]?.count ?? 0;

test('one unit’s set-up is rolled out to two others; the difference is gone, and the second time nothing is written', async () => {
  const { units, admins, desk } = await partnerWith(3);
  const [one, two, three] = units as [(typeof units)[0], (typeof units)[0], (typeof units)[0]];
  await fillUnit(admins[0] as Browser);
  await admins[1]?.call(userGroups.add, { body: { name: 'LOJAS', is_default: true } });
  await admins[2]?.call(userGroups.add, { body: { name: 'Antigas', is_default: true } });
  const text = await exportOf(desk, one.id);
  const results = await apply(desk, text, [two.id, three.id]);
  expect(results.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(results.every(({ changed }) => changed > 5)).toBe(true);
  const { units: compared } = await desk.call(contract.compare, { body: { text, unit_ids: [two.id, three.id] } });
  expect(compared[0]?.changes).toEqual([]);
  expect(compared[1]?.changes).toMatchObject([{ kind: 'only_there', name: 'Antigas' }]);
  // Both units have the same, but for what is only there.
  expect(await exportOf(desk, two.id)).toBe(text);
  const before = await linesOf(two.id);
  expect(await apply(desk, text, [two.id])).toMatchObject([{ state: 'done', changed: 0 }]);
  expect(await linesOf(two.id)).toBe(before);
});

test('everything is in the audit log: who asked for it, and each change', async () => {
  const { partner, units, desk } = await partnerWith(1);
  const [unit] = units;
  await apply(desk, JSON.stringify({ version: 1, user_groups: [{ name: 'Novas' }] }), [unit?.id ?? '']);
  const lines = await world.owner.run(
    sql<{ action: string; object_type: string; asked: string | null }>`
      select l.action, l.object_type, s.partner_id as asked from audit_log l left join staff s on s.person_id = l.actor_id
      where l.tenant_id = ${unit?.id ?? ''} and l.action = 'unit_setup.apply' order by l.id`,
  );
  expect(lines).toEqual([
    { action: 'unit_setup.apply', object_type: 'setup_rollout', asked: partner.id },
    { action: 'unit_setup.apply', object_type: 'user_group', asked: null },
    { action: 'unit_setup.apply', object_type: 'setup_rollout', asked: null },
  ]);
});

test('what stands against it in one unit is told, and no unit is changed', async () => {
  const { units, desk } = await partnerWith(2);
  const text = JSON.stringify({
    version: 1,
    user_groups: [{ name: 'Novas' }],
    terms: [{ title: 'A', text: 'B', place: 'login', user_groups: ['Velhas'] }],
  });
  const refused = await desk.refusal(contract.apply, { body: { text, unit_ids: units.map(({ id }) => id) } });
  expect([refused.status, refused.body.status]).toEqual([409, 'setup_refused']);
  const foreign = await world.unit();
  const ids = [units[0]?.id ?? '', foreign.id];
  expect(
    (await desk.refusal(contract.apply, { body: { text: '{"version":1,"user_groups":[{"name":"Novas"}]}', unit_ids: ids } })).status,
  ).toBe(404);
  expect(await world.runJobs()).toEqual([]);
  for (const { id } of units) expect(await linesOf(id)).toBe(0);
});

test('a section that fails takes all others back, and the next try does the whole', async () => {
  const { units, desk } = await partnerWith(2);
  const [broken, whole] = units.map(({ id }) => id) as [string, string];
  // The last section cannot be written in one of the units.
  await world.owner.run(sql`
    create function refuse_faq() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`);
  await world.owner.run(sql`
    create trigger no_room before insert on faq for each row when (new.tenant_id = ${sql.lit(broken)}::uuid) execute function refuse_faq()`);
  const text = JSON.stringify({
    version: 1,
    user_groups: [{ name: 'Novas' }],
    settings: { enable_watermark: true },
    faq: [{ topic: 'access', question: { 'pt-BR': 'Como?' }, answer: { 'pt-BR': 'Assim.' } }],
  });
  const { rollout_id } = await desk.call(contract.apply, { body: { text, unit_ids: [broken, whole] } });
  const states = async () =>
    Object.fromEntries((await desk.call(contract.rollout, { params: { rollout_id } })).data.map(({ id, state }) => [id, state]));
  await world.runJobs();
  expect(await states()).toEqual({ [broken]: 'waiting', [whole]: 'done' });
  expect(JSON.parse(await exportOf(desk, broken))).toMatchObject({ user_groups: [], settings: {}, faq: [] });
  expect(await linesOf(broken)).toBe(0);
  await world.owner.run(sql`drop trigger no_room on faq`);
  world.setTime(new Date(Date.now() + 3_600_000));
  await expect
    .poll(async () => {
      await world.runJobs();
      return states();
    })
    .toEqual({ [broken]: 'done', [whole]: 'done' });
  world.setTime(null);
  expect(JSON.parse(await exportOf(desk, broken))).toMatchObject({ user_groups: [{ name: 'Novas' }], faq: [{ topic: 'access' }] });
});

test('a job that runs again after it has ended changes nothing more', async () => {
  const { units, desk, admins } = await partnerWith(1);
  const id = units[0]?.id ?? '';
  const text = JSON.stringify({ version: 1, faq: [{ topic: 'access', question: { 'pt-BR': 'Como?' }, answer: { 'pt-BR': 'Assim.' } }] });
  const { rollout_id } = await desk.call(contract.apply, { body: { text, unit_ids: [id] } });
  await world.runJobs();
  const question = (await admins[0]?.call(faq.list, {}))?.data[0];
  await admins[0]?.call(faq.remove, { params: { id: question?.id ?? '' } });
  await world.owner.run(sql`update jobs.job set state = 'retry', retry_count = 0, retry_limit = 2, start_after = now(), completed_on = null
    where data ->> 'job' = 'unit_setup.apply' and data -> 'payload' ->> 'rollout_id' = ${rollout_id}`);
  await world.runJobs();
  expect((await admins[0]?.call(faq.list, {}))?.data).toEqual([]);
});

test('an administrator applies to the own unit, within what the partner gives and without shutting the door behind oneself', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const other = await world.unitWithAdmin();
  const own = async (part: object) =>
    admin.refusal(contract.apply, { body: { text: JSON.stringify({ version: 1, ...part }), unit_ids: [unit.id] } });
  expect((await own({ settings: { enable_embedded: true } })).body.status).toBe('setup_refused');
  expect((await own({ settings: { ip: true, allowed_addresses: [{ address: '203.0.113.0/24', note: '' }] } })).body.status).toBe(
    'setup_refused',
  );
  const { rollout_id } = await admin.call(contract.apply, {
    body: { text: '{"version":1,"playlists":[{"name":"Sala"}]}', unit_ids: [unit.id] },
  });
  expect((await other.admin.refusal(contract.rollout, { params: { rollout_id } })).status).toBe(404);
  await world.runJobs();
  expect((await admin.call(contract.rollout, { params: { rollout_id } })).data).toMatchObject([{ id: unit.id, state: 'done', changed: 1 }]);
});

test('an option that people have is not taken away by a document', async () => {
  const { unit, admin, person } = await world.unitWithAdmin();
  const field = await admin.call(customFields.add, { body: { name: 'Loja', type: 'select', options: ['Centro', 'Norte'] } });
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ custom: JSON.stringify({ [field.id]: 'Norte' }) })
      .where('id', '=', person.membership_id ?? ''),
  );
  const text = JSON.stringify({ version: 1, custom_fields: [{ name: 'Loja', type: 'select', options: ['Centro'] }] });
  const { units } = await admin.call(contract.compare, { body: { text, unit_ids: [unit.id] } });
  expect(units[0]?.problems).toEqual([{ section: 'custom_fields', name: 'Loja', problem: 'option_in_use', about: 'Norte' }]);
});

test('only the sections that are wanted are applied', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const text = JSON.stringify({ version: 1, user_groups: [{ name: 'A' }], brand: { title: 'Painel' } });
  await apply(admin, text, [unit.id], ['brand']);
  expect(JSON.parse(await exportOf(admin, unit.id))).toMatchObject({ user_groups: [], brand: { title: 'Painel' } });
});

test('terms of a document are published at once, and asked of people', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const reader = await world.signIn(await unit.person('user'));
  const text = '{"version":1,"terms":[{"title":"Uso","text":"Leia.","place":"login"}]}';
  await admin.call(contract.apply, { body: { text, unit_ids: [unit.id] } });
  await world.runJobs();
  expect((await reader.call(settings.getConfig, {})).pending_terms).toBe(true);
  expect(await reader.call(terms.pending, {})).toMatchObject([{ title: 'Uso', number: 1 }]);
});

const word = fc.stringMatching(/^[A-Za-zÀ-ú][A-Za-zÀ-ú0-9 ]{0,18}[A-Za-z0-9]$/);
const named = <Item>(item: fc.Arbitrary<Item & { name: string }>) =>
  fc.uniqueArray(item, { maxLength: 4, selector: ({ name }) => name.trim().toLowerCase() });
const texts = (of: fc.Arbitrary<string>) => fc.record({ 'pt-BR': of, 'en-US': fc.oneof(of, fc.constant('')) });
const anyDocument: fc.Arbitrary<object> = named(fc.record({ name: word, description: word, refresh_datasets: fc.boolean() })).chain(
  (user_groups) => {
    const groups = fc.subarray(user_groups.map(({ name }) => name));
    return fc.record({
      version: fc.constant(1),
      user_groups: fc.constant(user_groups),
      report_groups: named(
        fc.record({ name: word, icon: fc.constantFrom('folder', 'money'), subgroups: named(fc.record({ name: word })) }),
      ),
      settings: fc.record(
        {
          enable_watermark: fc.boolean(),
          login_timeout: fc.integer({ min: 1, max: 24 }),
          sessions_per_person: fc.integer({ min: 0, max: 25 }),
        },
        { requiredKeys: [] },
      ),
      brand: fc.record({ title: word, sign_in_sentence: fc.record({ 'pt-BR': word }) }, { requiredKeys: [] }),
      custom_fields: named(fc.record({ name: word, type: fc.constantFrom('text', 'number', 'date'), required: fc.boolean() })),
      access_hours: named(
        fc.record({
          name: word,
          ranges: fc.constant([{ day: 2, start: '08:00', end: '18:00' }]),
          active: fc.constant(false),
          user_groups: groups,
        }),
      ),
      terms: fc.array(fc.record({ title: word, text: word, place: fc.constant('footer'), user_groups: groups }), { maxLength: 3 }),
      faq: fc.array(fc.record({ topic: fc.constantFrom('access', 'data'), question: texts(word), answer: texts(word) }), { maxLength: 3 }),
      playlists: fc.array(fc.record({ name: word, repeat_count: fc.nat(9) }), { maxLength: 2 }),
    });
  },
);

test('whatever the document: what one unit has, an empty one gets, and applying twice is applying once', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (document) => {
      const [first, second] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
      const text = JSON.stringify(document);
      expect(await apply(first.admin, text, [first.unit.id])).toMatchObject([{ state: 'done' }]);
      const once = await exportOf(first.admin, first.unit.id);
      expect(await apply(first.admin, text, [first.unit.id])).toMatchObject([{ state: 'done', changed: 0 }]);
      expect(await exportOf(first.admin, first.unit.id)).toBe(once);
      expect(await apply(second.admin, once, [second.unit.id])).toMatchObject([{ state: 'done' }]);
      expect(await exportOf(second.admin, second.unit.id)).toBe(once);
    }),
    { numRuns: 12 },
  );
});
