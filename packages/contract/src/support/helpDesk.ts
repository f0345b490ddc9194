/** Tickets: opened by people of a unit, worked on by its agents, and after an escalation by those of the partner and of the operator. */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { accessReason, columnFilter, rowIdentity } from '../access/reportAccess.ts';
import { id, moment, text, version, wallClock } from '../fields.ts';
import { editableListOf, keyset, listQuery } from '../list.ts';
import { problemScene } from '../reading/reportProblems.ts';
import { state } from '../reading/savedViews.ts';

const use = { capability: 'tickets', right: 'use' } as const;
const operates = { capability: 'ticket_work', right: 'use' } as const;

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

const ticket = z.object({
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
  /** The link to the same page and filters (`savedViews.shared`). */
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

const files = z.array(id).max(ticketLimits.attachments).default([]);
const words = text(10_000).min(1, 'required');
const titled = text(120)
  .min(1, 'required')
  .refine((value) => !/[\r\n]/.test(value), 'invalid');

export const list = endpoint({
  method: 'GET',
  path: '/api/tickets',
  can: use,
  summary: 'Tickets that the caller may see, those first of which something was said or done last',
  query: listQuery(['touched_at', 'number', 'due_at'], {
    ...keyset,
    scope: z.enum(ticketScopes).default('mine'),
    state: z.enum(ticketStates).optional(),
    priority: z.enum(ticketPriorities).optional(),
    assigned: z.enum(['nobody', 'somebody']).optional(),
    archived: z.stringbool().default(false),
    /** Those whose answer or solution should have come already. */
    late: z.stringbool().default(false),
  }).extend({ sort: z.enum(['-touched_at', 'touched_at', '-number', 'number', 'due_at', '-due_at']).default('-touched_at') }),
  /** `work`: works on tickets; `oversee`: sees all in reach and assigns them; `set_goals`: says until when they are due. */
  answer: editableListOf(ticket, { work: z.boolean(), oversee: z.boolean(), set_goals: z.boolean() }),
});

export const exportList = endpoint({
  method: 'GET',
  path: '/api/tickets/export',
  can: use,
  summary: 'Tickets of the list as CSV or XLSX, with the times that they took for those who work on them',
  query: exportQuery(list.query),
  answer: download,
});

export const get = endpoint({
  method: 'GET',
  path: '/api/tickets/:id',
  can: use,
  summary: 'A ticket with all that was said and done',
  answer: wholeTicket,
});

export const add = endpoint({
  method: 'POST',
  path: '/api/tickets',
  can: use,
  summary: 'Opens a ticket; it may go on from a resolved one of the caller',
  audit: 'ticket.add',
  status: 201,
  body: z.strictObject({
    title: titled,
    text: words,
    priority: z.enum(ticketPriorities).default('normal'),
    attachment_ids: files,
    follows_ticket_id: id.nullable().default(null),
    /** A problem with a report that the caller reads, with what was on the screen. */
    problem: z
      .strictObject({ report_id: id, ...problemScene, state: state.nullable().default(null) })
      .nullable()
      .default(null),
  }),
  answer: wholeTicket,
});

const reply = {
  text: words,
  internal: z.boolean().default(false),
  /** People whom it names; each of them sees the ticket, and of a note what is kept from whoever opened it. */
  mention_ids: z.array(id).max(ticketLimits.mentions).default([]),
};

export const say = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/entries',
  can: use,
  summary: 'Writes a follow-up, or a note for those who work on tickets; who opened a resolved ticket opens it again by it',
  audit: 'ticket.say',
  status: 201,
  body: z.strictObject({ ...reply, attachment_ids: files }),
  answer: wholeTicket,
});

export const edit = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/entries/:entry_id',
  can: use,
  summary: 'Changes what one wrote, for a quarter of an hour',
  audit: 'ticket.edit',
  body: z.strictObject({ text: words }),
  answer: wholeTicket,
});

const stateBody = z.strictObject({ resolved: z.boolean() });
export const setState = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/state',
  can: use,
  summary: 'Marks a ticket as resolved, or opens it again',
  audit: 'ticket.state',
  body: stateBody,
  answer: wholeTicket,
});

