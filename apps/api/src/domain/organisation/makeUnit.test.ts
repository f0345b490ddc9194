import { subdomain, subdomainLook } from '@vitrine/contract/organisation/subdomain.ts';
import { unitForm } from '@vitrine/contract/settings/settings.ts';
import { newPassword } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { guardedWord } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { Failure } from '#platform/http/fail.ts';
import type { NewUnit } from './makeUnit.ts';
import { makeUnit } from './makeUnit.ts';

const world = await openWorld();
afterAll(world.close);

let counter = 0;
type Wanted = Partial<NewUnit> & { partner_id: string };
const wanted = (values: Wanted): NewUnit => ({
  client_id: null,
  name: 'Nova Unidade',
  subdomain: `unidade-${String.fromCodePoint(97 + (counter % 26))}${counter++ * 7}`,
  user_limit: 10,
  trial_ends_on: null,
  language: 'pt-BR',
  administrator: null,
  ...values,
});

function making(values: Wanted) {
  const { database } = world.services;
  const identity = scoped(database, { kind: 'identity', action: 'test' });
  const partner = scoped(database, { kind: 'partner', partner_id: values.partner_id, action: 'test' });
  return makeUnit({ ...world.services, identity, partner }, { person_id: null }, wanted(values));
}

/** The word of the refusal, or the reason of the one field. */
async function refused(values: Wanted): Promise<string> {
  try {
    await making(values);
    return 'made';
  } catch (error) {
    if (error instanceof Failure) return Object.entries(error.extra.errors ?? {})[0]?.join(': ') ?? error.word;
    return guardedWord(error) ?? Promise.reject(error);
  }
}

const units = (partner_id: string) => world.owner.run(sql<{ id: string }>`select id from tenant where partner_id = ${partner_id}`);

test('a unit is ready at once: its administrator chooses a password under its own host and administers it', async () => {
  const partner = await world.partner({ host: 'parceira.example', settings: { login_timeout: 5 } });
  const administrator = { name: 'Bia Nova', email: 'bia@nova.example', language: 'pt-BR' as const };
  const { id, host } = await making({ partner_id: partner.id, subdomain: 'padaria', administrator });
  expect(host).toBe('padaria.parceira.example');
  await world.runJobs();
  const [mail] = await world.mailsTo(administrator.email);
  const token = /https:\/\/padaria\.parceira\.example\/new\/password\/([\w-]+)/.exec(mail?.html ?? '')?.[1] ?? '';
  const browser = world.browser({ host });
  await browser.call(newPassword, { body: { token, password: 'Quatro-palavras-9-novas' } });
  await browser.login({ email: administrator.email, password: 'Quatro-palavras-9-novas' });
  expect(await browser.call(unitForm, {})).toMatchObject({ inherited: { login_timeout: 5 } });
  const groups = await world.owner.run(query.selectFrom('user_group').select(['name', 'is_default']).where('tenant_id', '=', id));
  expect(groups).toEqual([{ name: 'Todos', is_default: true }]);
});

test('without a host of its own the units of a partner are below the platform’s', async () => {
  const partner = await world.partner();
  expect((await making({ partner_id: partner.id, subdomain: 'quitanda' })).host).toBe('quitanda.portal.example');
});

test('an address that somebody has, or that looks like one, is refused, also of another partner', async () => {
  const partner = await world.partner();
  await making({ partner_id: (await world.partner()).id, subdomain: 'farmacia-morena' });
  const now = async (name: string) => refused({ partner_id: partner.id, subdomain: name });
  expect(await now('farmacia-morena')).toBe('subdomain: subdomain_taken');
  for (const name of ['farmaciamorena', 'farrnacia-morena', 'farmac1a-m0rena', 'farmacla-morena']) {
    expect(await now(name)).toBe('subdomain: subdomain_alike');
  }
  await world.owner.run(query.insertInto('domain').values({ host: 'peixaria.portal.example', partner_id: partner.id }));
  // The partner's own host is now the one above its units.
  expect(await refused({ partner_id: partner.id, subdomain: 'acougue' })).toBe('made');
  expect(await units(partner.id)).toHaveLength(1);
});

