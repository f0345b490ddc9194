/** Mails about passwords. */
import type { MailReceiver, MailSender } from '#domain/people/accountMail.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import type { Message } from '#platform/mail/mail.ts';
import { lifeMinutes } from './links.ts';

export const resetMail = (to: MailReceiver, from: MailSender, token: string): Message =>
  accountMail('reset', to, from, { path: `/new/password/${token}`, values: { minutes: lifeMinutes.reset } });
/** For people with single sign-on. */
export const ssoMail = (to: MailReceiver, from: MailSender): Message => accountMail('sso', to, from, { path: '/signin' });
export const changedMail = (to: MailReceiver, from: MailSender): Message => accountMail('changed', to, from, { path: '/forgot' });
