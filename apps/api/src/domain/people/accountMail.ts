/** Mails about somebody's own account. Links are made of the registered host, never of a header. */
import type { LetterKind } from '@vitrine/contract/mailKinds.ts';
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import type { MailServer, Message } from '#platform/mail/mail.ts';
import { mailBrand } from '#domain/mail/mailBrand.ts';
import type { Wordings } from '#domain/mail/wordings.ts';
import { readWordings, wordedAs } from '#domain/mail/wordings.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import { translate } from '#platform/translate.ts';

/** `staff_role` is set for people of partners and operator, whom no administrator of a unit can help. */
export type MailReceiver = { name: string; email: string; language: string; staff_role?: Role | null };
/** Where links lead, in whose brand and words, through which server. */
export type MailFrom = { host: Pick<Host, 'origin'>; look: LoginConfiguration; server: MailServer | null; wordings: Wordings };
export type MailSender = MailFrom & { host: Host };

export type LetterContent = {
  /** Where the button leads. */
  path?: string;
  /** A code, set large to be copied. */
  code?: string;
  values?: Record<string, string | number>;
};

/** Sends mails on behalf of the host of a request. */
export async function mailSenderOf({
  identity,
  secrets,
  request: { host },
}: Pick<PublicContext, 'identity' | 'secrets'> & { request: Pick<PublicContext['request'], 'host'> }): Promise<MailSender> {
  const [look, server, wordings] = await Promise.all([
    readHostBranding({ identity, secrets }, host),
    readMailServer(identity, secrets, host),
    readWordings(identity, host),
  ]);
  return { host, look, server, wordings };
}

/** What these say besides: that somebody who did not ask may ignore them, or whom to tell then. */
const seconds: Partial<Record<LetterKind, 'ignore' | 'unasked'>> = {
  reset: 'ignore',
  code: 'ignore',
  changed: 'unasked',
  factor_on: 'unasked',
  factor_off: 'unasked',
  factor_reset: 'unasked',
  identity_on: 'unasked',
  identity_off: 'unasked',
};

function paragraphsOf(kind: LetterKind, { staff_role }: MailReceiver): string[] {
  const second = seconds[kind];
  if (second === undefined) return ['text'];
  return ['text', second === 'unasked' && staff_role ? 'unasked_staff' : second];
}

/** A kind is a part of the catalogue `mail`: subject, text, optional second text, optional label of the button. */
export function accountMail(
  kind: LetterKind,
  to: MailReceiver,
  { host, look, server, wordings }: MailFrom,
  { path, code, values }: LetterContent = {},
): Message {
  const locale = to.language as Locale;
  const { title } = look;
  const worded = wordedAs(wordings, kind, locale, { title, ...values });
  const standing = paragraphsOf(kind, to).map((part) => translate(locale, `mail:${kind}.${part}`, { title, ...values }));
  return {
    kind,
    to: { name: to.name, address: to.email },
    server,
    sender_name: title,
    text: {
      language: locale,
      subject: worded?.subject ?? translate(locale, `mail:${kind}.subject`, { title, ...values }),
      greeting: translate(locale, 'mail:greeting', { name: to.name }),
      // What is said to whoever did not ask stands behind the words of anybody.
      paragraphs: worded ? [...worded.paragraphs, ...standing.slice(1)] : standing,
      ...(code === undefined ? {} : { code }),
      action:
        path === undefined
          ? null
          : { label: translate(locale, `mail:${kind}.action`), url: `${host.origin}${path}`, fallback: translate(locale, 'mail:fallback') },
      footer: translate(locale, 'mail:footer', { title }),
      ...mailBrand(look, host.origin),
    },
  };
}
