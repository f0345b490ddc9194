/** Links to set a first password: to one person as often as it is wished, to many where it is of use to them. */
import type * as contract from '@vitrine/contract/features/users.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import type { Statement } from '../../core/database/query.ts';
import { failFields, found } from '../../core/fail.ts';
import { addJob } from '../../core/jobs/addJob.ts';
import type { UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { invite } from '../../core/people/invite.ts';
import { inviteAll } from '../../core/people/inviteAll.ts';
import { userOf } from './users.queries.ts';

const peoplePerJob = 250;
/** Nobody gets two of them because somebody clicked twice, or right after an import that wrote to everybody. */
const againAfterMs = 3_600_000;

type Invited = { membership_id: string; id: string; name: string; email: string; language: string };

/** Those of the members who are active and sign in with a password that they have not set yet. */
const waiting = (tenant_id: string, members: readonly string[], now: Date): Statement<Invited> => sql<Invited>`
  select m.id as membership_id, p.id, p.name, p.email, p.language
  from membership m join person p on p.id = m.person_id
  where m.tenant_id = ${tenant_id} and m.id = any (${[...members]}::uuid[]) and m.state = 'A'
    and p.auth_method = 'password' and p.password_hash is null
    and not exists (
      select from one_time_token t
      where t.person_id = p.id and t.purpose = 'invitation' and t.created_at > ${new Date(now.getTime() - againAfterMs)})
  order by m.id`;

const payload = z.strictObject({ membership_ids: z.array(z.guid()).max(peoplePerJob) });

/** Looks again whom it is of use to: much may have happened since it was asked for. */
export const inviteUsers: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'user.invite',
  schema: payload,
  pace: 'slow',
  async work(ctx, { membership_ids }) {
    await inviteAll(ctx, await ctx.identity.run(waiting(ctx.tenant_id, membership_ids, ctx.now())));
  },
});

const written = (members: readonly string[]): Statement => sql`
  insert into audit_log (tenant_id, action, object_type, object_id)
  select ${ownTenant}, 'user.invite', 'membership', m from unnest(${[...members]}::uuid[]) as m`;

export async function inviteMany(ctx: Context, members: readonly { id: string }[]): Promise<Answer<typeof contract.bulk>> {
  const tenant_id = found(ctx.actor.tenant_id ?? undefined);
  const ids = members.map(({ id }) => id);
  const people = (await ctx.identity.run(waiting(tenant_id, ids, ctx.now()))).map(({ membership_id }) => membership_id);
  const parts = Array.from({ length: Math.ceil(people.length / peoplePerJob) }, (_, part) =>
    people.slice(part * peoplePerJob, (part + 1) * peoplePerJob),
  );
  await ctx.run(written(people), ...parts.map((membership_ids) => addJob(inviteUsers, tenant_id, { membership_ids })));
  return { changed: people.length, skipped: ids.length - people.length };
}

export async function inviteAgain(ctx: Context, id: string): Promise<void> {
  const person = found((await ctx.run(userOf(id)))[0]);
  if (person.auth_method !== 'password') failFields({ email: 'no_password' });
  await invite(ctx, { ...person, id: person.person_id });
  await ctx.run(written([id]));
}
