/** Erasing a person is anonymising: what they did stays in the logs under a key that names nobody (product-decisions 15). */
import { sql } from 'kysely';
import type { Scoped } from '../database/scoped.ts';
import { query } from '../database/query.ts';
import { say } from '../words.ts';
import { ofMembers } from './sessionsOf.ts';

export type Erased = { id: string; person_id: string; identity_is_ours: boolean };

/** Nothing of the person is left in this unit; nothing at all when the account is nobody else's matter. */
export async function anonymise(
  unit: Scoped,
  identity: Scoped,
  tenant_id: string | null,
  { id, person_id, identity_is_ours }: Erased,
  now: Date,
) {
  const key = person_id.slice(-8);
  const nobody = { name: say('pt-BR', 'fields:erased_user', { key }), email: `deleted-${person_id}@invalid`, phone: null };
  const nothing = { picture_id: null, department: null, custom: '{}', deactivated_on: null, block_on: null, delete_on: null };
  const known = await unit.withTenant(async (tx) => {
    const [before] = await tx.run(sql<{ email: string; names: string[] }>`
      select p.email, array(
        select p.name union select a.before ->> 'name' from audit_log a where a.object_type = 'person' and a.object_id = p.id::text
        union select a.after ->> 'name' from audit_log a where a.object_type = 'person' and a.object_id = p.id::text) as names
      from person p where p.id = ${person_id}`);
    await tx.run(
      query
        .updateTable('membership')
        .set((row) => ({ ...nothing, state: 'D', version: row('version', '+', 1) }))
        .where('id', '=', id),
      sql`delete from user_group_member where membership_id = ${id}`,
      sql`delete from report_grant where membership_id = ${id}`,
      sql`delete from report_export where person_id = ${person_id}`,
      sql`delete from report_removal where membership_id = ${id}`,
      sql`delete from shift_membership where membership_id = ${id}`,
      sql`delete from access_extension where membership_id = ${id}`,
      sql`delete from notification where person_id = ${person_id}`,
      sql`delete from notification_choice where person_id = ${person_id}`,
      sql`delete from saved_view where person_id = ${person_id}`,
      sql`delete from favourite where person_id = ${person_id}`,
      sql`delete from home_report where person_id = ${person_id}`,
      sql`delete from reader_choice where person_id = ${person_id}`,
      sql`update privacy_request set text = '' where membership_id = ${id}`,
      sql`update catalogue_request set reason = '', state = case state when 'open' then 'cancelled' else state end where membership_id = ${id}`,
      // What others were told, and files that others sent.
      sql`update notification n set "values" = n."values" || jsonb_build_object('description', '…') from report_problem p
        where n.kind = 'report_problem' and p.person_id = ${person_id} and n."values" ->> 'description' = left(p.description, 200)`,
      sql`update report_problem set description = '', details = '' where person_id = ${person_id}`,
      sql`update notification set "values" = "values" || jsonb_build_object('person', ${nobody.name}::text) where "values" ->> 'person' = any (${before?.names ?? []}::text[])`,
      sql`update user_import_row set cells = array_fill(''::text, array[cardinality(cells)])
        where membership_id = ${id} or exists (select from unnest(cells) as cell where lower(btrim(cell)) = ${before?.email})`,
    );
    if (identity_is_ours) {
      await tx.run(
        query
          .updateTable('person')
          .set((row) => ({ ...nobody, version: row('version', '+', 1) }))
          .where('id', '=', person_id),
      );
    }
    // At last: what the statements above have just written is forgotten as well.
    await tx.run(sql`select forget_in_log(${person_id}, ${id}, ${identity_is_ours})`);
    return before;
  });
  await identity.run(
    sql`update session set ended_at = coalesce(ended_at, ${now}), end_reason = coalesce(end_reason, 'erased'), user_agent = ''
      where person_id = ${person_id} and (${identity_is_ours} or (tenant_id = ${tenant_id}::uuid and ${ofMembers}))`,
    sql`delete from registration_link where email = ${known?.email} and (${identity_is_ours} or tenant_id = ${tenant_id}::uuid)`,
    sql`delete from device where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from one_time_token where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from password_history where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from second_factor where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from recovery_code where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from passkey where person_id = ${person_id} and ${identity_is_ours}`,
    sql`delete from profile_survey where person_id = ${person_id} and ${identity_is_ours}`,
    sql`update person set password_hash = null, password_changed_at = null where id = ${person_id} and ${identity_is_ours}`,
  );
}
