/** Limits hold wherever people and units come from, also where fifty come at once. */
import * as companies from '@vitrine/contract/organisation/companies.ts';
import * as imports from '@vitrine/contract/people/userImport.ts';
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { upload } from '#test/harness/imports.ts';
import type { Partner, Unit } from '#test/harness/population.ts';
import { taxIdOf } from '#test/harness/taxIds.ts';
import { freshAddress } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';

const world = await openWorld();
afterAll(world.close);

type Refusal = { body: { status: string; message: string; notice?: string } };

const fifty = Array.from({ length: 50 }, (_, index) => index);

/** What it was refused with, or null. Whoever is told that too many are waiting comes again. */
async function refusalOf(attempt: () => Promise<unknown>): Promise<Refusal['body'] | null> {
  const refused = await attempt().then(
    () => null,
    ({ body }: Refusal) => body,
  );
  return refused?.status === 'unavailable' ? refusalOf(attempt) : refused;
}

/** Fifty at once: how many were let in, and with what words the others were refused. */
async function atOnce(attempt: (index: number) => Promise<unknown>) {
  const answers = await Promise.all(fifty.map((index) => refusalOf(() => attempt(index))));
  const refused = answers.filter((answer) => answer !== null);
  return { made: answers.length - refused.length, words: [...new Set(refused.map(({ status }) => status))], refused };
}

async function seatsTaken(...units: readonly Unit[]): Promise<number> {
  const [row] = await world.owner.run(sql<{ people: number }>`
    select count(*)::int as people from membership where tenant_id = any (${units.map(({ id }) => id)}::uuid[]) and state in ('active', 'blocked')`);
  return row?.people ?? 0;
}

async function clientOf(partner: Partner, user_limit: number | null): Promise<string> {
  const id = uuidv7();
  const contract = { name: 'Cliente', tax_id: taxIdOf('legal'), situation: 'trial' as const, price_cents: 100 };
  await world.owner.run(query.insertInto('client').values({ id, partner_id: partner.id, kind: 'legal', user_limit, ...contract }));
  return id;
}

const waitingPeople = (unit: Unit, membership: object) =>
  Promise.all(fifty.map(() => unit.person('user', { membership: { state: 'inactive', ...membership } })));

test('by the screen: fifty at once fill the unit and no more, and the others are told the numbers', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 7 } });
  const { made, words, refused } = await atOnce(() => admin.call(users.add, { body: { name: 'Ana', email: freshAddress() } }));
  expect([made, words]).toEqual([6, ['unit_user_limit_reached']]);
  expect(refused[0]?.notice).toBe('Com esta mudança seriam 8 usuários; a unidade pode ter 7.');
  expect(await seatsTaken(unit)).toBe(7);
});

test('by files: fifty imports at once fill the unit and no more, and each row says why it was left out', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 9 } });
  const files: UserImport[] = [];
  for (const index of fifty) {
    files.push((await upload(admin, `Nome;E-mail\nAna;${freshAddress()}\nBia;${freshAddress()}`, `pessoas-${index}.csv`)).body);
  }
  const begun = await Promise.all(files.map(({ id, version }) => admin.call(imports.start, { params: { id }, body: { version } })));
  await Promise.all(Array.from({ length: 5 }, () => world.runJobs()));
  const done = await Promise.all(begun.map(({ id }) => admin.call(imports.get, { params: { id } })));
  const sum = (field: 'success' | 'failed') => done.reduce((total, one) => total + one[field], 0);
  expect([sum('success'), sum('failed')]).toEqual([8, 92]);
  expect(await seatsTaken(unit)).toBe(9);
});

