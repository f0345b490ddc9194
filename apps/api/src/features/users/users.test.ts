import { newPassword } from '@vitrine/contract/features/session.ts';
import * as customFields from '@vitrine/contract/features/customFields.ts';
import * as userGroups from '@vitrine/contract/features/userGroups.ts';
import * as contract from '@vitrine/contract/features/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/harness/browser.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { query } from '../../core/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const address = () => `p${Math.random().toString(36).slice(2)}@example.com`;
const add = (admin: Browser, more: object = {}) => admin.call(contract.add, { body: { name: 'Márcia Água', email: address(), ...more } });
const names = async (admin: Browser, query: object = {}) => (await admin.call(contract.list, { query })).data.map(({ name }) => name);

test('a new person has every field of the form, and none of another unit', async () => {
  const { admin } = await world.unitWithAdmin();
  const group = await admin.call(userGroups.add, { body: { name: 'Vendas' } });
  const fields = {
    name: ' Márcia Água ',
    email: 'MARCIA.Agua@example.com',
    phone: '+55 (11) 98888-7777',
    role: 'admin' as const,
    department: 'Compras',
    language: 'es' as const,
    authentication_level: 'app' as const,
    support_agent: true,
    allow_remote_access: true,
    create_notifications: true,
    refresh_datasets: true,
    ignore_auto_block: true,
    ip_exempt: true,
    block_on: '2031-01-01',
    delete_on: '2031-02-01',
  };
  const made = await admin.call(contract.add, { body: { ...fields, user_group_ids: [group.id] } });
  expect(made).toMatchObject({
    ...fields,
    name: 'Márcia Água',
    email: 'marcia.agua@example.com',
    phone: '+5511988887777',
    groups: [{ id: group.id, name: 'Vendas' }],
    state: 'A',
    own: false,
    can: { edit: true, remove: true },
    default_password: null,
    last_access: null,
  });
  const { default_password: _told, ...user } = made;
  expect(await admin.call(contract.get, { params: { id: made.id } })).toEqual(user);
});

test('people are found by name, e-mail, phone, department and searchable fields, whatever accents and case', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const field = await admin.call(customFields.add, { body: { name: 'Matrícula', type: 'text', searchable: true } });
  const hidden = await admin.call(customFields.add, { body: { name: 'Nota', type: 'text' } });
  const made = await add(admin, {
    phone: '+5511911112222',
    department: 'Logística',
    custom: { [field.id]: 'ZX-9', [hidden.id]: 'segredo' },
  });
  await add(admin, { name: 'Outra Pessoa' });
  for (const q of ['marcia agua', 'ÁGUA', '1191111', 'logistica', 'zx-9', made.email])
    expect([q, await names(admin, { q })]).toEqual([q, ['Márcia Água']]);
  expect(await names(admin, { q: 'segredo' })).toEqual([]);
  expect(await names(admin, { q: 'g' })).toContain('Márcia Água');
  await admin.call(customFields.update, { params: { id: hidden.id }, body: { name: 'Nota', searchable: true, version: 1 } });
  expect(await names(admin, { q: 'segredo' })).toEqual(['Márcia Água']);
  await world.owner.run(query.updateTable('person').set({ name: 'Bento Rios' }).where('id', '=', made.person_id));
  expect(await names(admin, { q: 'bento' })).toEqual(['Bento Rios']);
  expect(await names(admin, { q: 'marcia' })).toEqual([]);
  expect((await names(admin)).length).toBe(3);
  expect(unit.id).toBeTruthy();
});

