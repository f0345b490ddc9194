/** Groups: `/scim/v2/Groups`, the user groups that a directory made. Groups of the unit's own are none of its business. */
import { userGroupInput } from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Ask } from './ask.ts';
import { coreGroup } from './attributes.ts';
import { matches } from './filter/matches.ts';
import { changesBetween, logged } from './log.ts';
import type { MemberChange } from './patch.ts';
import { patched } from './patch.ts';
import type { Row } from './resources.ts';
import { belongingOf, isId, namesOf, source } from './resources.ts';
import { notFound, refuse } from './scimError.ts';
import { gone } from './userStore.ts';
import type { Json, JsonObject } from './values.ts';
import { bare, listAt, resourceOf, textAt } from './values.ts';

export async function groupRow(ask: Ask, id: string): Promise<Row> {
  if (!isId(id)) return notFound();
  const [row] = await ask.run(sql<Row>`select r.* from (${source('group', ask.view)}) as r where r.id = ${id}`);
  return row ?? notFound();
}

type Member = { id: string; value: string; display: string };

export async function membersOf(ask: Ask, ids: readonly string[]): Promise<Map<string, JsonObject[]>> {
  const all = new Map<string, JsonObject[]>();
  if (ids.length === 0) return all;
  const rows = await ask.run(sql<Member>`
    select r.id, b."value", b.display from unnest(${[...ids]}::uuid[]) as r (id), lateral (${belongingOf(ask.view).members}) as b order by b."value"`);
  for (const { id, value, display } of rows) {
    const members = all.get(id) ?? [];
    members.push({ value, $ref: `${ask.base}/Users/${value}`, display, type: 'User' });
    all.set(id, members);
  }
  return all;
}

export const shownGroup = (
  ask: Ask,
  { id, name, external_id, created_at, changed_at, version }: Row,
  members: readonly JsonObject[],
): JsonObject => ({
  schemas: [coreGroup],
  id,
  ...(external_id === null ? {} : { externalId: external_id }),
  displayName: name,
  members: [...members],
  meta: {
    resourceType: 'Group',
    created: new Date(created_at).toISOString(),
    lastModified: new Date(changed_at).toISOString(),
    location: `${ask.base}/Groups/${id}`,
    version: `W/"${version}"`,
  },
});

export async function getGroup(ask: Ask, id: string, withMembers: boolean): Promise<{ row: Row; shown: JsonObject }> {
  const row = await groupRow(ask, id);
  const members = withMembers ? ((await membersOf(ask, [id])).get(id) ?? []) : [];
  return { row, shown: shownGroup(ask, row, members) };
}

type Wanted = { name: string; external_id: string | null };

function wantedOf(full: JsonObject): Wanted {
  const parsed = userGroupInput.shape.name.safeParse(textAt(full, 'displayName') ?? '');
  if (!parsed.success) return refuse(400, 'invalidValue', 'The group needs a displayName of at most 120 characters.');
  return { name: parsed.data, external_id: textAt(full, 'externalId') };
}

const fullOf = ({ name, external_id }: Row): JsonObject =>
  Object.assign(bare(), { displayName: name }, external_id === null ? {} : { externalId: external_id });

/** Of the unit as the directory sees it; a group within a group, and people of other units, are nobody here. */
async function requirePeople(ask: Ask, tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unknown = () => refuse(400, 'invalidValue', 'A member is no user of this business unit.', 'unknown_member');
  if (!ids.every(isId)) unknown();
  const [there] = await tx.run(
    sql<{ count: number }>`select count(*)::int as count from (${source('user', ask.view)}) as r where r.id = any (${[...ids]}::uuid[])`,
  );
  if (there?.count !== new Set(ids).size) unknown();
}

/** Members after all changes, of those there were. */
async function afterwards(ask: Ask, tx: Transaction, before: readonly string[], changes: readonly MemberChange[]): Promise<Set<string>> {
  let members = new Set(before);
  for (const change of changes) {
    if (change.is === 'removeWhere') {
      const named = await tx.run(
        sql<{ id: string; name: string }>`select u.id, u.name from (${namesOf(ask.view)}) as u where u.id = any (${[...members]}::uuid[])`,
      );
      for (const { id, name } of named) if (matches({ value: id, display: name, type: 'User' }, change.filter)) members.delete(id);
      continue;
    }
    const ids = change.ids.map((id) => id.toLowerCase());
    if (change.is === 'remove') for (const id of ids) members.delete(id);
    else {
      await requirePeople(ask, tx, ids);
      members = new Set([...(change.is === 'add' ? members : []), ...ids]);
    }
  }
  return members;
}

async function currentMembers(ask: Ask, tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.run(
    sql<{ value: string }>`select b."value" from (select ${id}::uuid as id) as r, lateral (${belongingOf(ask.view).members}) as b`,
  );
  return rows.map(({ value }) => value);
}

async function refuseTaken({ view }: Ask, tx: Transaction, id: string | null, { name, external_id }: Wanted): Promise<void> {
  const [row] = await tx.run(sql<{ by_name: boolean }>`
    select lower(r.name) = lower(${name}::text) as by_name from (
      ${source('group', view)} union all
      select g.id, g.name, null, true, '{}', g.created_at, g.created_at, '', false from user_group g where not exists (select from scim_group s where s.group_id = g.id)
    ) as r where (lower(r.name) = lower(${name}::text) or r.external_id = ${external_id}) and r.id is distinct from ${id}::uuid order by 1 desc limit 1`);
  if (row?.by_name) refuse(409, 'uniqueness', 'Another group of the portal has this name.', 'name_taken');
  if (row) refuse(409, 'uniqueness', 'Another group has this externalId.', 'external_id_taken');
}

