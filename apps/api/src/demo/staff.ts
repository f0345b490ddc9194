/** The other people of Aurora: enough of them that lists, filters and groups have something to do. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { totpPlace } from '#domain/secondFactor/enrolment.ts';
import { newTotpSecret } from '#domain/secondFactor/totp.ts';
import { demoPeople, demoUnits } from './people.ts';

const id = (kind: number, suffix: number) => `0199a00${kind}-0000-7000-8000-${suffix.toString(16).padStart(12, '0')}`;

const firstNames = [
  'Alice',
  'Antônio',
  'Beatriz',
  'Caio',
  'Camila',
  'Clara',
  'Davi',
  'Débora',
  'Eduardo',
  'Érica',
  'Fábio',
  'Fernanda',
  'Gabriel',
  'Giovana',
  'Heitor',
  'Íris',
  'João',
  'Júlia',
  'Karina',
  'Lara',
  'Leonardo',
  'Lívia',
  'Lucas',
  'Luísa',
  'Marcelo',
  'Mariana',
  'Mateus',
  'Mônica',
  'Natália',
  'Otávio',
  'Patrícia',
  'Rafael',
  'Renata',
  'Rodrigo',
  'Sandra',
  'Sérgio',
  'Tatiana',
  'Tiago',
  'Úrsula',
  'Valentina',
  'Vicente',
  'Yasmin',
] as const;
const lastNames = [
  'Albuquerque',
  'Andrade',
  'Araújo',
  'Barbosa',
  'Camargo',
  'Cardoso',
  'Conceição',
  'Esteves',
  'Falcão',
  'Gonçalves',
  'Guimarães',
  'Lacerda',
  'Macedo',
  'Magalhães',
  'Nóbrega',
  'Paixão',
  'Peçanha',
  'Queiroz',
  'Sampaio',
  'Vasconcelos',
] as const;

const departments = [
  'Lojas',
  'Compras',
  'Logística',
  'Financeiro',
  'Marketing',
  'Recursos humanos',
  'Tecnologia',
  'Regional Sul',
  'Regional Norte',
] as const;
const positions = ['Analista', 'Assistente', 'Coordenador', 'Gerente', 'Diretor'] as const;
const shifts = ['Manhã', 'Tarde', 'Noite'] as const;
const languages = ['Inglês', 'Espanhol', 'Libras'] as const;

const pick = <T>(of: readonly [T, ...T[]], index: number): T => of[index % of.length] ?? of[0];

const fields = {
  number: { id: id(4, 1), name: 'Matrícula', type: 'text', searchable: true, in_registration: true, options: [] },
  position: { id: id(4, 2), name: 'Cargo', type: 'select', searchable: false, in_registration: false, options: [...positions] },
  since: { id: id(4, 3), name: 'Admissão', type: 'date', searchable: false, in_registration: false, options: [] },
  shift: { id: id(4, 4), name: 'Turno', type: 'radio', searchable: false, in_registration: false, options: [...shifts] },
  languages: { id: id(4, 5), name: 'Idiomas', type: 'checkbox', searchable: false, in_registration: false, options: [...languages] },
  extension: { id: id(4, 6), name: 'Ramal', type: 'number', searchable: false, in_registration: false, options: [] },
} as const;

export const positionField = fields.position.id;

const groups = [
  { id: id(5, 1), name: 'Compradores', description: 'Negociam com fornecedores', department: 'Compras', refresh_datasets: true },
  { id: id(5, 2), name: 'Controladoria', description: 'Fecham o mês', department: 'Financeiro', refresh_datasets: false },
  { id: id(5, 3), name: 'Campanhas', description: 'Marketing e parceiros', department: 'Marketing', refresh_datasets: false },
  { id: id(5, 4), name: 'Centro de distribuição', description: '', department: 'Logística', refresh_datasets: false },
] as const;

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const count = 50;
const people = Array.from({ length: count }, (_, index) => {
  const first = pick(firstNames, index * 5);
  const last = pick(lastNames, index * 7 + 3);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    id: id(6, index + 1),
    membership_id: id(7, index + 1),
    name: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}${index < 40 ? '' : index}@aurora.example`,
    phone: `+55119${String(60_000_000 + index * 137_911)}`,
    department: pick(departments, index),
    state: index % 17 === 16 ? 'inactive' : index % 23 === 22 ? 'blocked' : 'active',
    custom: {
      [fields.number.id]: `AV-${String(1200 + index * 13)}`,
      [fields.position.id]: pick(positions, index % 11 === 0 ? 3 : index % 3),
      [fields.since.id]: `${2015 + (index % 10)}-${two(1 + (index % 12))}-${two(1 + ((index * 3) % 28))}`,
      [fields.shift.id]: pick(shifts, index),
      ...(index % 4 === 0 ? { [fields.languages.id]: [pick(languages, index), pick(languages, index + 1)].toSorted() } : {}),
      ...(index % 2 === 0 ? { [fields.extension.id]: 2000 + index } : {}),
    },
  };
});

/** Two temporary members. */
export const temporaryStaff = people.slice(3, 5);