test('the list is narrowed by role, state, group, department, sign-in and values, and sorted without accents', async () => {
  const { admin, person } = await world.unitWithAdmin();
  const group = await admin.call(userGroups.add, { body: { name: 'Vendas' } });
  const field = await admin.call(customFields.add, { body: { name: 'Turno', type: 'checkbox', options: ['Manhã', 'Tarde'] } });
  const agua = await add(admin, { name: 'Água', user_group_ids: [group.id], custom: { [field.id]: ['Tarde'] } });
  await add(admin, { name: 'Abel', role: 'admin', department: 'TI' });
  await add(admin, { name: 'Zoe' });
  await admin.call(contract.setState, { params: { id: agua.id }, body: { state: 'B' } });
  expect(await names(admin, { state: 'B' })).toEqual(['Água']);
  expect(await names(admin, { role: 'admin' })).toEqual(['Abel', person.name]);
  expect(await names(admin, { user_group_id: group.id })).toEqual(['Água']);
  expect(await names(admin, { department: 'TI' })).toEqual(['Abel']);
  expect(await names(admin, { custom: `${field.id}:Tarde` })).toEqual(['Água']);
  await world.owner.run(
    query.insertInto('unit_use').values({ person_id: person.id, tenant_id: person.tenant_id ?? '', last_used_at: new Date() }),
  );
  expect(await names(admin, { not_signed_in: 'ever' })).toEqual(['Abel', 'Água', 'Zoe']);
  expect(await names(admin, { not_signed_in: '30' })).toEqual(['Abel', 'Água', 'Zoe']);
  expect(await names(admin, { sort: '-name' })).toEqual(['Zoe', person.name, 'Água', 'Abel']);
});

test('e-mail and phone are unique in the platform, and the field says so', async () => {
  const [{ admin }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const made = await add(admin, { phone: '+5511900001111' });
  const email = await other.refusal(contract.add, { body: { name: 'x', email: made.email } });
  expect([email.status, email.body.errors]).toEqual([422, { email: ['E-mail já existe.'] }]);
  const phone = await other.refusal(contract.add, { body: { name: 'x', email: address(), phone: '+55 11 90000-1111' } });
  expect(Object.keys(phone.body.errors ?? {})).toEqual(['phone']);
  expect((await other.refusal(contract.add, { body: { name: 'x', email: address(), phone: '11 90000' } })).status).toBe(422);
});

test('an invitation lets somebody set the first password; a new one voids it', async () => {
  const { admin } = await world.unitWithAdmin();
  const made = await add(admin, { language: 'en-US' });
  expect(await world.mailsTo(made.email)).toHaveLength(1);
  await admin.call(contract.invite, { params: { id: made.id }, body: {} });
  const mails = await world.mailsTo(made.email);
  const [first, second] = mails.map(({ text }) => /new\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? '');
  expect(mails[0]?.subject).toContain('Your access');
  const browser = world.browser();
  expect((await browser.refusal(newPassword, { body: { token: first ?? '', password: 'Nuvem-clara-sobre-o-vale-9' } })).status).toBe(410);
  await browser.call(newPassword, { body: { token: second ?? '', password: 'Nuvem-clara-sobre-o-vale-9' } });
  expect(await browser.login({ email: made.email, password: 'Nuvem-clara-sobre-o-vale-9' })).toMatchObject({
    user: { perfil_usuario: 'user' },
  });
});

test('a default password is told once, mailed to nobody, and has to be changed', async () => {
  const { admin } = await world.unitWithAdmin();
  const made = await add(admin, { access: 'default_password' });
  expect(made.default_password).toMatch(/^[\w]{12}$/);
  expect(await world.mailsTo(made.email)).toEqual([]);
  expect(JSON.stringify(await admin.call(contract.get, { params: { id: made.id } }))).not.toContain(made.default_password);
  const refused = await world
    .browser()
    .login({ email: made.email, password: made.default_password ?? '' })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ body: { status: 'user_change_password' } });
});

test('fifty at once never get more seats than the unit has', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 4 } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      admin.call(contract.add, { body: { name: 'x', email: address() } }).then(
        () => 201,
        (error: { body: { status: string } }) => error.body.status,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 201)).toHaveLength(3);
  expect(new Set(answers)).toEqual(new Set([201, 'unit_user_limit_reached']));
  const [seats] = await world.owner.run(sql<{ used: number }>`select count(*) as used from membership where tenant_id = ${unit.id}`);
  expect(seats?.used).toBe(4);
  expect((await admin.call(contract.surroundings, {})).seats).toEqual({ used: 4, limit: 4 });
});

