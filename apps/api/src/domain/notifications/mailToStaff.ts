/** Partners and the operator have no bell of their own outside of a unit: what a notification says, as a mail. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { sql } from 'kysely';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { readAnswering } from '#domain/mail/answering.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import type { Statement } from '#platform/database/query.ts';
import { noticeMail } from './noticeMail.ts';

type Told = {
  partner_id: string | null;
  person_id: string | null;
  kind: NotificationKind;
  values: Record<string, string>;
  /** A path of the portal that leads to what it is about. */
  link: string;
};

/** As statements of the transaction that causes it; none for somebody who is gone. */
export async function mailToStaff(
  { identity, secrets, environment }: Pick<PlatformJobContext, 'identity' | 'secrets' | 'environment'>,
  { partner_id, person_id, kind, values, link }: Told,
): Promise<Statement[]> {
  const whose = { tenant_id: null, partner_id };
  const [[person], look, server, answering] = await Promise.all([
    identity.run(sql<{ name: string; email: string; language: Locale }>`select name, email, language from person where id = ${person_id}`),
    readHostBranding({ identity, secrets }, whose),
    readMailServer(identity, secrets, whose),
    readAnswering(identity, secrets),
  ]);
  if (!person || person_id === null) return [];
  const from = { host: { origin: environment.publicUrl }, look, server, wordings: [] };
  // They have no choice of mails, because they have no notifications to choose for.
  return [
    queueMail({ secrets }, noticeMail({ kind, values, link, answering: answering({ person_id, link }) }, person, from, 'mail:footer')),
  ];
}
