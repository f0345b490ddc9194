/** Tokens with which a directory comes. Two at a time, so that one can be exchanged while the other still works. */
import type * as contract from '@vitrine/contract/people/provisioning.ts';
import type { ScimToken } from '@vitrine/contract/people/provisioning.ts';
import { scimPath, tokensAtATime } from '@vitrine/contract/people/provisioning.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { add } from '@vitrine/contract/people/provisioning.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { asTyped } from '#domain/people/correctedInput.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { saved } from '#platform/http/saving.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { newScimToken } from './token.ts';

const dayMs = 86_400_000;

/** What the rehearsal would do so far, in people and groups instead of calls: each is counted once, by what it comes to in the end. */
const rehearsed = sql`case when k.rehearsal then (
  select jsonb_build_object(
    'created', count(*) filter (where o.is_new),
    'changed', count(*) filter (where o.changed and not o.is_new and not o.is_off),
    'disabled', count(*) filter (where o.is_off and not o.is_new),
    'refused', count(*) filter (where o.refused))
  from (
    select bool_or(l.outcome in ('created', 'revived')) as is_new, bool_or(l.outcome in ('changed', 'taken_over', 'enabled')) as changed,
      bool_or(l.outcome = 'refused') as refused,
      coalesce((array_agg(l.outcome <> 'enabled' order by l.id desc) filter (where l.outcome in ('enabled', 'disabled', 'removed')))[1], false) as is_off
    from scim_log l where l.token_id = k.id and l.rehearsal group by l.kind, coalesce(l.object_id::text, l.user_name || l.name)
  ) as o) end`;

export async function listTokens(ctx: Context): Promise<Answer<typeof contract.tokens>> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const [data, hosts, [counts]] = await ctx.run(
    sql<ScimToken>`
      select k.id, k.name, k.last_four, k.rehearsal, k.invites, k.created_at, k.expires_at, k.expires_at <= ${ctx.now()} as expired, k.version,
        (select u.last_used_at from scim_token_use u where u.token_id = k.id) as last_used_at, ${rehearsed} as rehearsed
      from scim_token k order by k.created_at, k.id`,
    sql<{ host: string }>`select host from domain where tenant_id = ${tenant_id} and state = 'active' order by created_at, host`,
    sql<{ people: number; groups: number }>`
      select (select count(*)::int from scim_user) as people, (select count(*)::int from scim_group) as groups`,
  );
  const known = await Promise.all(hosts.map(({ host }) => ctx.hosts.find(host)));
  const origins = known.flatMap((host) => (host ? [host.origin] : []));
  const addresses = (origins.length > 0 ? origins : [ctx.hosts.platform.origin]).map((origin) => `${origin}${scimPath}`);
  return { data, addresses, provisioned: found(counts), can: { add: mayCall(ctx.actor, add.can) } };
}

export async function addToken(ctx: Context, { days, ...input }: Input<typeof contract.add>['body']): Promise<Answer<typeof contract.add>> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const [id, token, now] = [uuidv7(), newScimToken(tenant_id), ctx.now()];
  await ctx.withTenant(async (tx) => {
    // Two who make one at the same time do so one after the other.
    const [, [valid]] = await tx.run(
      sql`select pg_advisory_xact_lock(hashtextextended('scim tokens ' || ${tenant_id}::text, 0))`,
      sql<{ count: number }>`select count(*)::int as count from scim_token where expires_at > ${now}`,
    );
    if ((valid?.count ?? 0) >= tokensAtATime) fail('scim_tokens_in_use');
    await tx.run(
      query.insertInto('scim_token').values({
        tenant_id: ownTenant,
        id,
        ...input,
        token_hash: hashToken(token),
        last_four: token.slice(-4),
        created_at: now,
        expires_at: new Date(now.getTime() + days * dayMs),
      }),
    );
  });
  return { id, token };
}

const tokenOf = (id: string) => sql<{ id: string; name: string }>`select id, name from scim_token where id = ${id}`;

export async function updateToken(
  ctx: Context,
  { token_id: id, version, ...changes }: Input<typeof contract.update>['body'],
): Promise<void> {
  const [changed, [row]] = await ctx.run(
    query
      .updateTable('scim_token')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
    tokenOf(id),
  );
  saved(changed, row);
}

/** What a rehearsal before made of people and groups is forgotten, whether a new one begins or it becomes real. */
export async function setRehearsal(ctx: Context, { token_id: id, rehearsal }: Input<typeof contract.setRehearsal>['body']): Promise<void> {
  const [, , [row]] = await ctx.run(
    sql`delete from scim_rehearsal where token_id = ${id}`,
    sql`delete from scim_log where token_id = ${id} and rehearsal and ${rehearsal}`,
    sql<{ id: string }>`update scim_token set rehearsal = ${rehearsal}, version = version + 1 where id = ${id} returning id`,
  );
  found(row);
}

export async function removeToken(ctx: Context, { token_id: id, confirm }: Input<typeof contract.remove>['query']): Promise<void> {
  const { name } = found((await ctx.run(tokenOf(id)))[0]);
  if (asTyped(confirm) !== asTyped(name)) failFields({ confirm: 'name_differs' });
  found((await ctx.run(query.deleteFrom('scim_token').where('id', '=', id).returning('id')))[0]);
}