const rehearse = (ask: Ask, id: string, { name, external_id }: Wanted, members: ReadonlySet<string>): Statement => sql`
  insert into scim_rehearsal (tenant_id, token_id, kind, id, name, external_id, members, created_at, changed_at)
  values (${ownTenant}, ${ask.token.id}, 'group', ${id}, ${name}, ${external_id}, ${[...members]}::uuid[], ${ask.now()}, ${ask.now()})
  on conflict (tenant_id, token_id, kind, id) do update set name = excluded.name, external_id = excluded.external_id, members = excluded.members,
    gone = false, changed_at = excluded.changed_at, version = scim_rehearsal.version + 1`;

const written = (id: string, { name, external_id }: Wanted, now: Date): [Statement, ...Statement[]] => [
  sql`insert into user_group (tenant_id, id, name) values (${ownTenant}, ${id}, ${name})
    on conflict (tenant_id, id) do update set name = excluded.name, version = user_group.version + 1 where user_group.name <> excluded.name`,
  sql`insert into scim_group (tenant_id, group_id, external_id, created_at, changed_at) values (${ownTenant}, ${id}, ${external_id}, ${now}, ${now})
    on conflict (tenant_id, group_id) do update set external_id = excluded.external_id, changed_at = excluded.changed_at, version = scim_group.version + 1`,
];

const moved = (id: string, added: readonly string[], removed: readonly string[]): Statement[] => [
  ...(removed.length > 0
    ? [sql`delete from user_group_member where group_id = ${id} and membership_id = any (${[...removed]}::uuid[])`]
    : []),
  ...(added.length > 0
    ? [
        sql`insert into user_group_member (tenant_id, group_id, membership_id) select ${ownTenant}, ${id}, m from unnest(${[...added]}::uuid[]) as m on conflict do nothing`,
      ]
    : []),
];

type Change = { id: string; before: Row | null; wanted: Wanted; changes: readonly MemberChange[]; asked: 'create' | 'change' | 'replace' };

async function write(ask: Ask, { id, before, wanted, changes, asked }: Change): Promise<void> {
  await ask.withTenant(async (tx) => {
    // Two calls for one group come one after the other.
    await tx.run(sql`select from scim_group where group_id = ${id} for update`);
    await refuseTaken(ask, tx, before?.id ?? null, wanted);
    const were = before === null || changes.length === 0 ? [] : await currentMembers(ask, tx, id);
    const are = await afterwards(ask, tx, were, changes);
    const added = [...are].filter((member) => !were.includes(member));
    const removed = were.filter((member) => !are.has(member));
    const isRenamed = before === null || before.name !== wanted.name || before.external_id !== wanted.external_id;
    const outcome = before === null ? 'created' : isRenamed || added.length + removed.length > 0 ? 'changed' : 'unchanged';
    const line = logged(ask, {
      kind: 'group',
      object_id: id,
      name: wanted.name,
      asked: before !== null && !isRenamed && changes.length > 0 ? 'members' : asked,
      outcome,
      changes:
        before === null
          ? []
          : changesBetween(
              fullOf(before),
              Object.assign(bare(), { displayName: wanted.name }, wanted.external_id === null ? {} : { externalId: wanted.external_id }),
            ),
      added,
      removed,
    });
    if (outcome === 'unchanged') await tx.run(line);
    else if (ask.view.rehearsal === null) await tx.run(...written(id, wanted, ask.now()), ...moved(id, added, removed), line);
    else {
      const all = changes.length === 0 && before !== null ? new Set(await currentMembers(ask, tx, id)) : are;
      await tx.run(rehearse(ask, id, wanted, all), line);
    }
  });
}

const memberChanges = (full: JsonObject): MemberChange[] => [
  {
    is: 'replace',
    ids: listAt(full, 'members').map(({ value }) =>
      typeof value === 'string' ? value : refuse(400, 'invalidValue', 'A member has no value.'),
    ),
  },
];

export async function addGroup(ask: Ask, body: Json | undefined): Promise<string> {
  const full = resourceOf('group', body);
  const id = uuidv7();
  await write(ask, { id, before: null, wanted: wantedOf(full), changes: memberChanges(full), asked: 'create' });
  return id;
}

export async function replaceGroup(ask: Ask, before: Row, body: Json | undefined): Promise<void> {
  const full = resourceOf('group', body);
  await write(ask, { id: before.id, before, wanted: wantedOf(full), changes: memberChanges(full), asked: 'replace' });
}

export async function patchGroup(ask: Ask, before: Row, body: Json | undefined): Promise<void> {
  const { after, members } = patched('group', before.id, fullOf(before), body);
  await write(ask, { id: before.id, before, wanted: wantedOf(after), changes: members, asked: 'change' });
}

export async function deleteGroup(ask: Ask, before: Row): Promise<void> {
  const line = logged(ask, { kind: 'group', object_id: before.id, name: before.name, asked: 'delete', outcome: 'removed' });
  const remove = ask.view.rehearsal === null ? sql`delete from user_group where id = ${before.id}` : gone(ask, 'group', before);
  await ask.run(remove, line);
}
