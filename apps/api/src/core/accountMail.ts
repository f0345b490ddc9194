/** Mails about somebody's own account. Links are made of the registered site, never of a header. */
import type { LoginConfiguration } from '@vitrine/contract/features/session.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { PublicContext } from './context.ts';
import type { MailServer, Message } from './mail.ts';
import { readMailServer } from './sender.ts';
import { readLook } from './siteLook.ts';
import type { Site } from './sites.ts';
import { say } from './words.ts';

/** `staff_role`: of the people of partners and operator, who have no unit whose administrator could help. */
export type MailReceiver = { name: string; email: string; language: string; staff_role?: Role | null };
export type MailSender = { site: Site; look: LoginConfiguration; server: MailServer | null };

/** A part of the catalogue `mail`: a subject, a text, maybe a second one, maybe what there is to do. */
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
  | 'test';
type Content = {
  /** Further paragraphs, by their keys within the part. */
  more?: readonly string[];
  /** Where the button leads. */
  path?: string;
  /** Set large, to be copied. */
  code?: string;
  values?: Record<string, string | number>;
};

/** How the site of a request sends mails. */
export async function mailSenderOf({
  identity,
  secrets,
  request: { site },
}: Pick<PublicContext, 'identity' | 'secrets'> & { request: Pick<PublicContext['request'], 'site'> }): Promise<MailSender> {
  const [look, server] = await Promise.all([readLook(identity, site), readMailServer(identity, secrets, site)]);
  return { site, look, server };
}

/** The paragraph that says whom to turn to, of mails that somebody may not have asked for. */
export const unasked = ({ staff_role }: MailReceiver): string[] => [staff_role ? 'unasked_staff' : 'unasked'];

export function accountMail(
  kind: Kind,
  to: MailReceiver,
  { site, look, server }: MailSender,
  { more = [], path, code, values }: Content = {},
): Message {
  const locale = to.language as Locale;
  const { title, theme } = look;
  return {
    to: { name: to.name, address: to.email },
    server,
    sender_name: title,
    text: {
      subject: say(locale, `mail:${kind}.subject`, { title, ...values }),
      greeting: say(locale, 'mail:greeting', { name: to.name }),
      paragraphs: ['text', ...more].map((part) => say(locale, `mail:${kind}.${part}`, { title, ...values })),
      ...(code === undefined ? {} : { code }),
      action:
        path === undefined
          ? null
          : { label: say(locale, `mail:${kind}.action`), url: `${site.origin}${path}`, fallback: say(locale, 'mail:fallback') },
      footer: say(locale, 'mail:footer', { title }),
      colours: { button: theme.colours.button, button_font: theme.colours.button_font },
    },
  };
}
