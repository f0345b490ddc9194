/** Erasing a person is anonymising: what they did stays in the logs under a key that names nobody (docs/reference/product-rules.md 15). */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';
import { forgetInMails, waitingMails } from '#domain/mail/mail.jobs.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { forgetAccounts } from './forgetAccounts.ts';
import { ofMembers } from './sessionsOf.ts';

export type Erased = { id: string; person_id: string; identity_is_ours: boolean };

/** Whether a cell of a row holds the e-mail, among other words as well, or the phone, however it is written. */
const namesInCells = (email: string, phone: string) => sql<boolean>`exists (
  select from unnest(cells) as cell cross join lateral (select regexp_replace(cell, '[^0-9]', '', 'g') as digits) as d
  where strpos(lower(cell), ${email}) > 0 or (length(d.digits) >= 8 and ${phone.replaceAll(/\D/g, '')}::text like '%' || d.digits))`;

/** Whom an erased account names. */
export const nobodyOf = (person_id: string) => ({
  name: translate('pt-BR', 'fields:erased_user', { key: person_id.slice(-8) }),
  email: `deleted-${person_id}@invalid`,
  phone: null,
});

/** That something was answered stays; what was said may name the person. */
const unsaid = sql`case when answer = '' then '' else '…' end`;

/** Removes the person's data from this unit, and the account's too if the account belongs to no other unit; `also` is part of the same transaction. */
export async function anonymise(
  unit: Scoped,
  { identity, secrets }: { identity: Scoped; secrets: Secrets },
  tenant_id: string,
  { id, person_id, identity_is_ours }: Erased,
  now: Date,
  also: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const nobody = nobodyOf(person_id);
  const nothing = {
    picture_id: null,
    department: null,
    mail_refusal: null,
    custom: '{}',
    deactivated_on: null,
    block_on: null,
    delete_on: null,
  };
  // Before the transaction, whose own last mail to them is still sent.
  const mails = await identity.run(waitingMails);
  const known = await unit.withTenant(async (tx) => {
    await also(tx);
    const [row] = await tx.run(sql<{ email: string; phone: string | null; names: string[] }>`
      select p.email, p.phone, array_remove(array(
        select p.name union select a.before ->> 'name' from audit_log a where a.object_type = 'person' and a.object_id = p.id::text
        union select a.after ->> 'name' from audit_log a where a.object_type = 'person' and a.object_id = p.id::text), null) as names
      from person p where p.id = ${person_id}`);
    const before = found(row);
    const isTheirs = namesInCells(before.email, before.phone ?? '');
    await tx.run(
      // Pictures are gone at once, also by the address that was given away.
      sql`delete from file where kind in ('picture', 'thumbnail') and (person_id = ${person_id} or id = (select picture_id from membership where id = ${id}))`,
      query
        .updateTable('membership')
        .set((row) => ({ ...nothing, state: 'deactivated', version: row('version', '+', 1) }))
        .where('id', '=', id),
      sql`select forget_claims(${person_id}, ${id}, ${identity_is_ours})`,
      sql`delete from scim_log l where l.object_id = ${id} or lower(l.user_name) = ${before.email}
        or lower(l.user_name) = (select s.user_name_key from scim_user s where s.membership_id = ${id})`,
      sql`delete from scim_rehearsal h where h.id = ${id} or lower(h.name) = ${before.email}`,
      sql`delete from scim_user where membership_id = ${id}`,
      sql`delete from user_group_member where membership_id = ${id}`,
      sql`delete from report_grant where membership_id = ${id}`,
      sql`delete from report_export where person_id = ${person_id}`,
      sql`delete from task_letter where person_id = ${person_id}`,
      sql`delete from report_removal where membership_id = ${id}`,
      sql`delete from shift_membership where membership_id = ${id}`,
      sql`delete from access_extension where membership_id = ${id}`,
      sql`delete from notification where person_id = ${person_id}`,
      sql`delete from notification_choice where person_id = ${person_id}`,
      sql`delete from saved_view where person_id = ${person_id}`,
      sql`delete from report_mention where person_id = ${person_id}`,
      sql`update report_comment set text = '…' where person_id = ${person_id}`,
      sql`delete from favourite where person_id = ${person_id}`,
      sql`delete from faq_vote where person_id = ${person_id}`,
      sql`delete from shared_faq_vote where person_id = ${person_id}`,
      sql`delete from thumbnail where person_id = ${person_id}`,
      sql`delete from reader_choice where person_id = ${person_id}`,
      sql`delete from playlist_link where membership_id = ${id}`,
      sql`delete from playlist where owner_id = ${person_id} and not shared`,
      sql`update legal_hold set reason = '…' where membership_id = ${id} and reason <> '…'`,
      sql`update privacy_request set text = '', answer = ${unsaid} where membership_id = ${id}`,
      sql`update catalogue_request set reason = '', answer = ${unsaid}, state = case state when 'open' then 'cancelled' else state end
        where membership_id = ${id} or asked_by = ${person_id}`,
      // Notifications of other people, and files that other people imported.
      sql`update notification n set "values" = n."values" || jsonb_build_object('description', '…') from report_problem p
        where n.kind = 'report_problem' and p.person_id = ${person_id} and n."values" ->> 'description' = left(p.description, 200)`,
      sql`update report_problem set description = '', details = '', decision = null where person_id = ${person_id}`,
      sql`update notification set "values" = "values" || jsonb_build_object('note', '…', 'question', '…', 'email', '…')
        where kind in ('report_shared_note', 'report_question') and "values" ->> 'person' = any (${before.names}::text[])`,
      sql`update notification set "values" = "values" || jsonb_build_object('receiver', ${nobody.name}::text) where "values" ->> 'receiver' = any (${before.names}::text[])`,
      sql`update notification set "values" = "values" || jsonb_build_object('person', ${nobody.name}::text) where "values" ->> 'person' = any (${before.names}::text[])`,
      // What waits in a review is not imported any more; of what was imported the line stays without its cells.
      sql`delete from user_import_row using user_import i where i.id = import_id and i.state = 'review' and ${isTheirs}`,
      sql`update user_import_row set cells = array_fill(''::text, array[cardinality(cells)]), problems = '{}' where membership_id = ${id} or ${isTheirs}`,
    );
    if (identity_is_ours) {
      await tx.run(
        query
          .updateTable('person')
          .set((row) => ({ ...nobody, version: row('version', '+', 1) }))
          .where('id', '=', person_id),
      );
    }
    // Last, so that lines which the statements above have just written are masked as well.
    await tx.run(sql`select forget_in_log(${person_id}, ${id}, ${identity_is_ours})`);
    return before;
  });
  const { email, names } = known;
  await forgetInMails({ identity, secrets }, mails, { email, names, tenant_id: identity_is_ours ? null : tenant_id, instead: nobody.name });
  await identity.run(
    sql`update session set ended_at = coalesce(ended_at, ${now}), end_reason = coalesce(end_reason, 'erased'), user_agent = ''
      where person_id = ${person_id} and (${identity_is_ours} or (tenant_id = ${tenant_id}::uuid and ${ofMembers}))`,
    sql`delete from registration_link where email = ${known.email} and (${identity_is_ours} or tenant_id = ${tenant_id}::uuid)`,
    ...forgetAccounts(identity_is_ours ? [person_id] : []),
  );
}
