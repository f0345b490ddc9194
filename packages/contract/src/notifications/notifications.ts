/** Notifications of a person in a unit: the bell with its count, and the list behind it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { richText } from '../richText.ts';

/**
 * Kinds of notifications. The catalogue `notifications` has a title and a text for each (`<kind>_title`, `<kind>_text`),
 * in which the values stand. Kinds about security are mailed even to people who opted out of mails.
 */
export const notificationKinds = {
  message: { icon: 'message', security: false },
  report_granted: { icon: 'report', security: false },
  report_shared: { icon: 'report', security: false },
  report_shared_note: { icon: 'report', security: false },
  report_question: { icon: 'message', security: false },
  share_requested: { icon: 'catalogue', security: false },
  share_granted: { icon: 'catalogue', security: false },
  share_denied: { icon: 'catalogue', security: false },
  catalogue_requested: { icon: 'catalogue', security: false },
  catalogue_granted: { icon: 'catalogue', security: false },
  catalogue_granted_note: { icon: 'catalogue', security: false },
  catalogue_denied: { icon: 'catalogue', security: false },
  catalogue_waiting: { icon: 'catalogue', security: false },
  catalogue_lapsed: { icon: 'catalogue', security: false },
  screen_dark: { icon: 'alert', security: false },
  refresh_completed: { icon: 'refresh', security: false },
  refresh_failed: { icon: 'alert', security: false },
  refresh_paused: { icon: 'alert', security: false },
  refresh_unkept: { icon: 'alert', security: false },
  maintenance_planned: { icon: 'clock', security: false },
  // Registrations decide who may sign in, so they count as security.
  registration_waiting: { icon: 'users', security: true },
  import_finished: { icon: 'users', security: false },
  upload_published: { icon: 'report', security: false },
  upload_failed: { icon: 'alert', security: false },
  export_ready: { icon: 'download', security: false },
  report_problem: { icon: 'alert', security: false },
  // The help desk has a setting of its own for mails.
  ticket_opened: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_answered: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_assigned: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_returned: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_resolved: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_reopened: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_escalated: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_estimated: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  ticket_not_taken: { icon: 'help', security: false, setting: 'send_email_helpdesk' },
  access_extended: { icon: 'clock', security: false },
  access_rules_changed: { icon: 'alert', security: true },
  privacy_requested: { icon: 'shield', security: true },
  remote_asked: { icon: 'shield', security: true },
  remote_ended: { icon: 'shield', security: true },
  trial_ending: { icon: 'alert', security: true },
  privacy_waiting: { icon: 'shield', security: true },
  privacy_answered: { icon: 'shield', security: true },
  privacy_denied: { icon: 'shield', security: true },
  password_sprayed: { icon: 'shield', security: true },
  domain_requested: { icon: 'alert', security: true },
  domain_approved: { icon: 'alert', security: false },
  domain_denied: { icon: 'alert', security: false },
  domain_denied_note: { icon: 'alert', security: false },
  domain_active: { icon: 'alert', security: false },
  domain_failed: { icon: 'alert', security: false },
  domain_taken: { icon: 'alert', security: true },
  domain_lost: { icon: 'alert', security: true },
  domain_gone: { icon: 'alert', security: true },
  domain_removed: { icon: 'alert', security: true },
  domain_certificate: { icon: 'alert', security: true },
  scim_seats_full: { icon: 'users', security: false },
  saml_certificate: { icon: 'alert', security: true },
  theme_unreadable: { icon: 'alert', security: false },
  mail_refused: { icon: 'alert', security: false },
  mail_failing: { icon: 'alert', security: false },
} as const satisfies Record<string, { icon: string; security: boolean; setting?: 'send_email_helpdesk' }>;
export type NotificationKind = keyof typeof notificationKinds;

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

export const list = endpoint({
  method: 'GET',
  path: '/api/notifications',
  can,
  summary: 'Own notifications, the newest first',
  query: listQuery(['-created_at'], { read: z.enum(['all', 'unread']).default('all') }),
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

export const markAll = endpoint({ method: 'POST', path: '/api/notifications/read', can, summary: 'Marks all as read' });

export const remove = endpoint({ method: 'DELETE', path: '/api/notifications/:id', can, summary: 'Deletes; for a day it can be restored' });

export const restore = endpoint({ method: 'POST', path: '/api/notifications/:id/restore', can, summary: 'Takes a deletion back' });

export const getChoice = endpoint({
  method: 'GET',
  path: '/api/notifications/choice',
  can,
  summary: 'Whether notifications come by mail as well: as the person wants, and whether the unit sends any',
  answer: z.object({ by_mail: z.boolean(), unit_sends: z.boolean() }),
});

export const saveChoice = endpoint({
  method: 'PUT',
  path: '/api/notifications/choice',
  can,
  summary: 'Chooses mails or none; security is mailed anyway',
  body: z.strictObject({ by_mail: z.boolean() }),
  audit: 'notification_choice.update',
});
