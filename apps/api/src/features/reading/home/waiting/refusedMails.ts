/** People whose mail server refuses our mails. */
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const refusedMails = waits(
  'refused_mails',
  () => sql`
  select tenant_id from membership where mail_refusal is not null and state <> 'deactivated'`,
);
