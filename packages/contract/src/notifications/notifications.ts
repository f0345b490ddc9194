/** Notifications of a person in a unit: the bell with its count, and the list behind it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { richText } from '../richText.ts';
import type { NoticeTopic } from './kinds.ts';
import { noticeGroups, noticeTopics } from './kinds.ts';

const notification = z.object({
  id,
  kind: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** What the unit says in place of the sentences of the kind. */
  words: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** A path of the portal. */
  link: z.string().nullable(),
  created_at: moment,
  read_at: moment.nullable(),
});
/** An announcement has a text with its form, and a place of its own that it leads to. */
const opened = notification.extend({
  body: richText.nullable(),
  pictures: z.record(z.string(), z.string()),
  leads_to: z.string().nullable(),
});
export type OpenedNotification = z.infer<typeof opened>;
export type Notification = z.infer<typeof notification>;

const can = { capability: 'notifications', right: 'use' } as const;

/** What the list is narrowed by. */
const narrowing = {
  read: z.enum(['all', 'unread', 'read']).default('all'),
  group: z.enum(noticeGroups).optional(),
};

export const list = endpoint({
  method: 'GET',
  path: '/api/notifications',
  can,
  summary: 'Own notifications, the newest first; a search finds what stands in them, in the language of the reader',
  query: listQuery(['-created_at'], narrowing),
  answer: listOf(notification),
});

export const summary = endpoint({
  method: 'GET',
  path: '/api/notifications/summary',
  can,
  summary: 'How many are unread, and the latest ones',
  answer: z.object({ unread: z.number(), latest: z.array(notification) }),
});

export const get = endpoint({ method: 'GET', path: '/api/notifications/:id', can, summary: 'One own notification, whole', answer: opened });

export const mark = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  can,
  summary: 'Marks as read or unread',
  body: z.strictObject({ read: z.boolean(), /** Where it was read. */ by: z.enum(['portal', 'mail']).default('portal') }),
});

const act = z.enum(['read', 'unread', 'delete']);
export type NotificationAct = z.infer<typeof act>;

export const bulk = endpoint({
  method: 'POST',
  path: '/api/notifications/bulk',
  can,
  summary: 'Marks or deletes several, or all that a list finds; what is deleted can be restored for a day',
  body: z.union([
    z.strictObject({ act, notification_ids: z.array(id).min(1).max(500) }),
    z.strictObject({ act, matching: z.strictObject({ ...narrowing, q: z.string().trim().max(120).default('') }) }),
  ]),
  answer: z.object({ changed: z.number(), /** Names the act when it is taken back. */ at: moment }),
});

export const undo = endpoint({
  method: 'POST',
  path: '/api/notifications/undo',
  can,
  summary: 'Takes back what was marked or deleted at once',
  body: z.strictObject({ act, at: z.iso.datetime() }),
});

/** When mails come: each at once, or what is unread together once a day or on Mondays. */
export const mailRhythms = ['at_once', 'daily', 'weekly', 'never'] as const;

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'invalid');
const topic = z.enum(Object.keys(noticeTopics) as [NoticeTopic, ...NoticeTopic[]]);
const switchable = (where: 'portal' | 'mail' | 'push') =>
  topic.refine((name) => {
    const about = noticeTopics[name];
    return !('security' in about) && (where !== 'portal' || !('portal' in about));
  }, 'invalid');

const choice = z.strictObject({
  mails: z.enum(mailRhythms),
  /** The hour of the unit's clock at which mails come together. */
  digest_hour: z.number().int().min(0).max(23),
  /** No mails, and nothing on devices, from then until then, by the unit's clock; they come afterwards. */
  quiet: z
    .strictObject({ from: time, until: time })
    .refine(({ from, until }) => from !== until, { message: 'invalid', path: ['until'] })
    .nullable(),
  not_in_portal: z.array(switchable('portal')).max(100),
  not_by_mail: z.array(switchable('mail')).max(100),
  /** What comes to the devices of the person is in the portal as well: a topic that is not there is told to no device. */
  not_by_push: z.array(switchable('push')).max(100),
});
export type NotificationChoice = z.infer<typeof choice>;

export const getChoice = endpoint({
  method: 'GET',
  path: '/api/notifications/choice',
  can,
  summary: 'What the person is told about, where and when, and whether the unit sends any mails',
  answer: choice.extend({
    /** Those that the person may get. */
    topics: z.array(topic),
    unit_sends: z.object({ notifications: z.boolean(), help_desk: z.boolean() }),
    /** Of which mails come whatever the unit sends, because they are about more than one unit: only the topic switches them off. */
    mailed_anyway: z.array(topic),
    timezone: z.string(),
  }),
});

export const saveChoice = endpoint({
  method: 'PUT',
  path: '/api/notifications/choice',
  can,
  summary: 'Chooses topics, hours and rhythm; security comes in any case',
  body: choice,
  audit: 'notification_choice.update',
});
