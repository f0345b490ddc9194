import * as customFields from '@vitrine/contract/people/customFields.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addUser, freshAddress, listedNames } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

test('people are found by name, e-mail, phone, department and searchable fields, whatever accents and case', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const field = await admin.call(customFields.add, { body: { name: 'Matrícula', type: 'text', searchable: true } });
  const hidden = await admin.call(customFields.add, { body: { name: 'Nota', type: 'text' } });
  const made = await addUser(admin, {
    phone: '+5511911112222',
    department: 'Logística',
    custom: { [field.id]: 'ZX-9', [hidden.id]: 'segredo' },
  });
  await addUser(admin, { name: 'Outra Pessoa' });
  for (const q of ['marcia agua', 'ÁGUA', '1191111', 'logistica', 'zx-9', made.email])
    expect([q, await listedNames(admin, { q })]).toEqual([q, ['Márcia Água']]);
  expect(await listedNames(admin, { q: 'segredo' })).toEqual([]);
  expect(await listedNames(admin, { q: 'g' })).toContain('Márcia Água');
  await admin.call(customFields.update, { params: { id: hidden.id }, body: { name: 'Nota', searchable: true, version: 1 } });
  expect(await listedNames(admin, { q: 'segredo' })).toEqual(['Márcia Água']);
  await world.owner.run(query.updateTable('person').set({ name: 'Bento Rios' }).where('id', '=', made.person_id));
  expect(await listedNames(admin, { q: 'bento' })).toEqual(['Bento Rios']);
  expect(await listedNames(admin, { q: 'marcia' })).toEqual([]);
  expect((await listedNames(admin)).length).toBe(3);
  expect(unit.id).toBeTruthy();
});

test('the list is narrowed by role, state, group, department, sign-in and values, and sorted without accents', async () => {
  const { admin, person } = await world.unitWithAdmin();
  const group = await admin.call(userGroups.add, { body: { name: 'Vendas' } });
  const field = await admin.call(customFields.add, { body: { name: 'Turno', type: 'checkbox', options: ['Manhã', 'Tarde'] } });
  const agua = await addUser(admin, { name: 'Água', user_group_ids: [group.id], custom: { [field.id]: ['Tarde'] } });
  await addUser(admin, { name: 'Abel', role: 'admin', department: 'TI' });
  await addUser(admin, { name: 'Zoe' });
  await admin.call(contract.setState, { params: { id: agua.id }, body: { state: 'blocked' } });
  expect(await listedNames(admin, { state: 'blocked' })).toEqual(['Água']);
  expect(await listedNames(admin, { role: 'admin' })).toEqual(['Abel', person.name]);
  expect(await listedNames(admin, { user_group_id: group.id })).toEqual(['Água']);
  expect(await listedNames(admin, { department: 'TI' })).toEqual(['Abel']);
  expect(await listedNames(admin, { custom: `${field.id}:Tarde` })).toEqual(['Água']);
  expect(await listedNames(admin, { custom: field.id })).toEqual(['Água']);
  expect(await listedNames(admin, { custom: `!${field.id}` })).toEqual(['Abel', person.name, 'Zoe']);
  await world.owner.run(
    query.insertInto('unit_use').values({ person_id: person.id, tenant_id: person.tenant_id ?? '', last_used_at: new Date() }),
  );
  expect(await listedNames(admin, { not_signed_in: 'ever' })).toEqual(['Abel', 'Água', 'Zoe']);
  expect(await listedNames(admin, { not_signed_in: '30' })).toEqual(['Abel', 'Água', 'Zoe']);
  expect(await listedNames(admin, { sort: '-name' })).toEqual(['Zoe', person.name, 'Água', 'Abel']);
  expect(await listedNames(admin, { sort: 'role' })).toEqual(['Abel', person.name, 'Água', 'Zoe']);
  expect(await listedNames(admin, { sort: '-state' })).toEqual(['Água', 'Zoe', person.name, 'Abel']);
  expect(await listedNames(admin, { sort: '-last_access', per_page: 1 })).toEqual([person.name]);
  expect((await listedNames(admin, { sort: 'last_access' })).at(-1)).toBe(person.name);
});

