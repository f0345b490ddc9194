/** Whom an announcement is for: everybody of the unit, a profile, a group, or people by name; readers have their own groups alone. */
import type { Addressees } from '@vitrine/contract/notifications/broadcasts.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { membersFoundBy } from '#domain/people/findMembers.ts';
import { isVisible, manages, todayOf } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { holdsWords } from '#platform/http/list.ts';

const shown = 20;

const holdsNow = (today: RawBuilder<unknown>) => sql`(gm.ends_on is null or gm.ends_on >= ${today})`;
const todayIn = (ctx: Context) => sql`${todayOf(ctx)}::date`;

/** A condition on a group `g`: the caller may write to it. */
const mayWriteTo = (ctx: Context): RawBuilder<unknown> =>
  manages(ctx)
    ? sql`true`
    : sql`exists (select from user_group_member gm
        where gm.group_id = g.id and gm.membership_id = ${ctx.actor.membership_id}::uuid and ${holdsNow(todayIn(ctx))})`;

/** A condition on a membership `m`: the caller may name this person. */
const mayName = (ctx: Context): RawBuilder<unknown> =>
  manages(ctx)
    ? sql`true`
    : sql`exists (select from user_group_member gm join user_group_member own on own.group_id = gm.group_id
        where gm.membership_id = m.id and own.membership_id = ${ctx.actor.membership_id}::uuid
          and ${holdsNow(todayIn(ctx))} and (own.ends_on is null or own.ends_on >= ${todayIn(ctx)}))`;

/** A condition on an active membership `m`: it is meant. */
export function isMeant({ audience, audience_role, user_group_id, membership_ids }: Addressees, today: string): RawBuilder<unknown> {
  switch (audience) {
    case 'all':
      return sql`true`;
    case 'role':
      return sql`m.role = ${audience_role}`;
    case 'group':
      return sql`exists (select from user_group_member gm
        where gm.group_id = ${user_group_id}::uuid and gm.membership_id = m.id and ${holdsNow(sql`${today}::date`)})`;
    default:
      return sql`m.id = any (${membership_ids}::uuid[])`;
  }
}

/** Refuses whom the caller may not write to; what is not there is answered like what belongs to others. */
export async function requireAudience(ctx: Context, addressees: Addressees): Promise<void> {
  const { audience, audience_role, user_group_id, membership_ids } = addressees;
  if (audience === 'role' && audience_role === null) failFields({ audience_role: 'required' });
  if (audience === 'group' && user_group_id === null) failFields({ user_group_id: 'required' });
  if (audience === 'people' && membership_ids.length === 0) failFields({ membership_ids: 'required' });
  const wanted = [...new Set(membership_ids)];
  const [groups, people] = await ctx.run(
    sql`select g.id from user_group g where g.id = ${user_group_id}::uuid and ${mayWriteTo(ctx)}`,
    sql`select m.id from membership m where m.id = any (${wanted}::uuid[]) and m.state <> 'deactivated' and ${mayName(ctx)}`,
  );
  if ((user_group_id !== null && groups.length === 0) || people.length < wanted.length) fail('not_found');
  if (!manages(ctx) && audience !== 'group' && audience !== 'people') failFields({ audience: 'own_groups_only' });
}

/** A report that the caller may open, by its title. */
export async function requireReport(ctx: Context, report_id: string | null): Promise<string | null> {
  if (report_id === null) return null;
  const [row] = await ctx.run(reports(ctx, sql`r.id = ${report_id}`));
  return row?.name ?? fail('not_found');
}

type Candidate = { id: string; name: string; detail: string };

const reports = (ctx: Context, where: RawBuilder<unknown>) => sql<Candidate>`
  select r.id, r.title as name, '' as detail from report r where ${where} and ${isVisible(ctx)}
  order by search_text(r.title), r.id limit ${sql.lit(shown)}`;

export async function candidatesOf(ctx: Context, { kind, q }: { kind: 'group' | 'people' | 'report'; q: string }): Promise<Candidate[]> {
  if (kind === 'report') return ctx.run(reports(ctx, holdsWords(q, sql`r.title`)));
  if (kind === 'group')
    return ctx.run(sql<Candidate>`
      select g.id, g.name, '' as detail from user_group g where ${holdsWords(q, sql`g.name`)} and ${mayWriteTo(ctx)}
      order by g.name_key, g.id limit ${sql.lit(shown)}`);
  // Readers do not see addresses.
  const email = manages(ctx) ? sql`p.email` : sql`''`;
  const words = manages(ctx) ? await membersFoundBy(ctx, q) : holdsWords(q, sql`p.name`);
  return ctx.run(sql<Candidate>`
    select m.id, p.name, ${email} as detail from membership m join person p on p.id = m.person_id
    where m.state = 'active' and ${words} and ${mayName(ctx)}
    order by m.name_sort, m.id limit ${sql.lit(shown)}`);
}

/** How many it would reach now, by the language that they read in. */
export async function countReached(ctx: Context, audience: Addressees): Promise<{ total: number; languages: Record<string, number> }> {
  await requireAudience(ctx, audience);
  const rows = await ctx.run(sql<{ language: string; people: number }>`
    select p.language, count(*)::int as people from membership m join person p on p.id = m.person_id
    where m.state = 'active' and ${isMeant(audience, todayOf(ctx))} group by p.language`);
  return {
    total: rows.reduce((sum, { people }) => sum + people, 0),
    languages: Object.fromEntries(rows.map(({ language, people }) => [language, people])),
  };
}