test('the seats that are counted are those that are taken, whatever happens to people', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const people = await Promise.all(Array.from({ length: 5 }, () => add(admin)));
  const ids = people.map(({ id }) => id);
  const both = async () => {
    const [seats] = await world.owner.run(sql<{ counted: number; taken: number }>`
      select s.used as counted, (select count(*) from membership m where m.tenant_id = s.tenant_id and m.state in ('A', 'B')) as taken
      from unit_seats s where s.tenant_id = ${unit.id}`);
    return [seats?.counted, seats?.taken];
  };
  expect(await both()).toEqual([6, 6]);
  await Promise.all(
    (['I', 'B', 'D'] as const).map((state, index) => admin.call(contract.setState, { params: { id: ids[index] ?? '' }, body: { state } })),
  );
  expect(await both()).toEqual([4, 4]);
  await admin.call(contract.bulk, { body: { action: 'A', membership_ids: ids } });
  expect(await both()).toEqual([6, 6]);
  await world.owner.run(sql`delete from membership where tenant_id = ${unit.id} and id = any (${ids.slice(0, 2)}::uuid[])`);
  expect(await both()).toEqual([4, 4]);
});

test('a search means the beginnings of words, and where nobody has such a word, what stands inside of one', async () => {
  const { admin } = await world.unitWithAdmin();
  await add(admin, { name: 'Ana Rosa', email: 'ana.rosa@search.example' });
  await add(admin, { name: 'Mariana Rosado', email: 'mrosado@search.example' });
  expect(await names(admin, { q: 'ana' })).toEqual(['Ana Rosa']);
  expect(await names(admin, { q: 'ROS an' })).toEqual(['Ana Rosa']);
  expect(await names(admin, { q: 'rosa@search' })).toEqual(['Ana Rosa']);
  expect(await names(admin, { q: 'riana' })).toEqual(['Mariana Rosado']);
  expect(await names(admin, { q: '@search' })).toEqual(['Ana Rosa', 'Mariana Rosado']);
  expect(await names(admin, { q: 'osa @' })).toEqual(['Ana Rosa', 'Mariana Rosado']);
});