test('by registration: neither fifty who may come at once nor fifty who are let in exceed the limit', async () => {
  const host = 'lotada.example';
  const open = { host, settings: { enable_auto_register: true }, tenant: { user_limit: 5 } };
  const { unit, admin } = await world.unitWithAdmin(open);
  await world.owner.run(sql`update tenant_setting set trusted_domains = '{empresa.example}' where tenant_id = ${unit.id}`);
  const links = fifty.map((index) => ({ token: newToken(), email: `nova-${index}@empresa.example` }));
  const expires_at = new Date(Date.now() + 3_600_000);
  await world.owner.run(
    query.insertInto('registration_link').values(
      links.map(({ token, email }) => {
        const times = { created_at: new Date(), expires_at };
        return { tenant_id: unit.id, id: uuidv7(), email, language: 'pt-BR', token_hash: hashToken(token), ...times };
      }),
    ),
  );
  const registered = await atOnce((index) =>
    world
      .browser({ host, ip: `198.18.${index}.7` })
      .call(registration.registerFinish, { body: { token: links[index]?.token ?? '', name: 'Nova', password: 'Girassol-amarelo-7' } }),
  );
  expect([registered.made, registered.words]).toEqual([4, ['unit_user_limit_reached']]);

  await world.owner.run(sql`update tenant set user_limit = 8 where id = ${unit.id}`);
  const waiting = await waitingPeople(unit, { registered_at: new Date() });
  const decided = await atOnce((index) => admin.call(registration.approve, { params: { id: waiting[index]?.membership_id ?? '' } }));
  expect([decided.made, decided.words]).toEqual([3, ['unit_user_limit_reached']]);
  expect(await seatsTaken(unit)).toBe(8);
});

test('by coming back: fifty who are activated at once, one by one or in one act, do not exceed the limit', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 6 } });
  const people = (await waitingPeople(unit, {})).map(({ membership_id }) => membership_id ?? '');
  const bulk = await admin.refusal(users.bulk, { body: { action: 'active', membership_ids: people } });
  expect([bulk.body.status, bulk.body.notice]).toEqual([
    'unit_user_limit_reached',
    'Com esta mudança seriam 51 usuários; a unidade pode ter 6.',
  ]);
  const { made, words } = await atOnce((index) =>
    admin.call(users.setState, { params: { id: people[index] ?? '' }, body: { state: 'active' } }),
  );
  expect([made, words]).toEqual([5, ['unit_user_limit_reached']]);
  expect(await seatsTaken(unit)).toBe(6);
});

test('by moving: fifty groups that go to another unit at once do not exceed its limit, and nobody is left half way', async () => {
  const partner = await world.partner();
  const [from, to] = [await partner.unit(), await partner.unit({ tenant: { user_limit: 8 } })];
  const staff = await world.signIn(await partner.person({ unit: from }));
  const made = await Promise.all(
    fifty.map(async (index) => {
      const group = await staff.call(groups.add, { body: { name: `Equipe ${index}` } });
      const people = [await from.person('user'), await from.person('user')].map(({ membership_id }) => membership_id ?? '');
      await staff.call(groups.addMembers, { params: { id: group.id }, body: { membership_ids: people } });
      return group;
    }),
  );
  const moved = await atOnce((index) =>
    staff.call(groups.migrate, { params: { id: made[index]?.id ?? '', tenant_id: to.id }, body: { leave: true } }),
  );
  expect([moved.made, moved.words]).toEqual([4, ['unit_user_limit_reached']]);
  expect(await seatsTaken(to)).toBe(8);
  const [left] = await world.owner.run(sql`
    select count(*) filter (where tenant_id = ${from.id})::int as here, count(*) filter (where tenant_id = ${to.id})::int as there
    from user_group where tenant_id in (${from.id}, ${to.id})`);
  expect(left).toEqual({ here: 46, there: 4 });
});

