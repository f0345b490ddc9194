/** A notification as a mail: the sentences of the bell, and where it leads. */
import { noticeMailKind } from '@vitrine/contract/mailKinds.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { topicOf } from '@vitrine/contract/notifications/kinds.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Answering } from '#domain/mail/answering.ts';
import { mailBrand } from '#domain/mail/mailBrand.ts';
import { wordedAs } from '#domain/mail/wordings.ts';
import type { MailFrom } from '#domain/people/accountMail.ts';
import { summaryOf } from '#domain/weeklySummary/weeklySummaryMail.ts';
import type { Message } from '#platform/mail/mail.ts';
import { shownDay } from '#platform/shownDay.ts';
import { translate } from '#platform/translate.ts';
import { tableOf } from './noticeTable.ts';

type Notice = {
  kind: NotificationKind;
  values: Record<string, string | number>;
  link: string | null;
  /** Where an answer by mail goes; null where it goes nowhere. */
  answering?: ReturnType<Answering>;
};
type Receiver = { name: string; email: string; language: Locale };

/** Why it came. Nobody is told to switch off what is mailed anyway. */
const footerOf = (kind: NotificationKind) => (topicOf(kind)?.security ? 'mail:footer' : 'notifications:mail_footer');

export function noticeMail(
  { kind, values: raw, link, answering = null }: Notice,
  { name, email, language }: Receiver,
  { host, look, server, wordings }: MailFrom,
  footer: 'mail:footer' | 'notifications:mail_footer' = footerOf(kind),
): Message {
  const { title } = look;
  const table = tableOf(raw);
  const rich = table?.rich ?? summaryOf(language, host.origin, raw);
  const said = table?.values ?? raw;
  const values = typeof said['date'] === 'string' ? { ...said, date: shownDay(language, said['date']) } : said;
  const worded = wordedAs(wordings, noticeMailKind(kind), language, values);
  return {
    kind: noticeMailKind(kind),
    to: { name, address: email },
    server,
    sender_name: title,
    ...(answering ? { answering } : {}),
    text: {
      language,
      subject: worded?.subject ?? translate(language, `notifications:${kind}_title`, values),
      greeting: translate(language, 'mail:greeting', { name }),
      paragraphs: [
        ...(worded?.paragraphs ?? [translate(language, `notifications:${kind}_text`, values)]),
        ...(answering ? [translate(language, 'mail:answer_here')] : []),
      ],
      ...(rich ? { rich } : {}),
      action: {
        label: translate(language, 'notifications:mail_action'),
        url: `${host.origin}${link ?? '/notifications'}`,
        fallback: translate(language, 'mail:fallback'),
      },
      footer: translate(language, footer, { title }),
      ...mailBrand(look, host.origin),
    },
  };
}
