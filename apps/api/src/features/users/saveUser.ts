/** Adding and changing a person: account, membership and groups in one transaction. */
import type * as contract from '@vitrine/contract/features/users.ts';
import type { UserInput } from '@vitrine/contract/features/users.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { isForeignKeyViolation } from '../../core/database/errors.ts';
import type { Statement } from '../../core/database/query.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { checkedValues, fieldRules } from '../../core/people/customFields.ts';
import { invite } from '../../core/people/invite.ts';
import { endSessions } from '../../core/people/sessionsOf.ts';
import { readUnitSettings } from '../../core/readUnitSettings.ts';
import { saved, unlessTaken } from '../../core/saving.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { userOf } from './users.queries.ts';
import { checkDates, checkRole, newDefaultPassword, shown } from './users.rules.ts';

const taken = { person_email_key: 'email', person_phone_key: 'phone' };

/** Columns of the membership; the rest of the input is the person's. */
const membershipValues = (input: UserInput, custom: UserInput['custom']) => ({
  role: input.role,
  picture_id: input.picture_id,
  department: input.department || null,
  authentication_level: input.authentication_level,
  support_agent: input.support_agent,
  allow_remote_access: input.allow_remote_access,
  create_notifications: input.create_notifications,
  refresh_datasets: input.refresh_datasets,
  wake_capacities: input.wake_capacities,
  ignore_auto_block: input.ignore_auto_block,
  ip_exempt: input.ip_exempt,
  block_on: input.block_on,
  delete_on: input.delete_on,
  custom: JSON.stringify(custom),
});
const identityOf = ({ name, email, phone, language }: UserInput) => ({ name, email, phone, language });

/** The person is in these groups and no other; an end that a membership has stays. */
const groupsOf = (id: string, groups: readonly string[]): Statement[] => [
  sql`delete from user_group_member where membership_id = ${id} and group_id <> all (${[...groups]}::uuid[])`,
  sql`insert into user_group_member (tenant_id, group_id, membership_id)
    select ${ownTenant}, g, ${id}::uuid from unnest(${[...groups]}::uuid[]) as g on conflict do nothing`,
];

/** What is assigned to somebody in person is assigned to somebody else as well. */
const cloneGrants = (from: string, to: string): RawBuilder<unknown> => sql`
  insert into report_grant (tenant_id, id, report_id, membership_id, filters, rls_roles, rls_username, ends_on, permission_edit)
  select tenant_id, uuid_v7(), report_id, ${to}, filters, rls_roles, rls_username, ends_on, permission_edit
  from report_grant where membership_id = ${from}`;

/** What came with the clone has its rules already. */
const assign = (reports: readonly string[], to: string): RawBuilder<unknown> => sql`
  insert into report_grant (tenant_id, id, report_id, membership_id)
  select ${ownTenant}, uuid_v7(), r, ${to} from unnest(${[...reports]}::uuid[]) as r on conflict do nothing`;

/** The keys hold the tenant: a group of another unit is one that is not there. */
async function unlessGroupMissing<T>(work: Promise<T>): Promise<T> {
  try {
    return await unlessTaken(taken, work);
  } catch (error) {
    if (isForeignKeyViolation(error, 'membership_tenant_id_picture_id_fkey')) return failFields({ picture_id: 'invalid' });
    if (isForeignKeyViolation(error, 'report_grant_tenant_id_report_id_fkey')) return fail('not_found');
    if (isForeignKeyViolation(error)) return fail('group_not_found');
    throw error;
  }
}

/** Adds a person. Whoever has an account somewhere already is told as taken: they join by the other unit's administrator. */
export async function addUser(ctx: Context, body: Input<typeof contract.add>['body']): Promise<Answer<typeof contract.add>> {
  const { access, clone_of, report_ids, ...input } = body;
  checkRole(ctx.actor, input.role);
  checkDates(input);
  if (report_ids.length > 0 && !holds(ctx.actor, 'report_access', 'use')) fail('forbidden');
  const template = clone_of === undefined ? sql`select null as id` : sql`select id from membership where id = ${clone_of}`;
  const [rules, [original]] = await ctx.run(fieldRules, template);
  found(original);
  const custom = checkedValues(rules, input.custom);
  const [id, person_id] = [uuidv7(), uuidv7()];
  const password = access === 'default_password' ? newDefaultPassword() : null;
  const secret =
    password === null
      ? {}
      : { password_hash: await ctx.passwords.hash(password), password_changed_at: ctx.now(), must_change_password: true };

  const adding = ctx.withTenant(async (tx) => {
    await tx.run(
      query.insertInto('person').values({ id: person_id, ...identityOf(input), ...secret }),
      query.insertInto('membership').values({ id, tenant_id: ownTenant, person_id, ...membershipValues(input, custom) }),
      ...groupsOf(id, input.user_group_ids),
      ...(clone_of === undefined ? [] : [cloneGrants(clone_of, id)]),
      ...(report_ids.length === 0 ? [] : [assign(report_ids, id)]),
    );
    return (await tx.run(userOf(id)))[0];
  });
  const added = found(await unlessGroupMissing(adding));
  const { send_email_register_user } = await readUnitSettings(ctx);
  if (password === null || send_email_register_user) await invite(ctx, { ...added, id: person_id });
  return { ...shown(ctx, added), default_password: password };
}

/** Fields of the account may be changed only where they are nobody else's matter. The database would refuse it as well. */
function checkIdentity(before: UserInput & { identity_is_ours: boolean }, input: UserInput): boolean {
  const after = identityOf(input);
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
  if (changed.length > 0 && !before.identity_is_ours) failFields(Object.fromEntries(changed.map((field) => [field, 'elsewhere' as const])));
  return changed.length > 0;
}

export async function updateUser(
  ctx: Context,
  id: string,
  { version, ...input }: Input<typeof contract.update>['body'],
): Promise<Answer<typeof contract.update>> {
  const [[row], rules] = await ctx.run(userOf(id), fieldRules);
  const before = found(row);
  checkRole(ctx.actor, input.role, before);
  checkDates(input);
  const changesIdentity = checkIdentity({ ...before, user_group_ids: [] }, input);
  const custom = checkedValues(rules, input.custom);
  const saving = ctx.withTenant(async (tx) => {
    const changed = await tx.run(
      query
        .updateTable('membership')
        .set({ ...membershipValues(input, custom), version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id'),
    );
    if (changed.length === 0) return { changed, after: (await tx.run(userOf(id)))[0] };
    await tx.run(
      query
        .updateTable('person')
        .set((update) => ({ ...identityOf(input), version: update('version', '+', 1) }))
        .where('id', '=', before.person_id)
        .where(sql<boolean>`${changesIdentity}`),
      ...groupsOf(id, input.user_group_ids),
    );
    return { changed, after: (await tx.run(userOf(id)))[0] };
  });
  const { changed, after } = await unlessGroupMissing(saving);
  const user = saved(changed, after);
  if (user.role !== before.role) await endTheirSessions(ctx, before.person_id, 'role_change');
  if (user.email !== before.email) await voidLinks(ctx, before.person_id);
  return shown(ctx, user);
}

const endTheirSessions = (ctx: Context, person_id: string, reason: string) =>
  ctx.identity.run(endSessions([person_id], { tenant_id: ctx.actor.tenant_id, reason, now: ctx.now() }));

/** Links that went to the former address open nothing any more. */
const voidLinks = (ctx: Context, person_id: string) =>
  ctx.identity.run(
    query.updateTable('one_time_token').set({ used_at: ctx.now() }).where('person_id', '=', person_id).where('used_at', 'is', null),
  );