test('where more are found than a list counts, its pages and what is done with all of them mean the same people', async () => {
  const { admin, unit } = await world.unitWithAdmin({ tenant: { user_limit: 5000 } });
  await world.owner.run(sql`
    with made as (
      insert into person (id, email, name)
      select gen_random_uuid(), n || '@' || ${unit.id}::text, case when n % 2 = 0 then 'Bea ' else 'Abea ' end || lpad(n::text, 5, '0')
      from generate_series(1, 2400) as n returning id
    )
    insert into membership (tenant_id, id, person_id, role) select ${unit.id}, gen_random_uuid(), id, 'user' from made`);
  const page = await admin.call(contract.list, { query: { q: 'bea', page: 2 } });
  expect(page.meta).toMatchObject({ total: 1000, total_is_capped: true });
  expect(page.data.map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Bea ${String(42 + 2 * index).padStart(5, '0')}`),
  );
  expect(await admin.call(contract.bulk, { body: { action: 'B', found: { q: 'bea' } } })).toEqual({ changed: 1200, skipped: 0 });
  expect(await admin.call(contract.bulk, { body: { action: 'B', found: { q: 'abe' } } })).toEqual({ changed: 1200, skipped: 0 });
});

test('coming back needs a seat as well', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 2 } });
  const first = await add(admin);
  await admin.call(contract.setState, { params: { id: first.id }, body: { state: 'I' } });
  await add(admin);
  const refused = await admin.refusal(contract.setState, { params: { id: first.id }, body: { state: 'A' } });
  expect([refused.status, refused.body.message]).toEqual([409, 'O limite de usuários da unidade de negócio foi atingido']);
});

test('the last administrator stays one, also when two give each other up at the same moment', async () => {
  const { admin, unit, person } = await world.unitWithAdmin();
  const second = await unit.person('admin');
  const other = await world.signIn(second);
  const give = (browser: Browser, id: string | null) =>
    browser.call(contract.setState, { params: { id: id ?? '' }, body: { state: 'B' } }).then(
      () => 204,
      (error: { status: number }) => error.status,
    );
  const answers = await Promise.all([give(admin, second.membership_id), give(other, person.membership_id)]);
  expect(answers).toContain(204);
  const [left] = await world.owner.run(
    sql<{ admins: number }>`select count(*) as admins from membership where tenant_id = ${unit.id} and role = 'admin' and state = 'A'`,
  );
  expect(left?.admins).toBe(1);
});

test('nobody changes the own role or state, or erases oneself', async () => {
  const { admin, person } = await world.unitWithAdmin();
  const params = { id: person.membership_id ?? '' };
  expect((await admin.refusal(contract.setState, { params, body: { state: 'I' } })).body.status).toBe('not_yourself');
  const body = { name: person.name, email: person.email, role: 'user' as const, version: 1 };
  expect((await admin.refusal(contract.update, { params, body })).body.status).toBe('not_yourself');
  expect((await admin.refusal(contract.erase, { params, query: { confirm: person.name } })).body.status).toBe('not_yourself');
});

test('blocking, a new role and a forced logout end sessions at once; coming back revives none', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const person = await unit.person('user');
  const id = person.membership_id ?? '';
  const phone = await world.signIn(person);
  const isIn = async (browser: Browser) => (await browser.inject({ method: 'GET', url: '/api/auth/config/getConfig' })).statusCode === 200;
  expect(await isIn(phone)).toBe(true);
  await admin.call(contract.forceLogout, { params: { id }, body: {} });
  expect(await isIn(phone)).toBe(false);
  const laptop = await world.signIn(person);
  await admin.call(contract.setState, { params: { id }, body: { state: 'B' } });
  await admin.call(contract.setState, { params: { id }, body: { state: 'A' } });
  expect(await isIn(laptop)).toBe(false);
  const desk = await world.signIn(person);
  const { version } = await admin.call(contract.get, { params: { id } });
  await admin.call(contract.update, { params: { id }, body: { name: person.name, email: person.email, role: 'admin', version } });
  expect(await isIn(desk)).toBe(false);
});

test('an administrator cannot take over an account that opens another unit', async () => {
  const [{ admin, unit }, { unit: elsewhere }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const person = await elsewhere.person('user');
  const here = await world.join(person, unit);
  const user = await admin.call(contract.get, { params: { id: here.membership_id ?? '' } });
  expect(user.identity_is_ours).toBe(false);
  const params = { id: user.id };
  const refused = await admin.refusal(contract.update, { params, body: { name: person.name, email: address(), version: user.version } });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['email']);
  const saved = await admin.call(contract.update, {
    params,
    body: { name: person.name, email: person.email, department: 'Visitas', version: user.version },
  });
  expect(saved).toMatchObject({ department: 'Visitas', email: person.email });
  await admin.call(contract.erase, { params, query: { confirm: person.name } });
  const [kept] = await world.owner.run(query.selectFrom('person').select(['email', 'name']).where('id', '=', person.id));
  expect(kept).toEqual({ email: person.email, name: person.name });
});

test('erasing asks for the name, keeps the rows of the log, and leaves nothing that tells who it was', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const made = await add(admin, { name: 'Íris do Vale', phone: '+5511933334444', department: 'TI' });
  const params = { id: made.id };
  expect((await admin.refusal(contract.erase, { params, query: { confirm: 'IRIS_DO_VALE' } })).status).toBe(422);
  await admin.call(contract.erase, { params, query: { confirm: 'ÍRIS_DO_VALE' } });
  const [person] = await world.owner.run(
    sql<{
      text: string;
    }>`select to_jsonb(p)::text || to_jsonb(m)::text as text from person p join membership m on m.person_id = p.id where p.id = ${made.person_id}`,
  );
  for (const trace of ['Íris', 'iris do vale', made.email, '5511933334444', '"TI"']) expect(person?.text).not.toContain(trace);
  expect(await names(admin, { state: 'D' })).toEqual([expect.stringMatching(/^Usuário /)]);
  const [log] = await world.owner.run(
    sql<{ lines: number }>`select count(*) as lines from audit_log where tenant_id = ${unit.id} and action = 'user.erase'`,
  );
  expect(log?.lines).toBeGreaterThan(0);
});

test('the same for many: those named, or everybody who is found; oneself is left out', async () => {
  const { admin } = await world.unitWithAdmin();
  const people = [await add(admin, { department: 'TI' }), await add(admin, { department: 'TI' }), await add(admin)];
  const group = await admin.call(userGroups.add, { body: { name: 'Todos' } });
  const ids = people.slice(0, 2).map(({ id }) => id);
  expect(await admin.call(contract.bulk, { body: { action: 'B', membership_ids: ids } })).toEqual({ changed: 2, skipped: 0 });
  expect(await admin.call(contract.bulk, { body: { action: 'A', found: { q: '', department: 'TI' } } })).toEqual({
    changed: 2,
    skipped: 0,
  });
  expect(await admin.call(contract.bulk, { body: { action: 'I', found: { q: '' } } })).toEqual({ changed: 3, skipped: 1 });
  expect(await admin.call(contract.bulk, { body: { action: 'add_to_group', membership_ids: ids, to_group: group.id } })).toEqual({
    changed: 2,
    skipped: 0,
  });
  expect((await admin.call(userGroups.get, { params: { id: group.id } })).member_count).toBe(2);
});

test('a person joins and leaves other units of the partner, as far as the caller manages them', async () => {
  const partner = await world.partner();
  const [one, two] = [await partner.unit(), await partner.unit()];
  const stranger = await world.unit();
  const master = await world.signIn(await partner.person({ unit: one }));
  const [admin, reader] = [await world.signIn(await one.person('admin')), await one.person('user')];
  const id = reader.membership_id ?? '';
  const unitsSeen = async (browser: Browser) =>
    (await browser.call(contract.units, { params: { id } })).data.map((unit) => [unit.id, unit.member]);
  expect(await unitsSeen(admin)).toEqual([[one.id, true]]);
  expect(await unitsSeen(master)).toHaveLength(2);
  expect((await admin.refusal(contract.joinUnit, { params: { id, tenant_id: two.id }, body: { role: 'user' } })).status).toBe(404);
  expect((await master.refusal(contract.joinUnit, { params: { id, tenant_id: stranger.id }, body: { role: 'user' } })).status).toBe(404);
  await master.call(contract.joinUnit, { params: { id, tenant_id: two.id }, body: { role: 'user' } });
  expect(await unitsSeen(master)).toEqual(expect.arrayContaining([[two.id, true]]));
  await master.call(contract.leaveUnit, { params: { id, tenant_id: two.id } });
  expect(await unitsSeen(master)).toEqual(expect.arrayContaining([[two.id, false]]));
});

test('a clone gets what was assigned to the original in person', async () => {
  const { admin } = await world.unitWithAdmin();
  const original = await add(admin);
  const clone = await add(admin, { clone_of: original.id });
  expect((await admin.call(contract.reports, { params: { id: clone.id } })).data).toEqual([]);
  expect((await admin.refusal(contract.add, { body: { name: 'x', email: address(), clone_of: clone.person_id } })).status).toBe(404);
});

test('nobody silently overwrites what somebody else saved', async () => {
  const { admin } = await world.unitWithAdmin();
  const { id, name, email } = await add(admin);
  await admin.call(contract.update, { params: { id }, body: { name, email, department: 'A', version: 1 } });
  expect((await admin.refusal(contract.update, { params: { id }, body: { name, email, department: 'B', version: 1 } })).status).toBe(409);
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
  expect((await add(admin, { custom: good })).custom).toEqual(good);
  const bad = { [ids.number]: '12', [ids.date]: '2026-02-30', [ids.select]: 'Não', [ids.checkbox]: ['Sim', 'Sim'], [ids.radio]: 1 };
  const refused = await admin.refusal(contract.add, { body: { name: 'x', email: address(), custom: bad } });
  expect(refused.body.errors?.[`custom.${ids.text}`]).toEqual(['Campo text é obrigatório!']);
  expect(Object.keys(refused.body.errors ?? {})).toHaveLength(6);
});

test('an export holds every row of the list with the chosen columns, and no formula', async () => {
  const { admin } = await world.unitWithAdmin();
  await add(admin, { name: '=cmd()', department: 'TI' });
  const answer = await admin.inject({ method: 'GET', url: '/api/users/export?format=csv&department=TI&columns=name,department,role' });
  expect(answer.headers['content-disposition']).toContain('attachment');
  expect(answer.body).toBe("\ufeffNome;Perfil;Departamento\r\n'=cmd();Leitor;TI\r\n");
  expect((await admin.inject({ method: 'GET', url: '/api/users/export?format=xlsx' })).rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await admin.inject({ method: 'GET', url: '/api/users/export?format=csv&columns=password_hash' })).statusCode).toBe(422);
});

test('readers and the operator have no such screen', async () => {
  const { unit } = await world.unitWithAdmin();
  const reader = await world.signIn(await unit.person('user'));
  const operator = await world.signIn(await world.operator());
  for (const browser of [reader, operator]) {
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.add, { body: { name: 'x', email: address() } })).status).toBe(403);
  }
});
