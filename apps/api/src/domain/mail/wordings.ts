/** What a unit says in place of the portal's own sentences, in its mails and notifications. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { MailKind } from '@vitrine/contract/mailKinds.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import type { Words } from '@vitrine/contract/notifications/wordings.ts';
import { placeholder } from '@vitrine/contract/notifications/wordings.ts';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { rawSentence } from '#platform/translate.ts';

type Wording = Words & { kind: MailKind; language: Locale };
/** Of one unit, those that hold. */
export type Wordings = readonly Wording[];

/** The newest version of a kind and a language holds; where it has no words, the portal's own do. */
export async function readWordings(identity: Pick<Scoped, 'run'>, { tenant_id }: { tenant_id: string | null }): Promise<Wordings> {
  if (tenant_id === null) return [];
  return identity.run(sql<Wording>`
    select kind, language, subject, text from (
      select distinct on (kind, language) kind, language, subject, text from wording
      where tenant_id = ${tenant_id} order by kind, language, number desc
    ) newest where subject is not null`);
}

type Values = Record<string, string | number>;

/** A name that has no value leaves nothing behind. */
export const filledIn = (text: string, values: Values): string =>
  text.replaceAll(placeholder, (_, name: string) => String(values[name] ?? ''));

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The unit's words with their values; null where it has none. */
export function wordedAs(
  wordings: Wordings,
  kind: MailKind,
  language: string,
  values: Values,
): { subject: string; paragraphs: string[] } | null {
  const wording = wordings.find((one) => one.kind === kind && one.language === language);
  if (!wording) return null;
  return { subject: filledIn(wording.subject, values), paragraphs: paragraphsOf(wording.text).map((part) => filledIn(part, values)) };
}

const noticeOf = (kind: MailKind): NotificationKind | null =>
  kind.startsWith('notice_') ? (kind.slice('notice_'.length) as NotificationKind) : null;

/** What the portal says, with the variables in it. */
export function standardWords(kind: MailKind, language: Locale): Words {
  const notice = noticeOf(kind);
  const sentence = (part: 'subject' | 'title' | 'text') =>
    rawSentence(language, notice === null ? `mail:${kind}.${part}` : `notifications:${notice}_${part}`);
  return { subject: sentence(notice === null ? 'subject' : 'title'), text: sentence('text') };
}

export const namesIn = ({ subject, text }: Words): string[] => [
  ...new Set([...`${subject} ${text}`.matchAll(placeholder)].map(([, name = '']) => name)),
];
