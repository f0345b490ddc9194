/** A partner that is deleted: its row with what hangs on it, and afterwards who its people were. */
import { sql } from 'kysely';
import { hostsChanged } from '#domain/hosts/hosts.ts';
import { forgetInMails, waitingMails } from '#domain/mail/mail.jobs.ts';
import { forgetAccounts } from '#domain/people/forgetAccounts.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { translate } from '#platform/translate.ts';

type With = { identity: Scoped; secrets: Secrets };
type Former = { id: string; name: string; email: string };

/** Deletes a closed partner; refused by foreign keys while units or invoices are left. */
export const deletingPartner = (id: string): [Statement, ...Statement[]] => [
  sql`delete from client where partner_id = ${id}`,
  sql`delete from partner where id = ${id}`,
  hostsChanged,
];

/** Their account, unless they have become something else since. A second run finds it forgotten and does the same again. */
async function forgetAccount({ identity, secrets }: With, { id, name, email }: Former): Promise<void> {
  const instead = translate('pt-BR', 'fields:erased_user', { key: id.slice(-8) });
  const mails = await identity.run(waitingMails);
  await forgetInMails({ identity, secrets }, mails, { email, names: [name], tenant_id: null, instead });
  await identity.run(
    sql`update session set ended_at = coalesce(ended_at, now()), end_reason = coalesce(end_reason, 'erased'), user_agent = ''
      where person_id = ${id}`,
    ...forgetAccounts([id]),
    sql`update person set name = ${instead}, email = ${`deleted-${id}@invalid`}, phone = null,
      version = version + 1 where id = ${id}`,
  );
}

/** Forgets the people of a partner that is deleted: their accounts and the log name nobody any more. Answers how many there were. */
export async function forgetStaff(services: With, partner_id: string, people: readonly string[]): Promise<number> {
  const { identity } = services;
  const former = await identity.run(sql<Former>`
    select p.id, p.name, p.email from person p where p.id = any (${[...people]}::uuid[])
      and not exists (select from staff s where s.person_id = p.id) and not exists (select from membership m where m.person_id = p.id)`);
  for (const person of former) await forgetAccount(services, person);
  // Last, so that lines which the statements above have just written are masked as well.
  await identity.run(sql`select forget_staff_in_log(${partner_id}, ${former.map(({ id }) => id)}::uuid[])`);
  return former.length;
}
