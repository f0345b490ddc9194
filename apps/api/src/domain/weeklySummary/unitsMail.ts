/** The mail to the staff of a partner about the week of its units. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { MailFrom } from '#domain/people/accountMail.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import type { Message } from '#platform/mail/mail.ts';
import { shownDay } from '#platform/shownDay.ts';
import { translate } from '#platform/translate.ts';
import type { PartnerWeek } from './weeklySummary.rules.ts';
import { advisePartner, unitsPage } from './weeklySummary.rules.ts';
import { unitsSummary } from './weeklySummaryMail.ts';

type Reader = { name: string; email: string; language: Locale };

export function unitsMail(reader: Reader, from: MailFrom, days: { from: string; until: string }, week: PartnerWeek): Message {
  const { language } = reader;
  const values = { from: shownDay(language, days.from), until: shownDay(language, days.until) };
  const mail = accountMail('weekly_summary_units', reader, from, { path: unitsPage, values });
  return {
    ...mail,
    text: {
      ...mail.text,
      rich: unitsSummary(language, from.host.origin, week, advisePartner(week)),
      footer: translate(language, 'notifications:mail_footer', { title: mail.sender_name }),
    },
  };
}