/** The partner's field in each of its units, and what Litoral asks of whoever registers. */
const otherFields = [
  { id: id(4, 7), unit: 'aurora', name: 'Centro de custo', is_global: true },
  { id: id(4, 7), unit: 'serra', name: 'Centro de custo', is_global: true },
  { id: id(4, 8), unit: 'litoral', name: 'Registro profissional', in_registration: true },
] as const;

/** People, their fields and their groups; the password is everybody's. */
export async function loadDemoStaff({ database, now, secrets }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const caller = { kind: 'tenant', tenant_id, action: 'demo.load' } as const;
  await database.run(
    caller,
    query
      .insertInto('custom_field')
      .values(Object.values(fields).map((field, index) => ({ ...field, tenant_id, options: [...field.options], position: index + 1 }))),
    query.insertInto('user_group').values(groups.map(({ department: _department, ...group }) => ({ ...group, tenant_id }))),
  );
  await database.run(
    { kind: 'identity', action: 'demo.load' },
    sql`insert into person (id, name, email, phone, password_hash, password_changed_at)
      select w.id, w.name, w.email, w.phone, p.password_hash, p.password_changed_at
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as w (id uuid, name text, email text, phone text)
      cross join person p where p.id = ${demoPeople.ana.id}`,
  );
  await database.run(
    caller,
    query.insertInto('membership').values(
      people.map(({ id: person_id, membership_id, department, state, custom }) => ({
        id: membership_id,
        tenant_id,
        person_id,
        role: 'user',
        department,
        state,
        custom: JSON.stringify(custom),
      })),
    ),
    query
      .insertInto('user_group_member')
      .values(
        groups.flatMap((group) =>
          people
            .filter(({ department }) => department === group.department)
            .map(({ membership_id }) => ({ tenant_id, group_id: group.id, membership_id })),
        ),
      ),
  );
  for (const { unit, ...field } of otherFields) {
    const insert = query.insertInto('custom_field').values({ ...field, type: 'text', tenant_id: demoUnits[unit].id });
    await database.run({ kind: 'tenant', tenant_id: demoUnits[unit].id, action: 'demo.load' }, insert);
  }
  // Most of them were here lately; some never.
  const uses = people.flatMap(({ id: person_id }, index) =>
    index % 6 === 5 ? [] : [{ person_id, tenant_id, last_used_at: new Date(now().getTime() - index * index * 4_000_000) }],
  );
  // Some have set up a second factor, so that the preview of a stricter policy has something to show.
  const byMail = people.filter((_, index) => index % 4 === 1).map(({ id: person_id }) => ({ person_id, email_confirmed_at: now() }));
  const byApp = people
    .filter((_, index) => index % 4 === 3)
    .map(({ id: person_id }) => ({
      person_id,
      totp_secret: secrets.encrypt(newTotpSecret(), totpPlace(person_id)),
      totp_confirmed_at: now(),
    }));
  await database.run(
    { kind: 'identity', action: 'demo.load' },
    query.insertInto('unit_use').values(uses),
    query.insertInto('second_factor').values(byMail),
    query.insertInto('second_factor').values(byApp),
  );
}