export const assign = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/assignee',
  can: use,
  summary: 'Gives a ticket to an agent; to nobody: back to all of them',
  audit: 'ticket.assign',
  body: z.strictObject({ assignee_id: id.nullable() }),
  answer: wholeTicket,
});

export const rate = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/rating',
  can: use,
  summary: 'Who opened a ticket says whether the help helped, once it is resolved, and may change that for two weeks',
  body: z.strictObject({ helped: z.enum(ticketHelp), words: text(500).default('') }),
  answer: wholeTicket,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id',
  can: use,
  summary: 'Sets the priority and until when it is expected to be resolved',
  audit: 'ticket.update',
  body: z.strictObject({ priority: z.enum(ticketPriorities), estimated: wallClock.nullable(), version }),
  answer: wholeTicket,
});

export const merge = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/merge',
  can: use,
  summary: 'Makes a ticket part of another of the unit: it is resolved, and whoever opened it follows the other one',
  audit: 'ticket.merge',
  body: z.strictObject({ into_ticket_id: id }),
  answer: wholeTicket,
});

export const escalate = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/escalate',
  can: use,
  summary: 'Shows a ticket to the agents of the partner as well, and from there to those of the operator',
  audit: 'ticket.escalate',
  answer: wholeTicket,
});

const agent = z.object({ id, name: z.string(), side: z.enum(['unit', 'partner']) });
export type Agent = z.infer<typeof agent>;

export const agents = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/agents',
  can: use,
  summary: 'To whom a ticket may be given',
  answer: z.object({ agents: z.array(agent) }),
});

const mentionedPerson = z.object({ id, name: z.string(), side: z.enum(['opener', 'unit', 'partner', 'operator']) });
export type Mentionable = z.infer<typeof mentionedPerson>;
const mentionQuery = z.strictObject({
  q: z.string().max(60).default(''),
  /** For a note. */
  internal: z.stringbool().default(false),
});
const mentionAnswer = z.object({ people: z.array(mentionedPerson) });

export const mentionable = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/mentionable',
  can: use,
  summary: 'Who may be mentioned in a ticket: people who see it',
  query: mentionQuery,
  answer: mentionAnswer,
});

export const presence = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/presence',
  can: use,
  summary: 'Tells others who see a ticket that the caller looks at it or writes; repeated while it is so, and stored nowhere',
  body: z.strictObject({ doing: z.enum(['look', 'type', 'note']) }),
});

export const escalated = endpoint({
  method: 'GET',
  path: '/api/escalated_tickets/:id',
  can: operates,
  summary: 'For the agents of the operator: a ticket that was escalated to it',
  answer: wholeTicket,
});
export const sayEscalated = endpoint({
  method: 'POST',
  path: '/api/escalated_tickets/:id/entries',
  can: operates,
  summary: 'For the agents of the operator: writes a follow-up or a note',
  audit: 'ticket.say',
  status: 201,
  body: z.strictObject(reply),
  answer: wholeTicket,
});
export const mentionableEscalated = endpoint({
  method: 'GET',
  path: '/api/escalated_tickets/:id/mentionable',
  can: operates,
  summary: 'For the agents of the operator: who may be mentioned in a ticket',
  query: mentionQuery,
  answer: mentionAnswer,
});
export const editEscalated = endpoint({
  method: 'PUT',
  path: '/api/escalated_tickets/:id/entries/:entry_id',
  can: operates,
  summary: 'For the agents of the operator: changes what one wrote, for a quarter of an hour',
  audit: 'ticket.edit',
  body: z.strictObject({ text: words }),
  answer: wholeTicket,
});
export const takeEscalated = endpoint({
  method: 'POST',
  path: '/api/escalated_tickets/:id/take',
  can: operates,
  summary: 'For the agents of the operator: takes a ticket',
  audit: 'ticket.assign',
  answer: wholeTicket,
});
export const setEscalatedState = endpoint({
  method: 'PUT',
  path: '/api/escalated_tickets/:id/state',
  can: operates,
  summary: 'For the agents of the operator: marks a ticket as resolved, or opens it again',
  audit: 'ticket.state',
  body: stateBody,
  answer: wholeTicket,
});
