/** Tickets: opened by people of a unit, worked on by its agents, and after an escalation by those of the partner and of the operator. */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, text, version, wallClock } from '../fields.ts';
import { editableListOf, keyset, listQuery } from '../list.ts';
import { problemScene } from '../reading/reportProblems.ts';
import { state } from '../reading/savedViews.ts';
import { ticket, ticketHelp, ticketLimits, ticketPriorities, ticketScopes, ticketStates, wholeTicket } from './ticket.ts';

const use = { capability: 'tickets', right: 'use' } as const;
const operates = { capability: 'ticket_work', right: 'use' } as const;

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
