/** Mails about somebody's own account. Links are made of the registered host, never of a header. */
import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import type { MailServer, Message } from '#platform/mail/mail.ts';
import { mailBrand } from '#domain/mail/mailBrand.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import { translate } from '#platform/translate.ts';

/** `staff_role` is set for people of partners and operator, whom no administrator of a unit can help. */
export type MailReceiver = { name: string; email: string; language: string; staff_role?: Role | null };
export type MailSender = { host: Host; look: LoginConfiguration; server: MailServer | null };

/** A part of the catalogue `mail`: subject, text, optional second text, optional label of the button. */
type Kind =
  | 'reset'
  | 'sso'
  | 'changed'
  | 'code'
  | 'factor_on'
  | 'factor_off'
  | 'factor_reset'
  | 'invitation'
  | 'confirm'
  | 'known'
  | 'approved'
  | 'denied'
  | 'erased'
  | 'trial_end'
  | 'unit_end_closed'
  | 'unit_end_trial'
  | 'unit_export_ready'
  | 'unit_export_failed'
  | 'demo_report_failed'
  | 'partner_suspended'
  | 'partner_resumed'
  | 'staff_requested'
  | 'test';
type Content = {
  /** Further paragraphs, by their keys within the part. */
  more?: readonly string[];
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
  const [look, server] = await Promise.all([readHostBranding({ identity, secrets }, host), readMailServer(identity, secrets, host)]);
  return { host, look, server };
}

/** The paragraph that says whom to contact, for mails that the person may not have asked for. */
export const unasked = ({ staff_role }: MailReceiver): string[] => [staff_role ? 'unasked_staff' : 'unasked'];

export function accountMail(
  kind: Kind,
  to: MailReceiver,
  { host, look, server }: MailSender,
  { more = [], path, code, values }: Content = {},
): Message {
  const locale = to.language as Locale;
  const { title } = look;
  return {
    to: { name: to.name, address: to.email },
    server,
    sender_name: title,
    text: {
      subject: translate(locale, `mail:${kind}.subject`, { title, ...values }),
      greeting: translate(locale, 'mail:greeting', { name: to.name }),
      paragraphs: ['text', ...more].map((part) => translate(locale, `mail:${kind}.${part}`, { title, ...values })),
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
