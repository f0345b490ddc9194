/** A ticket as it is read: itself, what was said and done, its files, the rating, and what was before somebody who reported a problem. */
import { z } from 'zod';
import { accessReason, columnFilter, rowIdentity } from '../access/reportAccess.ts';
import { id, moment } from '../fields.ts';

export const ticketPriorities = ['high', 'normal', 'low'] as const;
export const ticketStates = ['open', 'in_progress', 'resolved'] as const;
/** How far a ticket was escalated. */
const ticketLevels = ['unit', 'partner', 'operator'] as const;
/** Those of the unit, the own ones, and those that one works on and that are not resolved. */
export const ticketScopes = ['all', 'mine', 'handling'] as const;

/** Whether the help helped, in the words of whoever opened the ticket. */
export const ticketHelp = ['yes', 'partly', 'no'] as const;

export const ticketLimits = {
  attachments: 5,
  entries: 500,
  /** People whom one message names. */
  mentions: 20,
  /** How long whoever opened a ticket may open it again. */
  reopen_days: 7,
  edit_minutes: 15,
  /** An agent who says nothing for so long to somebody who waits gives the ticket back. */
  silent_days: 3,
  archive_days: 30,
  /** How long whoever opened it may change what they said of the help. */
  rating_days: 14,
} as const;

const ticketCan = z.object({
  /** Writes something that everybody reads. */
  reply: z.boolean(),
  /** Writes what only those who work on tickets read. */
  note: z.boolean(),
  take: z.boolean(),
  assign: z.boolean(),
  resolve: z.boolean(),
  reopen: z.boolean(),
  escalate: z.boolean(),
  /** Sets the priority and the estimate. */
  edit: z.boolean(),
  /** Goes on with it in a new ticket. */
  follow: z.boolean(),
  /** Makes it part of another ticket, or another one part of it. */
  merge: z.boolean(),
  /** Lets it wait for the end of a maintenance. */
  tie: z.boolean(),
});
export type TicketCan = z.infer<typeof ticketCan>;

export const ticket = z.object({
  id,
  number: z.number(),
  title: z.string(),
  priority: z.enum(ticketPriorities),
  state: z.enum(ticketStates),
  level: z.enum(ticketLevels),
  opened_by: id,
  opened_name: z.string(),
  assigned_to: id.nullable(),
  assigned_name: z.string().nullable(),
  created_at: moment,
  touched_at: moment,
  /** Since when somebody waits for an answer. */
  waits_since: moment.nullable(),
  estimated_at: moment.nullable(),
  resolved_at: moment.nullable(),
  archived_at: moment.nullable(),
  /** Of which ticket it is a part now. */
  merged_into_id: id.nullable(),
  /** What is due next by the goals of the help desk; for those who work on tickets or oversee them. */
  due: z.object({ what: z.enum(['answer', 'solution']), at: moment }).nullable(),
  version: z.number(),
  can: ticketCan,
});
export type Ticket = z.infer<typeof ticket>;

const attachment = z.object({ id, name: z.string(), size: z.number(), address: z.string() });
export type TicketAttachment = z.infer<typeof attachment>;

const entry = z.object({
  id,
  kind: z.enum(['said', 'note', 'event']),
  side: z.enum(['opener', 'unit', 'partner', 'operator', 'portal']),
  /** Null for what happened by itself. */
  person_name: z.string().nullable(),
  text: z.string(),
  event: z
    .enum([
      'taken',
      'assigned',
      'returned',
      'resolved',
      'reopened',
      'escalated',
      'estimated',
      'prioritised',
      'merged',
      'merged_in',
      'tied',
      'untied',
      'maintenance_over',
    ])
    .nullable(),
  /** What the event names: somebody, a level, a priority, a moment (of `tied`: the end at that time) or the number of a ticket. */
  about: z.string().nullable(),
  /** It came as an answer to a mail. */
  by_mail: z.boolean(),
  created_at: moment,
  edited_at: moment.nullable(),
  attachments: z.array(attachment),
  /** Names of the people whom it mentions, as they are called now. */
  mentions: z.array(z.string()),
  can: z.object({ edit: z.boolean() }),
});
export type TicketEntry = z.infer<typeof entry>;

const rating = z.object({
  helped: z.enum(ticketHelp),
  words: z.string(),
  rated_at: moment,
  /** The solution that it is about. */
  resolved_at: moment,
});
export type TicketRating = z.infer<typeof rating>;

const linked = z.object({ id, number: z.number(), title: z.string() });

/** What somebody had before them when they reported a problem with a report, as it was then. */
const evidence = z.object({
  /** Null for whoever does not see the report. */
  report_id: id.nullable(),
  title: z.string(),
  page: z.string(),
  filters: z.array(z.string()),
  refreshed_at: moment.nullable(),
  load_ms: z.number().nullable(),
  render_ms: z.number().nullable(),
  details: z.string(),
  link_id: id.nullable(),
  /** What was decided about the person; for those who work on tickets or oversee them. */
  decision: z
    .object({
      see: z.boolean(),
      why: z.enum(['not_found', 'no_data_rule', 'rule_refused']).nullable(),
      filters: z.array(columnFilter),
      identity: rowIdentity.nullable(),
      reasons: z.array(accessReason),
    })
    .nullable(),
});
export type TicketEvidence = z.infer<typeof evidence>;

export const wholeTicket = ticket.extend({
  can: ticketCan.extend({
    /** Says whether the help helped. */
    rate: z.boolean(),
  }),
  text: z.string(),
  /** The estimate on the clock of the unit. */
  estimated: z.string().nullable(),
  attachments: z.array(attachment),
  /** A resolved ticket that it goes on from. */
  follows: linked.nullable(),
  followed_by: z.array(linked),
  evidence: evidence.nullable(),
  merged_into: linked.nullable(),
  /** The maintenance whose end resolves it; without its report for who does not see that. */
  maintenance: z.object({ id, report_id: id.nullable(), title: z.string().nullable(), starts_at: moment, ends_at: moment }).nullable(),
  /** Tickets that were merged into it; without an id those that the caller does not see themselves. */
  merged: z.array(linked.extend({ id: id.nullable(), text: z.string() })),
  entries: z.array(entry),
  /** Of the last time that it was resolved and somebody said so; for who opened it and for those who work on tickets. */
  rating: rating.nullable(),
});
export type WholeTicket = z.infer<typeof wholeTicket>;
