/** Invitations: to one person at any time, to many only where it is useful to them. */
import type * as contract from '@vitrine/contract/people/users.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { inviting, waitingForInvitation } from '#domain/people/invite.jobs.ts';
import { userOf } from './users.queries.ts';

/** No second invitation within an hour, after a double click or right after an import that invited everybody. */
const againAfterMs = 3_600_000;

const written = (members: readonly string[]): Statement => sql`
  insert into audit_log (tenant_id, action, object_type, object_id)
  select ${ownTenant}, 'user.invite', 'membership', m from unnest(${[...members]}::uuid[]) as m`;

export async function inviteMany(ctx: Context, members: readonly { id: string }[]): Promise<Answer<typeof contract.bulk>> {
  const tenant_id = found(ctx.actor.tenant_id ?? undefined);
  const ids = members.map(({ id }) => id);
  const since = new Date(ctx.now().getTime() - againAfterMs);
  const people = (await ctx.identity.run(waitingForInvitation(tenant_id, ids, since))).map(({ membership_id }) => membership_id);
  await ctx.run(written(people), ...inviting(tenant_id, people, { since, waiting: true, asked_by: ctx.actor.person_id }));
  return { changed: people.length, skipped: ids.length - people.length };
}

export async function inviteAgain(ctx: Context, id: string): Promise<void> {
  const tenant_id = found(ctx.actor.tenant_id ?? undefined);
  const person = found((await ctx.run(userOf(id)))[0]);
  if (person.auth_method !== 'password') failFields({ email: 'no_password' });
  await ctx.run(written([id]), ...inviting(tenant_id, [id], { since: ctx.now(), waiting: false, asked_by: ctx.actor.person_id }));
}
