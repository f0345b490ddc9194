/** Announcements: what somebody writes to many people of the unit, and of whom it was seen (docs/reference/product-rules.md 14). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, internalPath, locale, moment, name, version, wallClock } from '../fields.ts';
import { editableListOf, keyset, listOf, listQuery } from '../list.ts';
import { richText } from '../richText.ts';

const can = { capability: 'notification_sending', right: 'use' } as const;

/** How many a unit sends a day, and how many people may be named one by one. */
export const broadcastsADay = 10;
export const namedAtMost = 500;

/** What stands in a text for something of the reader. */
export const variables = ['name', 'first_name', 'unit', 'report', 'date', 'link'] as const;
export type Variable = (typeof variables)[number];

const written = z.strictObject({ subject: name, body: richText });
export type Written = z.infer<typeof written>;
/** Who reads in a language that has none gets the Portuguese one. */
const texts = z.strictObject({
  'pt-BR': written,
  'en-US': written.nullable().default(null),
  es: written.nullable().default(null),
  'pt-PT': written.nullable().default(null),
});
export type Texts = z.infer<typeof texts>;

export const audiences = ['all', 'role', 'group', 'people'] as const;
const addressed = {
  audience: z.enum(audiences),
  audience_role: z.enum(['admin', 'user']).nullable().default(null),
  user_group_id: id.nullable().default(null),
  membership_ids: z.array(id).max(namedAtMost).default([]),
};
const addressees = z.strictObject(addressed);
export type Addressees = z.infer<typeof addressees>;

const broadcastInput = z.strictObject({
  texts,
  ...addressed,
  report_id: id.nullable().default(null),
  link: internalPath.nullable().default(null),
  /** On the clock of the unit; null: thirty days from now. */
  ends_at: wallClock.nullable().default(null),
});
export type BroadcastInput = z.infer<typeof broadcastInput>;

export const states = ['draft', 'scheduled', 'sending', 'sent', 'recalled'] as const;
export type BroadcastState = (typeof states)[number];

const row = z.object({
  id,
  state: z.enum(states),
  /** In the language of the reader. */
  subject: z.string(),
  author_name: z.string().nullable(),
  audience: z.enum(audiences),
  audience_role: z.enum(['admin', 'user']).nullable(),
  /** The group, or how many are named. */
  audience_name: z.string().nullable(),
  named: z.number(),
  send_at: moment.nullable(),
  sent_at: moment.nullable(),
  ends_at: moment.nullable(),
  recipients: z.number(),
  created_at: moment,
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), recall: z.boolean() }),
});
export type BroadcastRow = z.infer<typeof row>;

const named = z.object({ id, name: z.string() });
const whole = row.extend({
  texts,
  to: z.object({ group: named.nullable(), people: z.array(named) }),
  report: named.nullable(),
  link: z.string().nullable(),
  /** On the clock of the unit. */
  ends_on: z.string().nullable(),
  /** Addresses of the pictures in the texts, by the ids of their files. */
  pictures: z.record(z.string(), z.string()),
  reminded_at: moment.nullable(),
  /** Whether notifications of this unit come by mail as well. */
  unit_mails: z.boolean(),
});
export type Broadcast = z.infer<typeof whole>;

export const list = endpoint({
  method: 'GET',
  path: '/api/broadcasts',
  can,
  summary: 'Announcements of the unit, for readers the own ones',
  query: listQuery(['created_at', 'subject'], { state: z.enum(states).optional() }),
  answer: editableListOf(row),
});
export const get = endpoint({ method: 'GET', path: '/api/broadcasts/:id', can, summary: 'One announcement with its texts', answer: whole });
export const add = endpoint({
  method: 'POST',
  path: '/api/broadcasts',
  can,
  summary: 'Writes a draft',
  audit: 'broadcast.add',
  status: 201,
  body: broadcastInput,
  answer: whole,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id',
  can,
  summary: 'Changes what has not been sent',
  audit: 'broadcast.update',
  body: broadcastInput.extend({ version }),
  answer: whole,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id',
  can,
  summary: 'Deletes a draft',
  audit: 'broadcast.remove',
});
export const duplicate = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/copy',
  can,
  summary: 'A draft with the same texts for the same people',
  audit: 'broadcast.duplicate',
  status: 201,
  answer: whole,
});
export const send = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/send',
  can,
  summary: 'Sends it now, or at a time; whom it reaches is fixed then',
  audit: 'broadcast.send',
  body: z.strictObject({ version, /** On the clock of the unit; null: now. */ at: wallClock.nullable().default(null) }),
  answer: whole,
});
export const unschedule = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/unschedule',
  can,
  summary: 'Makes it a draft again, as long as it has not begun',
  audit: 'broadcast.unschedule',
  answer: whole,
});
export const recall = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/recall',
  can,
  summary: 'Takes it out of the lists of all who have it; mails that were sent stay',
  audit: 'broadcast.recall',
  answer: whole,
});
export const tryOut = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/test',
  can,
  summary: 'Sends it to the caller alone',
  audit: 'broadcast.test',
});

export const preview = endpoint({
  method: 'POST',
  path: '/api/broadcasts/preview',
  can,
  summary: 'A text as one person would read it',
  body: z.strictObject({
    subject: z.string().max(200),
    body: richText,
    report_id: id.nullable().default(null),
    link: internalPath.nullable().default(null),
    /** Null: as the caller reads it. */
    membership_id: id.nullable().default(null),
    language: locale,
  }),
  answer: z.object({ subject: z.string(), body: richText, name: z.string() }),
});

export const reached = endpoint({
  method: 'POST',
  path: '/api/broadcasts/audience',
  can,
  summary: 'How many an announcement would be sent to, and in which languages they read',
  body: addressees,
  answer: z.object({ total: z.number(), languages: z.record(z.string(), z.number()) }),
});

export const candidates = endpoint({
  method: 'GET',
  path: '/api/broadcasts/candidates',
  can,
  summary: 'Groups, people or reports that an announcement may name; readers have the own groups and who is in them',
  query: z.strictObject({ kind: z.enum(['group', 'people', 'report']), q: z.string().trim().max(120).default('') }),
  answer: z.object({ data: z.array(named.extend({ detail: z.string() })) }),
});

export const reach = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/reach',
  can,
  summary: 'Of how many it was seen, from where, and how many have not signed in since',
  answer: z.object({
    recipients: z.number(),
    seen_portal: z.number(),
    seen_mail: z.number(),
    mailed: z.number(),
    absent: z.number(),
  }),
});

export const recipientStates = ['seen', 'unseen', 'absent'] as const;
const recipient = z.object({
  /** Of the membership. */
  id,
  name: z.string(),
  email: z.string(),
  mailed_at: moment.nullable(),
  read_at: moment.nullable(),
  read_by: z.enum(['portal', 'mail']).nullable(),
  last_access: moment.nullable(),
});
export type Recipient = z.infer<typeof recipient>;
export const recipients = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/recipients',
  can,
  summary: 'Whom it was sent to, by whether they have seen it',
  query: listQuery(['name'], { state: z.enum(recipientStates).optional(), ...keyset }),
  answer: listOf(recipient),
});
export const remind = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/remind',
  can,
  summary: 'Sends it again to those who have not seen it and not signed in since; once a day',
  audit: 'broadcast.remind',
  answer: whole,
});
