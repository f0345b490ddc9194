/** People of the preview's list. */
import type { UserRow } from '@vitrine/contract/people/users.ts';
import { list, surroundings } from '#endpoints/people/users.ts';
import type { Sample } from './answering.ts';
import { sample } from './answering.ts';
import { sampleId } from './sampleId.ts';

const people = [
  { name: 'Ana Ribeiro', role: 'admin', state: 'active' },
  { name: 'Bruno Tavares', role: 'user', state: 'active' },
  { name: 'Carla Nogueira', role: 'user', state: 'blocked' },
  { name: 'Diego Fontes', role: 'user', state: 'active' },
  { name: 'Elena Duarte', role: 'user', state: 'inactive' },
  { name: 'Fábio Lacerda', role: 'user', state: 'active' },
  { name: 'Gisele Prado', role: 'user', state: 'active' },
  { name: 'Hugo Bastos', role: 'user', state: 'deactivated' },
] as const satisfies Pick<UserRow, 'name' | 'role' | 'state'>[];

const addressOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.com`;

function rowOf({ name, role, state }: (typeof people)[number], index: number): UserRow {
  const seen = new Date(Date.now() - (index * 9 + 1) * 3_600_000).toISOString();
  return {
    id: sampleId(100 + index),
    person_id: sampleId(200 + index),
    name,
    email: addressOf(name),
    phone: null,
    picture_id: null,
    picture: null,
    role,
    state,
    department: null,
    language: 'pt-BR',
    groups: [],
    custom: {},
    last_access: seen,
    mail_refusal: null,
    created_at: seen,
    own: index === 0,
    can: { edit: true, remove: true },
  };
}

export function samplePeople(): Sample[] {
  const data = people.map(rowOf);
  return [
    sample(list, {
      data,
      meta: { page: 1, per_page: 20, total: data.length, total_is_capped: false, next: null },
      can: { add: true },
    }),
    sample(surroundings, {
      departments: [],
      seats: { used: 24, limit: 40, free: 16, bonus: null },
      may_grant_admin: true,
      may_import_from_unit: false,
    }),
  ];
}
