/** Writing a user: into the portal, or, in a rehearsal, beside it. */
import type { Outcome } from '@vitrine/contract/people/provisioning.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { inviting } from '#domain/people/invite.jobs.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { voidLinks } from '#domain/people/voidLinks.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Ask } from './ask.ts';
import { enterprise } from './attributes.ts';
import type { PortalValues } from './portalValues.ts';
import { ownsDepartment, portalValuesOf } from './portalValues.ts';
import type { Row } from './resources.ts';
import { source } from './resources.ts';
import { refuse } from './scimError.ts';
import type { JsonObject } from './values.ts';
import { bare, textAt } from './values.ts';

/** A user as the directory wants it. `resource` is without what has a column of its own. */
export type Wanted = { user_name: string; external_id: string | null; active: boolean; resource: JsonObject; portal: PortalValues };

export function wantedOf(full: JsonObject): Wanted {
  const user_name = textAt(full, 'userName') ?? refuse(400, 'invalidValue', 'The user needs a userName.');
  if (user_name.length > 254) refuse(400, 'invalidValue', 'The userName is too long.');
  const resource = Object.assign(bare(), full);
  for (const name of ['userName', 'externalId', 'active', 'password', 'id', 'meta']) delete resource[name];
  if (JSON.stringify(resource).length > 64 * 1024) refuse(413, 'tooMany', 'The user has too many values.');
  return { user_name, external_id: textAt(full, 'externalId'), active: full['active'] !== false, resource, portal: portalValuesOf(full) };
}

/** The user as it is, with everything that PATCH writes. Of a person whom no directory looked after so far, language and department stay ours. */
export function fullOf({ name, external_id, active, resource, looked_after }: Row): JsonObject {
  const full = Object.assign(bare(), resource, { userName: name, active });
  if (!looked_after) for (const own of ['preferredLanguage', enterprise]) delete full[own];
  return external_id === null ? full : Object.assign(full, { externalId: external_id });
}

const taken = ({ view }: Ask, id: string | null, { user_name, external_id }: Wanted): RawBuilder<{ by_name: boolean }> => sql<{
  by_name: boolean;
}>`
  select lower(r.name) = lower(${user_name}::text) as by_name from (${source('user', view)}) as r
  where (lower(r.name) = lower(${user_name}::text) or r.external_id = ${external_id}) and r.id is distinct from ${id}::uuid
    and r.id = any (array(
      select s.membership_id from scim_user s where s.user_name_key = lower(${user_name}::text)
      union all select s.membership_id from scim_user s where s.external_id = ${external_id}
      union all select m.id from person p join membership m on m.person_id = p.id where p.email = lower(${user_name}::text)
      union all select h.id from scim_rehearsal h where h.token_id = ${view.rehearsal} and h.kind = 'user'
        and (lower(h.name) = lower(${user_name}::text) or h.external_id = ${external_id})))
  order by 1 desc limit 1`;

async function refuseTaken(ask: Ask, tx: Transaction, id: string | null, wanted: Wanted): Promise<void> {
  const [row] = await tx.run(taken(ask, id, wanted));
  if (!row) return;
  if (row.by_name) refuse(409, 'uniqueness', 'Another user has this userName.', 'user_name_taken');
  refuse(409, 'uniqueness', 'Another user has this externalId.', 'external_id_taken');
}

type Member = { id: string; person_id: string; state: string; ours: boolean };

const memberBy = (condition: RawBuilder<unknown>) => sql<Member>`
  select m.id, m.person_id, m.state, person_is_ours(p.id) as ours from membership m join person p on p.id = m.person_id where ${condition}`;

const kept = (id: string, { user_name, external_id, resource }: Wanted, now: Date): Statement => sql`
  insert into scim_user (tenant_id, membership_id, user_name, external_id, resource, created_at, changed_at)
  values (${ownTenant}, ${id}, ${user_name}, ${external_id}, ${JSON.stringify(resource)}, ${now}, ${now})
  on conflict (tenant_id, membership_id) do update set user_name = excluded.user_name, external_id = excluded.external_id,
    resource = excluded.resource, changed_at = excluded.changed_at, version = scim_user.version + 1`;

const stateOf = (active: boolean) => (active ? 'active' : 'inactive');

/** A directory that vouches for the address gets its link, so that the first sign-in is theirs. */
const linked = (id: string, email: string): Statement => sql`
  insert into entra_identity (tenant_id, membership_id, entra_directory_id)
  select d.tenant_id, ${id}, d.id from entra_directory d where d.active and split_part(${email}, '@', 2) = any (d.email_domains)
  on conflict do nothing`;