test('a search means the beginnings of words, and where nobody has such a word, what stands inside of one', async () => {
  const { admin } = await world.unitWithAdmin();
  await addUser(admin, { name: 'Ana Rosa', email: 'ana.rosa@search.example' });
  await addUser(admin, { name: 'Mariana Rosado', email: 'mrosado@search.example' });
  expect(await listedNames(admin, { q: 'ana' })).toEqual(['Ana Rosa']);
  expect(await listedNames(admin, { q: 'ROS an' })).toEqual(['Ana Rosa']);
  expect(await listedNames(admin, { q: 'rosa@search' })).toEqual(['Ana Rosa']);
  expect(await listedNames(admin, { q: 'riana' })).toEqual(['Mariana Rosado']);
  expect(await listedNames(admin, { q: '@search' })).toEqual(['Ana Rosa', 'Mariana Rosado']);
  expect(await listedNames(admin, { q: 'osa @' })).toEqual(['Ana Rosa', 'Mariana Rosado']);
});

test('where more are found than a list counts, its pages and what is done with all of them mean the same people', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 5000 } });
  // Names with a letter that no id has: ids stand in the addresses that are searched as well.
  await world.owner.run(sql`
    with made as (
      insert into person (id, email, name)
      select gen_random_uuid(), n || '@' || ${unit.id}::text, case when n % 2 = 0 then 'Zoe ' else 'Lizoe ' end || lpad(n::text, 5, '0')
      from generate_series(1, 2400) as n returning id
    )
    insert into membership (tenant_id, id, person_id, role) select ${unit.id}, gen_random_uuid(), id, 'user' from made`);
  const page = await admin.call(contract.list, { query: { q: 'zoe', page: 2 } });
  expect(page.meta).toMatchObject({ total: 1000, total_is_capped: true });
  expect(page.data.map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Zoe ${String(42 + 2 * index).padStart(5, '0')}`),
  );
  expect(await admin.call(contract.bulk, { body: { action: 'blocked', found: { q: 'zoe' } } })).toEqual({ changed: 1200, skipped: 0 });
  expect(await admin.call(contract.bulk, { body: { action: 'blocked', found: { q: 'lizo' } } })).toEqual({ changed: 1200, skipped: 0 });
});

test('values of custom fields are checked by their type, in the unit’s own words', async () => {
  const { admin } = await world.unitWithAdmin();
  const field = async (type: customFields.CustomFieldType, more: object = {}) =>
    (await admin.call(customFields.add, { body: { name: `Campo ${type}`, type, ...more } })).id;
  const options = { options: ['Sim', 'Talvez'] };
  const ids = {
    text: await field('text', { required: true }),
    number: await field('number'),
    date: await field('date'),
    select: await field('select', options),
    checkbox: await field('checkbox', options),
    radio: await field('radio', options),
  };
  const good = {
    [ids.text]: 'x',
    [ids.number]: 12.5,
    [ids.date]: '2026-02-28',
    [ids.select]: 'Sim',
    [ids.checkbox]: ['Talvez', 'Sim'],
    [ids.radio]: 'Talvez',
  };
  expect((await addUser(admin, { custom: good })).custom).toEqual(good);
  const bad = { [ids.number]: '12', [ids.date]: '2026-02-30', [ids.select]: 'Não', [ids.checkbox]: ['Sim', 'Sim'], [ids.radio]: 1 };
  const refused = await admin.refusal(contract.add, { body: { name: 'x', email: freshAddress(), custom: bad } });
  expect(refused.body.errors?.[`custom.${ids.text}`]).toEqual(['O campo Campo text é obrigatório!']);
  expect(Object.keys(refused.body.errors ?? {})).toHaveLength(6);
});

test('an export holds every row of the list with the chosen columns, and no formula', async () => {
  const { admin } = await world.unitWithAdmin();
  await addUser(admin, { name: '=cmd()', department: 'TI' });
  const answer = await admin.inject({ method: 'GET', url: '/api/users/export?format=csv&department=TI&columns=name,department,role' });
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect(answer.body).toBe("\ufeffNome;Perfil;Departamento\r\n'=cmd();Leitor;TI\r\n");
  expect((await admin.inject({ method: 'GET', url: '/api/users/export?format=xlsx' })).rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await admin.inject({ method: 'GET', url: '/api/users/export?format=csv&columns=password_hash' })).statusCode).toBe(422);
});