test('the database and the contract agree on what looks alike', async () => {
  const names = ['farrnacia', 'vvvw-0O1i'.toLowerCase(), 'clarvv', 'ilha-1l', 'vrnv'];
  const [row] = await world.owner.run(sql<{ looks: string[] }>`
    select array_agg(subdomain_look(n) order by o) as looks from unnest(${names}::text[]) with ordinality as u (n, o)`);
  expect(row?.looks).toEqual(names.map(subdomainLook));
});

test.each([
  ['ab', 'subdomain_form'],
  ['-abc', 'subdomain_form'],
  ['a--b', 'subdomain_form'],
  ['xn--caf-dma', 'subdomain_form'],
  ['café', 'subdomain_form'],
  ['a.b.c', 'subdomain_form'],
  ['www', 'subdomain_reserved'],
  ['adm1n', 'subdomain_reserved'],
  ['log-in', 'subdomain_reserved'],
  ['', 'required'],
])('%j is no subdomain: %s', (name, reason) => {
  expect(subdomain.safeParse(name).error?.issues[0]?.message).toBe(reason);
});

test('of two units with the same address at the same moment one is made, whole, and nothing of the other', async () => {
  const partner = await world.partner();
  const answers = await Promise.all(Array.from({ length: 6 }, () => refused({ partner_id: partner.id, subdomain: 'sapataria' })));
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['made', 'subdomain: subdomain_taken']));
  expect(await units(partner.id)).toHaveLength(1);
});

test('an administrator may be somebody of another unit of the partner, nobody of others and nobody of the staff', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const [near, far] = [await (await partner.unit()).person('user'), await (await other.unit()).person('user')];
  const staff = await other.person();
  const as = (email: string) => refused({ partner_id: partner.id, administrator: { name: 'Outro Nome', email, language: 'es' } });
  expect(await as(far.email)).toBe('email: taken');
  expect(await as(staff.email)).toBe('email: staff_is_no_member');
  expect(await as(near.email)).toBe('made');
  const [person] = await world.owner.run(query.selectFrom('person').select('name').where('id', '=', near.id));
  expect(person?.name).toBe(near.name);
});

test('a client of another partner is not there', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const client_id = '0199a000-0000-7000-8000-00000000c001';
  await world.owner.run(
    query.insertInto('client').values({ id: client_id, partner_id: other.id, kind: 'physical', name: 'Zé', tax_id: '52998224725' }),
  );
  expect(await refused({ partner_id: partner.id, client_id })).toBe('not_found');
  expect(await refused({ partner_id: other.id, client_id })).toBe('made');
});

test('the contract of the partner holds units and people, also in fifty creations at once', async () => {
  const few = await world.partner({ partner: { unit_limit: 7 } });
  const answers = await Promise.all(Array.from({ length: 50 }, () => refused({ partner_id: few.id })));
  expect(answers.filter((answer) => answer === 'made')).toHaveLength(7);
  expect(new Set(answers)).toEqual(new Set(['made', 'partner_unit_limit_reached']));
  expect(await units(few.id)).toHaveLength(7);

  const small = await world.partner({ partner: { user_limit: 95 } });
  const people = await Promise.all(Array.from({ length: 50 }, () => refused({ partner_id: small.id, user_limit: 10 })));
  expect(people.filter((answer) => answer === 'made')).toHaveLength(9);
  expect(new Set(people)).toEqual(new Set(['made', 'partner_user_limit_reached']));
});

test('a contract is not made smaller than what its units have', async () => {
  const partner = await world.partner();
  await making({ partner_id: partner.id, user_limit: 30 });
  const operator = scoped(world.services.database, { kind: 'operator', action: 'test' });
  const set = (values: { unit_limit?: number; user_limit?: number }) =>
    operator.run(query.updateTable('partner').set(values).where('id', '=', partner.id));
  await expect(set({ unit_limit: 0 })).rejects.toMatchObject({ code: 'VT004', detail: '{"wanted" : 1, "limit" : 0}' });
  await expect(set({ user_limit: 29 })).rejects.toMatchObject({ code: 'VT005', detail: '{"wanted" : 30, "limit" : 29}' });
  await set({ unit_limit: 1, user_limit: 30 });
  expect(await refused({ partner_id: partner.id })).toBe('partner_unit_limit_reached');
});