const invited = ({ tenant_id, token, now }: Ask, id: string, active: boolean): Statement[] =>
  token.invites && active ? inviting(tenant_id, [id], { since: now(), waiting: true, asked_by: null }) : [];

/** Creates a user, or takes one back who was deactivated here and has the address. */
export async function createUser(ask: Ask, wanted: Wanted, also: (id: string, outcome: Outcome) => Statement): Promise<string> {
  const { portal } = wanted;
  if (ask.view.rehearsal !== null) await refuseElsewhere(ask, portal.email);
  return ask.withTenant(async (tx) => {
    await refuseTaken(ask, tx, null, wanted);
    const [there] = await tx.run(memberBy(sql`p.email = ${portal.email}`));
    if (there && there.state !== 'deactivated')
      refuse(409, 'uniqueness', 'Somebody of the business unit has this e-mail address.', 'email_taken');
    const id = there?.id ?? uuidv7();
    const outcome = there ? 'revived' : 'created';
    if (ask.view.rehearsal !== null) {
      if (wanted.active) await refuseFull(ask, tx);
      await tx.run(rehearse(ask, id, wanted), also(id, outcome));
      return id;
    }
    if (there) await tx.run(...changing(ask, there, wanted, null));
    else {
      const person_id = uuidv7();
      await tx.run(
        query
          .insertInto('person')
          .values({ id: person_id, name: portal.name, email: portal.email, ...(portal.language ? { language: portal.language } : {}) }),
        query
          .insertInto('membership')
          .values({ id, tenant_id: ownTenant, person_id, role: 'user', state: stateOf(wanted.active), department: portal.department }),
      );
    }
    await tx.run(kept(id, wanted, ask.now()), linked(id, portal.email), ...invited(ask, id, wanted.active), also(id, outcome));
    return id;
  });
}

/** A blocked person stays blocked, whatever the directory says: that was decided here. */
function changing(
  ask: Ask,
  { id, person_id, ours }: Member,
  { active, portal }: Wanted,
  before: { active: boolean; owned: boolean } | null,
): [Statement, ...Statement[]] {
  const state = before?.active === active ? sql`state` : sql`${stateOf(active)}`;
  const department = portal.department === null && !before?.owned ? sql`department` : sql`${portal.department}`;
  return [
    sql`update membership set state = ${state}, department = ${department}, deactivated_on = null, version = version + 1,
      block_on = case when ${state} = 'active' and block_on <= ${ask.today}::date then null else block_on end,
      delete_on = case when delete_on <= ${ask.today}::date then null else delete_on end
      where id = ${id} and (state <> ${state} or department is distinct from ${department} or deactivated_on is not null)`,
    sql`update person set name = ${portal.name}, email = ${portal.email}, language = coalesce(${portal.language}, language), version = version + 1
      where id = ${person_id} and ${ours} and (name <> ${portal.name} or email <> ${portal.email} or language <> coalesce(${portal.language}, language))`,
  ];
}

/** Changes a user. What the directory does not own, and the account of somebody who belongs to another unit too, stays. */
export async function changeUser(ask: Ask, before: Row, wanted: Wanted, also: Statement): Promise<void> {
  if (ask.view.rehearsal !== null) return rehearseChange(ask, before, wanted, also);
  const owned = before.looked_after && ownsDepartment(before.resource);
  const { person_id, moved } = await ask.withTenant(async (tx) => {
    await refuseTaken(ask, tx, before.id, wanted);
    const [member] = await tx.run(sql<Member & { email: string }>`
      select m.id, m.person_id, m.state, person_is_ours(p.id) as ours, p.email from membership m join person p on p.id = m.person_id
      where m.id = ${before.id} and m.state <> 'deactivated' for no key update of m`);
    if (!member) return refuse(404, null, 'There is no such resource.', 'not_found');
    await tx.run(...changing(ask, member, wanted, { active: before.active, owned }), kept(before.id, wanted, ask.now()), also);
    return { person_id: member.person_id, moved: member.ours && member.email !== wanted.portal.email };
  });
  if (before.active && !wanted.active) await endTheirs(ask, person_id, 'inactivated');
  if (moved) await ask.identity.run(...voidLinks(person_id, ask.now()));
}

