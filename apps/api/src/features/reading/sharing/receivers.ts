/** With whom a report may be shared, and what that would do. Readers do not learn of anybody whom they could not know. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reading/sharing.ts';
import type { ShareCandidate, ShareEffect } from '@vitrine/contract/reading/sharing.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import type { AnyReport } from '#domain/reportAccess/readable.ts';
import { readsReport } from '#domain/reportAccess/readers.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { holdsWords } from '#platform/http/list.ts';

const shown = 20;

export const mayAssign = ({ actor }: Pick<Context, 'actor'>): boolean => holds(actor, 'report_access', 'use');

/** An assignment without filters and roles opens it: everybody sees the same, or the model filters by the name alone. */
const opensPlainly = ({ data_rule, roles_required }: AnyReport): boolean =>
  data_rule === 'none' || (data_rule === 'rls' && !roles_required);

type Person = { membership_id: string; person_id: string; name: string; email: string };
/** `unseeing`: some of its active members do not see the report; asked for readers alone. */
type Group = { id: string; name: string; assigned: boolean; unseeing: boolean };

const people = (ctx: Context, where: RawBuilder<unknown>) => sql<Person>`
  select m.id as membership_id, m.person_id, p.name, p.email from membership m join person p on p.id = m.person_id
  where m.state = 'active' and m.person_id <> ${ctx.actor.person_id} and ${where}
  order by search_text(p.name), m.id limit ${sql.lit(shown)}`;

/** People that the caller may name: administrators everybody, readers those who read the same report. */
const known = (ctx: Context, { id }: AnyReport) => (mayAssign(ctx) ? sql`true` : readsReport(id, todayOf(ctx)));

/** Groups that the caller may name: administrators all, readers the own ones. */
function groups(ctx: Context, { id }: AnyReport, where: RawBuilder<unknown>): RawBuilder<Group> {
  const today = sql`${todayOf(ctx)}::date`;
  const own = sql`exists (
    select from user_group_member gm where gm.group_id = g.id and gm.membership_id = ${ctx.actor.membership_id}::uuid
      and (gm.ends_on is null or gm.ends_on >= ${today}))`;
  const unseeing = sql`exists (
    select from user_group_member gm join membership m on m.id = gm.membership_id
    where gm.group_id = g.id and (gm.ends_on is null or gm.ends_on >= ${today}) and m.state = 'active'
      and m.person_id <> ${ctx.actor.person_id} and not ${readsReport(id, todayOf(ctx))})`;
  return sql<Group>`
    select g.id, g.name, ${mayAssign(ctx) ? sql`false` : unseeing} as unseeing, exists (
      select from report_grant ra where ra.report_id = ${id} and ra.user_group_id = g.id and (ra.ends_on is null or ra.ends_on >= ${today})
    ) as assigned
    from user_group g where ${where} and ${mayAssign(ctx) ? sql`true` : own} order by g.name_key, g.id limit ${sql.lit(shown)}`;
}

async function effectsOnPeople(ctx: Context, report: AnyReport, found: readonly Person[]): Promise<ShareEffect[]> {
  const pairs = found.map(({ membership_id }) => ({ membership_id, report_id: report.id }));
  const decisions = new Map((await decideMany(ctx, pairs, todayOf(ctx))).map(({ pair, decision }) => [pair.membership_id, decision]));
  return found.map(({ membership_id }) => {
    const decision = decisions.get(membership_id);
    if (decision?.see) return 'tell';
    if (!mayAssign(ctx)) return 'ask';
    // What was taken from a person is given back where access is assigned, not in passing.
    const removed = decision?.reasons.some(({ word }) => word === 'removed') !== false;
    return opensPlainly(report) && !removed ? 'give' : 'choose';
  });
}

function effectOnGroup(ctx: Context, report: AnyReport, { assigned, unseeing }: Group): ShareEffect {
  if (assigned) return 'tell';
  if (!mayAssign(ctx)) return unseeing ? 'ask' : 'tell';
  return opensPlainly(report) ? 'give' : 'choose';
}

export async function findReceivers(ctx: Context, report: AnyReport, q: string): Promise<ShareCandidate[]> {
  const words = mayAssign(ctx) ? holdsWords(q, sql`p.name`, sql`p.email`) : holdsWords(q, sql`p.name`);
  const [foundGroups, foundPeople] = await ctx.run(
    groups(ctx, report, holdsWords(q, sql`g.name`)),
    people(ctx, sql`${words} and ${known(ctx, report)}`),
  );
  const effects = await effectsOnPeople(ctx, report, foundPeople);
  return [
    ...foundGroups.map((group) => ({
      to: 'user_group' as const,
      to_id: group.id,
      name: group.name,
      email: null,
      effect: effectOnGroup(ctx, report, group),
    })),
    ...foundPeople.map(({ membership_id, name, email }, index) => ({
      to: 'membership' as const,
      to_id: membership_id,
      name,
      email: mayAssign(ctx) ? email : null,
      effect: effects[index] ?? ('ask' as const),
    })),
  ];
}

export type Receiver = { effect: ShareEffect; name: string } & (
  | { membership_id: string; person_id: string; user_group_id: null }
  | { membership_id: null; user_group_id: string }
);
type Named = Pick<Input<typeof contract.share>['body'], 'to' | 'to_id' | 'email'>;

/** Whoever may not be named is answered like nobody. */
export async function receiverOf(ctx: Context, report: AnyReport, { to, to_id, email }: Named): Promise<Receiver> {
  if (to === 'user_group') {
    const [group] = await ctx.run(groups(ctx, report, sql`g.id = ${to_id}::uuid`));
    if (!group) return fail('not_found');
    return { effect: effectOnGroup(ctx, report, group), name: group.name, membership_id: null, user_group_id: group.id };
  }
  const where = to === 'email' ? sql`p.email = ${email}` : sql`m.id = ${to_id}::uuid and ${known(ctx, report)}`;
  const [person] = await ctx.run(people(ctx, where));
  if (!person) return to === 'email' ? failFields({ email: 'person_not_active' }) : fail('not_found');
  const [effect = 'ask'] = await effectsOnPeople(ctx, report, [person]);
  const { membership_id, person_id, name } = person;
  return { effect, name, membership_id, person_id, user_group_id: null };
}