test('a client’s limit holds over its two units, by whatever road fifty come into both at once', async () => {
  const partner = await world.partner();
  const client_id = await clientOf(partner, 9);
  const [one, two] = [await partner.unit({ tenant: { client_id } }), await partner.unit({ tenant: { client_id } })];
  const admins = [await world.signIn(await one.person('admin')), await world.signIn(await two.person('admin'))] as const;
  const waiting = await waitingPeople(two, {});
  const { made, words, refused } = await atOnce((index) =>
    index % 2 === 0
      ? admins[0].call(users.add, { body: { name: 'Ana', email: freshAddress() } })
      : admins[1].call(users.setState, { params: { id: waiting[index]?.membership_id ?? '' }, body: { state: 'active' } }),
  );
  expect([made, words]).toEqual([7, ['client_user_limit_reached']]);
  expect(refused[0]?.message).toBe('O cliente pode ter 9 usuários em todas as suas unidades juntas; seriam 10.');
  const { body } = await upload(admins[0], `Nome;E-mail\nAna;${freshAddress()}`);
  await admins[0].call(imports.start, { params: { id: body.id }, body: { version: body.version } });
  await world.runJobs();
  expect(await admins[0].call(imports.get, { params: { id: body.id } })).toMatchObject({ success: 0, failed: 1 });
  expect(await seatsTaken(one, two)).toBe(9);
});

test('a unit comes to a client with its people, also while people come into both', async () => {
  const partner = await world.partner();
  const client_id = await clientOf(partner, 10);
  const trial = () => partner.unit({ tenant: { state: 'trial', trial_ends_on: '2999-01-01' } });
  const units = [await partner.unit({ tenant: { client_id } }), await trial(), await trial()] as const;
  const admins = await Promise.all(units.map(async (unit) => world.signIn(await unit.person('admin'))));
  const staff = await world.signIn(await partner.person());
  const { words } = await atOnce((index) => {
    const unit = units[index];
    // The second and the third become the client's while people are added to all of them.
    if (unit && index > 0) return staff.call(companies.makeContract, { params: { id: unit.id }, body: { client_id, version: 1 } });
    return (admins[index % 3] ?? staff).call(users.add, { body: { name: 'Ana', email: freshAddress() } });
  });
  expect(words).toEqual(['client_user_limit_reached']);
  const signed = await world.owner.run(sql<{ id: string }>`select id from tenant where client_id = ${client_id}`);
  expect(await seatsTaken(...units.filter(({ id }) => signed.some((unit) => unit.id === id)))).toBeLessThanOrEqual(10);

  const crowded = await trial();
  for (let more = 0; more < 11; more++) await crowded.person('user');
  const refused = await staff.refusal(companies.makeContract, { params: { id: crowded.id }, body: { client_id, version: 1 } });
  expect(refused.body.status).toBe('client_user_limit_reached');
});

test('where the client has no seat left nobody is asked to register', async () => {
  const partner = await world.partner();
  const client_id = await clientOf(partner, 1);
  const settings = { enable_auto_register: true };
  const [host, full] = [`vaga-${randomBytes(4).toString('hex')}.example`, await partner.unit({ tenant: { client_id } })];
  await partner.unit({ host, settings, tenant: { client_id } });
  const browser = world.browser({ host, ip: '198.19.251.7' });
  expect(await browser.call(registration.isEnable, {})).toMatchObject({ enabled: true, full: false });
  await full.person('admin');
  expect(await browser.call(registration.isEnable, {})).toMatchObject({ enabled: true, full: true });
});

test('fifty closed units that reopen at once stay within the contract, and the refusal has its numbers', async () => {
  const partner = await world.partner({ partner: { unit_limit: 4 } });
  const closed = await Promise.all(
    fifty.map(() => partner.unit({ tenant: { state: 'closed', closed_at: new Date(), reopens_as: 'active' } })),
  );
  const staff = await world.signIn(await partner.person());
  const { made, words, refused } = await atOnce((index) => staff.call(companies.reopen, { params: { id: closed[index]?.id ?? '' } }));
  expect([made, words]).toEqual([4, ['partner_unit_limit_reached']]);
  expect(refused[0]?.message).toBe('O contrato do parceiro permite 4 unidades de negócio; seriam 5.');
});
