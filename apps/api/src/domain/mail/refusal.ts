/** A mail that the server of the recipient refuses for good: the list of people shows it, and whoever caused the mail is told. */
import { sql } from 'kysely';
import { z } from 'zod';
import { notify } from '#domain/notifications/notify.ts';
import type { Scoped } from '#platform/database/scoped.ts';

/** The member to whom a mail goes, and who caused it and is told when it is refused. */
export const recipient = z.strictObject({ tenant_id: z.guid(), membership_id: z.guid(), caused_by: z.guid().nullable() });
export type Recipient = z.infer<typeof recipient>;

/** Keeps what the server answered, null when it took the mail. A link that never arrived does not keep anybody from being invited again. */
export async function tellOfRefusal(
  { identity, unit }: { identity: Scoped; unit: Scoped },
  { tenant_id, membership_id, caused_by }: Recipient,
  refusal: string | null,
): Promise<void> {
  const kept = sql`update membership set mail_refusal = ${refusal} where id = ${membership_id} and mail_refusal is distinct from ${refusal}::text`;
  if (refusal === null) return void (await unit.run(kept));
  // Many at once, such as after an import, are one notice.
  const notices = notify(tenant_id, {
    person_ids: caused_by === null ? [] : [caused_by],
    kind: 'mail_refused',
    link: '/user?mail=refused',
  });
  await unit.run(kept, ...notices);
  await identity.run(sql`
    delete from one_time_token where purpose = 'invitation' and used_at is null
      and person_id = (select person_id from membership where tenant_id = ${tenant_id} and id = ${membership_id})`);
}
