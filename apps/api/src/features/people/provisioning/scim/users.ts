/** Users: `/scim/v2/Users`. */
import type { Asked, Outcome } from '@vitrine/contract/people/provisioning.ts';
import { sql } from 'kysely';
import type { Ask } from './ask.ts';
import { coreUser, enterprise } from './attributes.ts';
import { changesBetween, logged } from './log.ts';
import { patched } from './patch.ts';
import type { Row } from './resources.ts';
import { belongingOf, isId, source } from './resources.ts';
import { notFound } from './scimError.ts';
import { changeUser, createUser, fullOf, removeUser, wantedOf } from './userStore.ts';
import type { Wanted } from './userStore.ts';
import type { Json, JsonObject } from './values.ts';
import { isObject, resourceOf, textAt } from './values.ts';

export async function userRow(ask: Ask, id: string): Promise<Row> {
  if (!isId(id)) return notFound();
  const [row] = await ask.run(sql<Row>`select r.* from (${source('user', ask.view)}) as r where r.id = ${id}`);
  return row ?? notFound();
}

type InGroup = { id: string; value: string; display: string };

/** The groups of each person. */
export async function groupsOf(ask: Ask, ids: readonly string[]): Promise<Map<string, JsonObject[]>> {
  const all = new Map<string, JsonObject[]>();
  if (ids.length === 0) return all;
  const rows = await ask.run(sql<InGroup>`
    select r.id, b."value", b.display from unnest(${[...ids]}::uuid[]) as r (id), lateral (${belongingOf(ask.view).groups}) as b order by b.display`);
  for (const { id, value, display } of rows) {
    const groups = all.get(id) ?? [];
    groups.push({ value, $ref: `${ask.base}/Groups/${value}`, display });
    all.set(id, groups);
  }
  return all;
}

export function shownUser(ask: Ask, row: Row, groups: readonly JsonObject[] = []): JsonObject {
  const { id, name, external_id, active, resource, created_at, changed_at, version } = row;
  return {
    schemas: [coreUser, ...(isObject(resource[enterprise]) ? [enterprise] : [])],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: name,
    ...resource,
    active,
    ...(groups.length > 0 ? { groups: [...groups] } : {}),
    meta: {
      resourceType: 'User',
      created: new Date(created_at).toISOString(),
      lastModified: new Date(changed_at).toISOString(),
      location: `${ask.base}/Users/${id}`,
      version: `W/"${version}"`,
    },
  };
}

export async function getUser(ask: Ask, id: string): Promise<{ row: Row; shown: JsonObject }> {
  const row = await userRow(ask, id);
  return { row, shown: shownUser(ask, row, (await groupsOf(ask, [id])).get(id)) };
}

export async function addUser(ask: Ask, body: Json | undefined): Promise<string> {
  const full = resourceOf('user', body);
  const wanted = wantedOf(full);
  const changes = changesBetween({}, full);
  return createUser(ask, wanted, (id, outcome) =>
    logged(ask, { kind: 'user', object_id: id, name: wanted.portal.name, user_name: wanted.user_name, asked: 'create', outcome, changes }),
  );
}

/** What the log calls it: whoever is switched off and renamed at once is switched off. */
function happened(before: Row, wanted: Wanted, changed: boolean, asked: Asked): { asked: Asked; outcome: Outcome } {
  if (before.active && !wanted.active) return { asked: 'disable', outcome: 'disabled' };
  if (!before.active && wanted.active) return { asked: 'enable', outcome: 'enabled' };
  if (!before.looked_after) return { asked, outcome: 'taken_over' };
  return { asked, outcome: changed ? 'changed' : 'unchanged' };
}

async function write(ask: Ask, before: Row, full: JsonObject, asked: Asked): Promise<void> {
  const wanted = wantedOf(full);
  const changes = changesBetween(fullOf(before), full);
  const line = { kind: 'user', object_id: before.id, name: wanted.portal.name, user_name: wanted.user_name, changes } as const;
  const told = happened(before, wanted, changes.length > 0, asked);
  if (told.outcome === 'unchanged') {
    await ask.run(logged(ask, { ...line, ...told }));
    return;
  }
  await changeUser(ask, before, wanted, logged(ask, { ...line, ...told }));
}

/** Whoever replaces a user and does not say whether they are active leaves that as it is. */
export async function replaceUser(ask: Ask, before: Row, body: Json | undefined): Promise<void> {
  const full = resourceOf('user', body);
  full['active'] ??= before.active;
  await write(ask, before, full, 'replace');
}

export async function patchUser(ask: Ask, before: Row, body: Json | undefined): Promise<void> {
  const { after } = patched('user', before.id, fullOf(before), body);
  await write(ask, before, after, 'change');
}

export async function deleteUser(ask: Ask, before: Row): Promise<void> {
  const line = { kind: 'user', object_id: before.id, ...whoIs(before), asked: 'delete', outcome: 'removed' } as const;
  await removeUser(ask, before, logged(ask, line));
}

export const whoIs = ({ name, resource }: Row) => ({ name: textAt(resource, 'displayName') ?? name, user_name: name });
