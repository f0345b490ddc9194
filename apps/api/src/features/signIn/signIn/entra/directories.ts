/** The directories that a unit trusts. */
import type * as contract from '@vitrine/contract/signIn/entra.ts';
import { checks } from '@vitrine/contract/signIn/entra.ts';
import type { Directory, DirectoryInput } from '@vitrine/contract/signIn/entra.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import { hasSsoWay } from '#domain/access/ssoWays.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { redirectOf } from './attempts.ts';

const taken = { entra_directory_once: 'directory_id' };

function columnsOf<Input extends Pick<DirectoryInput, 'email_domains' | 'groups'>>({ groups: _groups, ...input }: Input) {
  return { ...input, email_domains: [...new Set(input.email_domains)] };
}

const groupsOf = (entra_directory_id: string, groups: DirectoryInput['groups']): Statement[] =>
  groups.length === 0
    ? []
    : [
        sql`
          insert into entra_group (tenant_id, entra_directory_id, value, name, group_id)
          select distinct on (g.value, g.user_group_id) ${ownTenant}, ${entra_directory_id}::uuid, g.value, g.name, g.user_group_id
          from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g(value text, name text, user_group_id uuid)
          on conflict on constraint entra_group_once do update set name = excluded.name where entra_group.name <> excluded.name`,
      ];

export async function listDirectories(ctx: Context): Promise<Answer<typeof contract.list>> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const [directories, hosts] = await ctx.run(
    sql<Directory>`
      select d.id, d.name, d.directory_id, d.email_domains, d.active, d.first_time, d.guests, d.version,
        coalesce((select jsonb_agg(jsonb_build_object('value', g.value, 'name', g.name, 'user_group_id', g.group_id) order by g.name, g.value, g.group_id)
          from entra_group g where g.entra_directory_id = d.id), '[]') as groups,
        count(i.object_id)::int as linked, (count(i.id) - count(i.object_id))::int as invited
      from entra_directory d left join entra_identity i on i.entra_directory_id = d.id
      group by d.tenant_id, d.id order by d.name, d.id`,
    sql<{ host: string }>`select host from domain where tenant_id = ${tenant_id} and state = 'active' order by created_at, host`,
  );
  const known = await Promise.all(hosts.map(({ host }) => ctx.hosts.find(host)));
  const redirect_uris = known.flatMap((host) => (host ? [redirectOf(host.origin)] : []));
  return { client_id: ctx.entra.client_id, redirect_uris, directories };
}

export async function addDirectory(ctx: Context, input: DirectoryInput): Promise<{ id: string }> {
  const id = uuidv7();
  const row = { tenant_id: ownTenant, id, ...columnsOf(input) };
  await unlessTaken(taken, ctx.run(query.insertInto('entra_directory').values(row), ...groupsOf(id, input.groups)));
  return { id };
}

export async function updateDirectory(
  ctx: Context,
  id: string,
  { version, ...input }: Omit<DirectoryInput, 'directory_id'> & { version: number },
): Promise<void> {
  if (!input.active) await requireOtherWay(ctx, id);
  const change = ctx.withTenant(async (tx) => {
    const [changed, [row]] = await tx.run(
      query
        .updateTable('entra_directory')
        .set({ ...columnsOf(input), version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id'),
      query.selectFrom('entra_directory').select('id').where('id', '=', id),
    );
    saved(changed, row);
    const kept = input.groups.map(({ value, user_group_id }) => `${value} ${user_group_id ?? ''}`);
    const gone = sql`
      delete from entra_group where entra_directory_id = ${id} and value || ' ' || coalesce(group_id::text, '') <> all (${kept}::text[])`;
    await tx.run(gone, ...groupsOf(id, input.groups));
  });
  await unlessTaken(taken, change);
  if (!input.active) await endEntraSessions(ctx, await linkedTo(ctx, id));
}

export async function removeDirectory(ctx: Context, id: string): Promise<void> {
  await requireOtherWay(ctx, id);
  const people = await linkedTo(ctx, id);
  const [row] = await ctx.run(query.deleteFrom('entra_directory').where('id', '=', id).returning('id'));
  found(row);
  await endEntraSessions(ctx, people);
}

/** People whose passwords are off would have no way in any more. */
async function requireOtherWay(ctx: Context, id: string): Promise<void> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const [left] = await ctx.run(sql<{ domains: string[] }>`
    select s.password_off_domains as domains from tenant_setting s join entra_directory d on d.tenant_id = s.tenant_id and d.id = ${id} and d.active
    where s.password_off_domains <> '{}' and not ${hasSsoWay(tenant_id, id)}`);
  if (left) fail('sso_last_way', { domains: left.domains.join(', ') });
}

async function linkedTo(ctx: Context, id: string): Promise<string[]> {
  const rows = await ctx.run(sql<{ person_id: string }>`
    select m.person_id from entra_identity i join membership m on m.id = i.membership_id
    where i.entra_directory_id = ${id} and i.object_id is not null`);
  return rows.map(({ person_id }) => person_id);
}

/** Ends sessions that began at a directory. */
export async function endEntraSessions(ctx: Context, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const { tenant_id, session_id } = ctx.actor;
  await ctx.identity.run(endSessions(people, { tenant_id, reason: 'entra', now: ctx.now(), except: session_id, auth_type: 'azure' }));
}

type Checked = Answer<typeof contract.check>['checks'];

/** Each check means something only when the ones before it passed. */
export async function checkDirectory(ctx: Context, id: string): Promise<{ checks: Checked }> {
  const [row] = await ctx.run(query.selectFrom('entra_directory').select('directory_id').where('id', '=', id));
  const seen = await ctx.entra.check(found(row).directory_id);
  return { checks: checks.map((check) => ({ check, passed: seen[check] ?? null })) };
}