/** Takes a user away: the person is deactivated and can come back, by hand or by the directory. */
export async function removeUser(ask: Ask, before: Row, also: Statement): Promise<void> {
  if (ask.view.rehearsal !== null) {
    await ask.withTenant(async (tx) => {
      await refuseLastAdmin(ask, tx, before.id);
      await tx.run(gone(ask, 'user', before), also);
    });
    return;
  }
  const [, , [row]] = await ask.run(
    sql`delete from user_group_member gm where gm.membership_id = ${before.id} and exists (select from scim_group s where s.group_id = gm.group_id)`,
    sql`delete from scim_user where membership_id = ${before.id}`,
    sql<{ person_id: string }>`update membership set state = 'deactivated', deactivated_on = ${ask.today}::date, version = version + 1
      where id = ${before.id} and state <> 'deactivated' returning person_id`,
    also,
  );
  if (row) await endTheirs(ask, row.person_id, 'deactivated');
}

const endTheirs = ({ identity, tenant_id, now }: Ask, person_id: string, reason: string) =>
  identity.run(endSessions([person_id], { tenant_id, reason, now: now() }));

// ---------- rehearsal

const rehearse = (ask: Ask, id: string, { user_name, external_id, active, resource }: Wanted): Statement => sql`
  insert into scim_rehearsal (tenant_id, token_id, kind, id, name, external_id, active, resource, created_at, changed_at)
  values (${ownTenant}, ${ask.token.id}, 'user', ${id}, ${user_name}, ${external_id}, ${active}, ${JSON.stringify(resource)}, ${ask.now()}, ${ask.now()})
  on conflict (tenant_id, token_id, kind, id) do update set name = excluded.name, external_id = excluded.external_id, active = excluded.active,
    resource = excluded.resource, gone = false, changed_at = excluded.changed_at, version = scim_rehearsal.version + 1`;

export const gone = (ask: Ask, kind: 'user' | 'group', { id, name }: Row): Statement => sql`
  insert into scim_rehearsal (tenant_id, token_id, kind, id, name, gone) values (${ownTenant}, ${ask.token.id}, ${kind}, ${id}, ${name}, true)
  on conflict (tenant_id, token_id, kind, id) do update set gone = true, active = false, external_id = null, members = '{}'`;

async function rehearseChange(ask: Ask, before: Row, wanted: Wanted, also: Statement): Promise<void> {
  await ask.withTenant(async (tx) => {
    await refuseTaken(ask, tx, before.id, wanted);
    if (wanted.active && !before.active) await refuseFull(ask, tx);
    if (before.active && !wanted.active) await refuseLastAdmin(ask, tx, before.id);
    await tx.run(rehearse(ask, before.id, wanted), also);
  });
}

/** What the database itself would refuse. */
async function refuseElsewhere(ask: Ask, email: string): Promise<void> {
  const [row] = await ask.identity.run(sql`select from person p where p.email = ${email}
    and not exists (select from membership m where m.person_id = p.id and m.tenant_id = ${ask.tenant_id})`);
  if (row) refuse(409, 'uniqueness', 'The e-mail address has an account outside of this business unit.', 'email_elsewhere');
}

async function refuseFull(ask: Ask, tx: Transaction): Promise<void> {
  const [seats] = await tx.run(sql<{ full: boolean }>`
    with rehearsed as (
      select coalesce(sum((not h.gone and h.active)::int - coalesce((m.state in ('active', 'blocked'))::int, 0)), 0)::int as more
      from scim_rehearsal h left join membership m on m.id = h.id where h.token_id = ${ask.token.id} and h.kind = 'user'
    )
    select s.used + d.more >= t.user_limit or coalesce(d.more >= c.free, false) as full
    from tenant t join unit_seats s on s.tenant_id = t.id, seats_of_contract() as c, rehearsed d where t.id = ${ask.tenant_id}`);
  if (seats?.full) refuse(403, null, 'The business unit has no seat left for another active user.', 'seats_full');
}

async function refuseLastAdmin(ask: Ask, tx: Transaction, id: string): Promise<void> {
  const [left] = await tx.run(sql<{ left: boolean }>`
    select m.role <> 'admin' or m.state <> 'active' or exists (
      select from membership o join person p on p.id = o.person_id
      where o.role = 'admin' and o.state = 'active' and p.auth_method = 'password' and o.id <> m.id
        and not exists (select from scim_rehearsal h where h.token_id = ${ask.token.id} and h.kind = 'user' and h.id = o.id and not h.active)
    ) as left from membership m where m.id = ${id}`);
  if (left?.left === false) refuse(403, null, 'The business unit would have no administrator left.', 'last_admin');
}
