/** The operator's mailbox that answers to mails of the help desk come to. Without one, nobody answers by mail. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, text, version } from '../fields.ts';

/** What is the platform's is its operator's. */
const write = { capability: 'partners', right: 'write' } as const;

export const mailboxProtocols = ['tls', 'starttls', 'none'] as const;

/** What does not get in: the own mails and others that nobody wrote by hand, and what nobody may say there. */
export const putAsideReasons = ['own', 'automatic', 'list', 'bounce', 'empty', 'too_large', 'unreadable', 'failed'] as const;
export const refusalReasons = [
  'no_address',
  'unknown_sender',
  'other_sender',
  'forged',
  'not_active',
  'ticket_gone',
  'ticket_not_now',
  'too_many',
] as const;

/** Why a look into the mailbox failed: keys of the reasons of fields. */
export const mailboxProblems = [
  'mail_host_private',
  'mail_host_unknown',
  'mail_silent',
  'mail_no_server',
  'mail_refused',
  'mail_certificate',
  'mailbox_tls',
  'mailbox_credentials',
  'mailbox_failed',
] as const;

/** So much of the name of a mailbox is left beside what names the ticket: a name holds 64 characters. */
const longestMailboxName = 20;

const nameOf = (address: string) => address.slice(0, address.lastIndexOf('@')).replace('*', '');

/** `box@portal.example`, which takes `box+…@portal.example` as well, or `*@tickets.portal.example`, where whatever stands for `*` arrives. */
const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine((value) => /^[^*]*(?:\*[^*]*)?$/.test(value) && z.email().safeParse(value.replace('*', 'x')).success, 'invalid')
  .refine((value) => value.lastIndexOf('@') > value.indexOf('*'), 'invalid')
  .refine((value) => nameOf(value).length <= longestMailboxName, 'invalid');

const settings = {
  host: z
    .string()
    .trim()
    .min(1, 'required')
    .max(253)
    .regex(/^[a-z0-9.:-]*$/i, 'invalid'),
  port: z.number().int().min(1).max(65_535),
  protocol: z.enum(mailboxProtocols),
  user: text(254).min(1, 'required'),
  address,
};

const mailboxInput = z.strictObject({
  ...settings,
  /** Without one the stored one stays, for the server and user that it was stored for. */
  password: text(500).min(1).nullable().default(null),
  /** Null: there was no mailbox. */
  version: version.nullable(),
});

/** Never with its password. */
const mailbox = z.object({
  host: z.string(),
  port: z.number(),
  protocol: z.enum(mailboxProtocols),
  user: z.string(),
  address: z.string(),
  checked_at: moment.nullable(),
  problem: z.enum(mailboxProblems).nullable(),
  version: z.number(),
});
export type TicketMailbox = z.infer<typeof mailbox>;

const asideMail = z.object({
  id,
  received_at: moment,
  /** The first letter of the sender and the domain. */
  sender: z.string(),
  reason: z.enum([...putAsideReasons, ...refusalReasons]),
});
export type AsideMail = z.infer<typeof asideMail>;

const state = z.object({
  mailbox: mailbox.nullable(),
  /** Of the days that the list goes back. */
  days: z.number(),
  taken: z.number(),
  /** The newest first. */
  aside: z.array(asideMail),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/ticket_mailbox',
  can: write,
  summary: 'The mailbox that answers come to, how many became follow-ups, and what was put aside lately',
  answer: state,
});

export const save = endpoint({
  method: 'PUT',
  path: '/api/ticket_mailbox',
  can: write,
  summary: 'Gives the portal a mailbox, or changes it',
  audit: 'ticket_mailbox.save',
  body: mailboxInput,
  answer: mailbox,
});

export const check = endpoint({
  method: 'POST',
  path: '/api/ticket_mailbox/check',
  can: write,
  summary: 'Looks into a mailbox that need not be saved yet; fails at the field that is wrong',
  audit: 'ticket_mailbox.check',
  body: mailboxInput.omit({ version: true }),
  answer: z.object({ unread: z.number() }),
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/ticket_mailbox',
  can: write,
  summary: 'Takes the mailbox away: answers by mail go nowhere, and what arrives in it stays there',
  audit: 'ticket_mailbox.remove',
});
