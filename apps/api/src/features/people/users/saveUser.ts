/** Adding and changing a person: account, membership and groups in one transaction. */
import type * as contract from '@vitrine/contract/people/users.ts';
import type { User, UserInput } from '@vitrine/contract/people/users.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { checkedValues, fieldRules } from '#domain/people/customFields.ts';
import { isByDirectory } from '#domain/people/directory.ts';
import { inviting } from '#domain/people/invite.jobs.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { voidLinks } from '#domain/people/voidLinks.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { userOf } from './users.queries.ts';
import { checkDates, checkRole, newDefaultPassword, shown } from './users.rules.ts';

const taken = { person_email_key: 'email', person_phone_key: 'phone' };

/** Columns of the membership; other fields of the input belong to the account. */
const membershipValues = (input: UserInput, custom: UserInput['custom']) => ({
  role: input.role,
  picture_id: input.picture_id,
  department: input.department || null,
  authentication_level: input.authentication_level,
  ...(input.billing_administrator === undefined ? {} : { billing_administrator: input.billing_administrator }),
  support_agent: input.support_agent,
  allow_remote_access: input.allow_remote_access,
  create_notifications: input.create_notifications,
  refresh_datasets: input.refresh_datasets,
  wake_capacities: input.wake_capacities,
  ignore_auto_block: input.ignore_auto_block,
  ip_exempt: input.ip_exempt,
  hidden_menu: input.hidden_menu,
  block_on: input.block_on,
  delete_on: input.delete_on,
  custom: JSON.stringify(custom),
});
const identityOf = ({ name, email, phone, language }: UserInput) => ({ name, email, phone, language });

/** Sets the person's groups; end dates of existing ones stay, and so do groups of a directory. */
const groupsOf = (id: string, groups: readonly string[]): Statement[] => [
  sql`delete from user_group_member gm where gm.membership_id = ${id} and gm.group_id <> all (${[...groups]}::uuid[]) and not ${isByDirectory(sql`gm.group_id`)}`,
  sql`insert into user_group_member (tenant_id, group_id, membership_id)
    select ${ownTenant}, g, ${id}::uuid from unnest(${[...groups]}::uuid[]) as g where not ${isByDirectory(sql`g`)} on conflict do nothing`,
];

/** Copies the personal assignments of one person to another; who comes back may have some of them. */
const cloneGrants = (from: string, to: string): RawBuilder<unknown> => sql`
  insert into report_grant (tenant_id, id, report_id, membership_id, filters, rls_roles, rls_username, ends_on, permission_edit)
  select tenant_id, uuid_v7(), report_id, ${to}, filters, rls_roles, rls_username, ends_on, permission_edit
  from report_grant where membership_id = ${from} on conflict do nothing`;

/** Assignments that were copied keep their rules. */
const assign = (reports: readonly string[], to: string): RawBuilder<unknown> => sql`
  insert into report_grant (tenant_id, id, report_id, membership_id)
  select ${ownTenant}, uuid_v7(), r, ${to} from unnest(${[...reports]}::uuid[]) as r on conflict do nothing`;

/** Foreign keys contain the tenant, so a group of another unit counts as missing. */
async function unlessGroupMissing<T>(work: Promise<T>): Promise<T> {
  try {
    return await unlessTaken(taken, work);
  } catch (error) {
    if (isForeignKeyViolation(error, 'report_grant_tenant_id_report_id_fkey')) return fail('not_found');
    if (isForeignKeyViolation(error)) return fail('group_not_found');
    throw error;
  }
}

/** Who sees bills is said by those who make the contract. */
function checkBilling({ actor }: Context, { billing_administrator = false }: UserInput, before = false): void {
  if (billing_administrator !== before && actor.role !== 'partner') fail('forbidden');
}

type Returning = { id: string; person_id: string; ours: boolean };

/** Nobody gets a password that the unit does not take. */
async function requirePasswords(ctx: Context, email: string): Promise<void> {
  const [off] = await ctx.run(sql`select from tenant_setting where split_part(${email}, '@', 2) = any (password_off_domains)`);
  if (off) failFields({ access: 'sso_domain' });
}

