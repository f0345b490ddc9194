/** What the groups that a provider names of somebody give and take here: one place for every way in that names groups. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { endSessions } from '#domain/people/sessionsOf.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { guardedWord } from '#platform/database/errors.ts';

/** By which table a way in maps groups, which one knows who came by it, and the column that names the provider in both. */
const ways = {
  entra: { mapping: sql.table('entra_group'), people: sql.table('entra_identity'), provider: sql.ref('entra_directory_id') },
  saml: { mapping: sql.table('saml_group'), people: sql.table('saml_person'), provider: sql.ref('saml_app_id') },
};

type Way = { way: keyof typeof ways; tenant_id: string; id: string };
type Changed = { person_id: string };

/**
 * Gives and takes by the groups that the provider names: only what the unit maps, and of the role of administrator only what the provider
 * gave. Whoever reaches many units gets nothing from the provider of one.
 */
export async function applyGroups(ctx: PublicContext, given: Way, person_id: string, groups: readonly string[]): Promise<void> {
  const { tenant_id, id } = given;
  const { mapping, people, provider } = ways[given.way];
  const member = sql`select id from membership where tenant_id = ${tenant_id} and person_id = ${person_id} and state = 'active'
    and not exists (select from staff where staff.person_id = ${person_id})`;
  const mapped = sql`select group_id from ${mapping} where tenant_id = ${tenant_id} and ${provider} = ${id} and group_id is not null`;
  const named = sql`value = any (${groups}::text[])`;
  const isAdmin = sql<boolean>`exists (
    select from ${mapping} where tenant_id = ${tenant_id} and ${provider} = ${id} and group_id is null and ${named})`;
  const [, , made, ended] = await ctx.identity.run(
    sql`
      insert into user_group_member (tenant_id, group_id, membership_id)
      select distinct ${tenant_id}::uuid, group_id, m.id from (${member}) m, (${mapped} and ${named}) g
      on conflict do nothing`,
    sql`
      delete from user_group_member where tenant_id = ${tenant_id} and membership_id in (${member})
        and group_id in (${mapped}) and group_id not in (${mapped} and ${named})`,
    sql<Changed>`
      with given as (
        update membership m set role = 'admin' where m.tenant_id = ${tenant_id} and m.id in (${member}) and m.role = 'user' and ${isAdmin}
        returning m.id, m.person_id
      )
      update ${people} s set made_admin = true from given g
      where s.tenant_id = ${tenant_id} and s.${provider} = ${id} and s.membership_id = g.id returning g.person_id`,
    sql<Changed>`
      select m.person_id from membership m join ${people} s on s.tenant_id = m.tenant_id and s.membership_id = m.id
      where m.tenant_id = ${tenant_id} and m.id in (${member}) and s.${provider} = ${id} and s.made_admin and not ${isAdmin}`,
  );
  const taken = ended.length > 0 && (await takeRole(ctx, given, member));
  if (made.length === 0 && !taken) return;
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: 'role_change', now: ctx.now() }));
}

/** Takes the role of administrator that the provider gave. The database keeps the last administrator of a unit, who then stays one. */
async function takeRole(ctx: PublicContext, { way, tenant_id, id }: Way, member: RawBuilder<unknown>): Promise<boolean> {
  const { people, provider } = ways[way];
  try {
    const [taken] = await ctx.identity.run(sql<Changed>`
      with ended as (
        update ${people} s set made_admin = false
        where s.tenant_id = ${tenant_id} and s.${provider} = ${id} and s.membership_id in (${member}) and s.made_admin returning s.membership_id
      )
      update membership m set role = 'user' from ended e
      where m.tenant_id = ${tenant_id} and m.id = e.membership_id and m.role = 'admin' returning m.person_id`);
    return taken !== undefined;
  } catch (error) {
    const word = guardedWord(error);
    if (word !== 'last_admin' && word !== 'last_password_admin') throw error;
    return false;
  }
}
