/** The mail with what is unread: for who wants no mail for each notification. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Block } from '@vitrine/contract/richText.ts';
import { plainText } from '@vitrine/contract/richText.ts';
import type { MailText } from '#platform/mail/mailLayout.ts';
import type { Message } from '#platform/mail/mail.ts';
import { richHtml } from '#platform/mail/richHtml.ts';
import { translate } from '#platform/translate.ts';

/** Others are counted: a mail that long is read by nobody. */
const listedAtMost = 20;
/** The subject leads to what it is about; announcements have their text in the portal. */
const lineOf = ({ subject, paragraphs, action }: MailText): Block => ({
  type: 'paragraph',
  content: [
    {
      type: 'text',
      text: subject,
      marks: [{ type: 'bold' }, ...(action ? [{ type: 'link' as const, attrs: { href: action.url } }] : [])],
    },
    ...(paragraphs.length > 0 ? [{ type: 'hardBreak' as const }, { type: 'text' as const, text: paragraphs.join(' ') }] : []),
  ],
});

/** The mail of these notifications, the newest first. */
export function digestMail(mail: Message, notices: readonly Message[], language: Locale): Message {
  const more = notices.length - listedAtMost;
  const others: Block[] =
    more > 0
      ? [{ type: 'paragraph', content: [{ type: 'text', text: translate(language, 'notifications:digest_more', { count: more }) }] }]
      : [];
  const content = [...notices.slice(0, listedAtMost).map(({ text }) => lineOf(text)), ...others];
  const rich = { type: 'doc' as const, content };
  return {
    ...mail,
    text: {
      ...mail.text,
      rich: { html: richHtml(rich, () => ''), plain: plainText(rich) },
      footer: translate(language, 'notifications:mail_footer', { title: mail.sender_name }),
    },
  };
}