/** The deactivated member who has the e-mail. Refuses with their name until the caller agrees that they come back. */
async function returningMember(ctx: Context, email: string, agreed: boolean): Promise<Returning | undefined> {
  const [member] = await ctx.run(sql<Returning & { name: string }>`
    select m.id, m.person_id, p.name, person_is_ours(p.id) as ours from membership m join person p on p.id = m.person_id
    where p.email = ${email} and m.state = 'deactivated'`);
  if (member && !agreed) fail('user_deactivated_here', { name: member.name });
  return member;
}

const takeBack = (
  { id, person_id, ours }: Returning,
  input: UserInput,
  values: ReturnType<typeof membershipValues>,
): [Statement, ...Statement[]] => [
  query
    .updateTable('membership')
    .set((member) => ({ ...values, state: 'active', deactivated_on: null, version: member('version', '+', 1) }))
    .where('id', '=', id),
  query
    .updateTable('person')
    .set((person) => ({ ...identityOf(input), version: person('version', '+', 1) }))
    .where('id', '=', person_id)
    .where(sql<boolean>`${ours}`),
];

/**
 * Adds a person, or takes one back who was deactivated here. An e-mail with an account in another unit is refused as taken; somebody
 * who manages both units adds the membership.
 */
export async function addUser(ctx: Context, body: Input<typeof contract.add>['body']): Promise<Answer<typeof contract.add>> {
  const { access, clone_of, report_ids, reactivate, ...input } = body;
  checkRole(ctx.actor, input.role);
  checkBilling(ctx, input);
  checkDates(input);
  if (report_ids.length > 0 && !holds(ctx.actor, 'report_access', 'use')) fail('forbidden');
  const template = clone_of === undefined ? sql`select null as id` : sql`select id from membership where id = ${clone_of}`;
  const [rules, [original]] = await ctx.run(fieldRules, template);
  found(original);
  const custom = checkedValues(rules, input.custom);
  if (access === 'default_password') await requirePasswords(ctx, input.email);
  const back = await returningMember(ctx, input.email, reactivate);
  const { id, person_id } = back ?? { id: uuidv7(), person_id: uuidv7() };
  // Who comes back has an account, whose password is theirs.
  const password = access === 'default_password' && !back ? newDefaultPassword() : null;
  const secret =
    password === null
      ? {}
      : {
          password_hash: await ctx.passwords.hash(password, ctx.actor.person_id),
          password_changed_at: ctx.now(),
          must_change_password: true,
        };

  const { send_email_register_user } = await readTenantSettings(ctx);
  const tenant_id = found(ctx.actor.tenant_id ?? undefined);
  const isInvited = password === null || send_email_register_user;

  const adding = ctx.withTenant(async (tx) => {
    await tx.run(
      ...(back
        ? takeBack(back, input, membershipValues(input, custom))
        : ([
            query.insertInto('person').values({ id: person_id, ...identityOf(input), ...secret }),
            query.insertInto('membership').values({ id, tenant_id: ownTenant, person_id, ...membershipValues(input, custom) }),
          ] as const)),
      ...groupsOf(id, input.user_group_ids),
      ...(clone_of === undefined ? [] : [cloneGrants(clone_of, id)]),
      ...(report_ids.length === 0 ? [] : [assign(report_ids, id)]),
      ...(isInvited ? inviting(tenant_id, [id], { since: ctx.now(), waiting: false, asked_by: ctx.actor.person_id }) : []),
    );
    return (await tx.run(userOf(id)))[0];
  });
  const added = found(await unlessGroupMissing(adding));
  return { ...shown(ctx, added), default_password: password };
}

/** What comes from the directory is changed there. */
function checkDirectory(before: Pick<User, 'directory_fields' | 'name' | 'email' | 'language' | 'department'>, input: UserInput): void {
  const changed = before.directory_fields.filter((field) => (input[field] || null) !== before[field]);
  if (changed.length > 0) failFields(Object.fromEntries(changed.map((field) => [field, 'by_directory' as const])));
}

/** Fields of the account may be changed only if the person belongs to no unit that the caller does not manage. The database refuses it as well. */
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
  if (input.billing_administrator !== undefined) checkBilling(ctx, input, before.billing_administrator);
  checkDates(input);
  checkDirectory(before, input);
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
  if (user.email !== before.email) await ctx.identity.run(...voidLinks(before.person_id, ctx.now()));
  return shown(ctx, user);
}

const endTheirSessions = (ctx: Context, person_id: string, reason: string) =>
  ctx.identity.run(endSessions([person_id], { tenant_id: ctx.actor.tenant_id, reason, now: ctx.now() }));
