/** Mails about passwords. */
import type { MailReceiver, MailSender } from '../../core/accountMail.ts';
import { accountMail, unasked } from '../../core/accountMail.ts';
import type { Message } from '../../core/mail.ts';
import { lifeMinutes } from './links.ts';

export const resetMail = (to: MailReceiver, from: MailSender, token: string): Message =>
  accountMail('reset', to, from, { more: ['ignore'], path: `/new/password/${token}`, values: { minutes: lifeMinutes.reset } });
/** For people whose password is kept elsewhere. */
export const ssoMail = (to: MailReceiver, from: MailSender): Message => accountMail('sso', to, from, { path: '/signin' });
export const changedMail = (to: MailReceiver, from: MailSender): Message =>
  accountMail('changed', to, from, { more: unasked(to), path: '/forgot' });
