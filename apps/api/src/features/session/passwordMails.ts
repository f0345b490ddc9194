/** Mails about passwords. Links are made of the registered site, never of a header. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { LoginConfiguration } from '@vitrine/contract/features/session.ts';
import type { MailServer, Message } from '../../core/mail.ts';
import type { Site } from '../../core/sites.ts';
import { say } from '../../core/words.ts';
import { lifeMinutes } from './links.ts';

type To = { name: string; email: string; language: string };
type From = { site: Site; look: LoginConfiguration; server: MailServer | null };
type Kind = 'reset' | 'sso' | 'changed';

function message(kind: Kind, to: To, { site, look, server }: From, path: string, values: Record<string, number> = {}): Message {
  const locale = to.language as Locale;
  const { title, theme } = look;
  const paragraphs = kind === 'reset' ? (['reset.text', 'reset.ignore'] as const) : ([`${kind}.text`] as const);
  return {
    to: { name: to.name, address: to.email },
    server,
    sender_name: title,
    text: {
      subject: say(locale, `mail:${kind}.subject`, { title }),
      greeting: say(locale, 'mail:greeting', { name: to.name }),
      paragraphs: paragraphs.map((key) => say(locale, `mail:${key}`, { title, ...values })),
      action: { label: say(locale, `mail:${kind}.action`), url: `${site.origin}${path}`, fallback: say(locale, 'mail:fallback') },
      footer: say(locale, 'mail:footer', { title }),
      colours: { button: theme.colours.button, button_font: theme.colours.button_font },
    },
  };
}

export const resetMail = (to: To, from: From, token: string): Message =>
  message('reset', to, from, `/new/password/${token}`, { minutes: lifeMinutes.reset });
/** For people whose password is kept elsewhere. */
export const ssoMail = (to: To, from: From): Message => message('sso', to, from, '/signin');
export const changedMail = (to: To, from: From): Message => message('changed', to, from, '/forgot');
