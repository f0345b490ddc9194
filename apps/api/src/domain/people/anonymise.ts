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
import { emptiedOf, registrationsOf, removedOf, sessionsOf } from './traces.ts';

export type Erased = { id: string; person_id: string; identity_is_ours: boolean };

/** Whom an erased account names. */
export const nobodyOf = (person_id: string) => ({
  name: translate('pt-BR', 'fields:erased_user', { key: person_id.slice(-8) }),
  email: `deleted-${person_id}@invalid`,
  phone: null,
});

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
    erased_at: now,
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
    const leaving = { id, person_id, email: before.email, phone: before.phone };
    const [pictures, ...removed] = removedOf(leaving).map(({ table, where }) => sql`delete from ${sql.table(table)} where ${where}`);
    await tx.run(
      // Asks the membership for the picture, which is taken from it then.
      found(pictures),
      query
        .updateTable('membership')
        .set((row) => ({ ...nothing, state: 'deactivated', version: row('version', '+', 1) }))
        .where('id', '=', id),
      sql`select forget_claims(${person_id}, ${id}, ${identity_is_ours})`,
      ...removed,
      // Notifications of other people. They are known by what a problem says, so they come before it.
      sql`update notification n set "values" = n."values" || jsonb_build_object('description', '…') from report_problem p
        where n.kind = 'report_problem' and p.person_id = ${person_id} and n."values" ->> 'description' = left(p.description, 200)`,
      sql`update notification set "values" = "values" || jsonb_build_object('note', '…', 'question', '…', 'email', '…')
        where kind in ('report_shared_note', 'report_question') and "values" ->> 'person' = any (${before.names}::text[])`,
      sql`update notification set "values" = "values" || jsonb_build_object('receiver', ${nobody.name}::text) where "values" ->> 'receiver' = any (${before.names}::text[])`,
      sql`update notification set "values" = "values" || jsonb_build_object('person', ${nobody.name}::text) where "values" ->> 'person' = any (${before.names}::text[])`,
      ...emptiedOf(leaving).map(({ table, set, where }) => sql`update ${sql.table(table)} set ${set} where ${where}`),
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
  const account = { person_id, email, identity_is_ours };
  const registrations = registrationsOf(account, tenant_id);
  await forgetInMails({ identity, secrets }, mails, { email, names, tenant_id: identity_is_ours ? null : tenant_id, instead: nobody.name });
  await identity.run(
    sql`update session set ended_at = coalesce(ended_at, ${now}), end_reason = coalesce(end_reason, 'erased'), user_agent = ''
      where ${sessionsOf(account, tenant_id).where}`,
    sql`delete from ${sql.table(registrations.table)} where ${registrations.where}`,
    ...forgetAccounts(identity_is_ours ? [person_id] : []),
  );
}
