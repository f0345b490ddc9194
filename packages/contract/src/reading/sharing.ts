/** Sharing: a report, or the view of it that is open, for somebody of the unit (docs/decisions/019-sharing.md). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, id } from '../fields.ts';
import { state, viewPage } from './savedViews.ts';

const read = { capability: 'report_view', right: 'read' } as const;

/** What people write to each other; an access request needs some words of it. */
export const shareNoteLimit = 300;
export const shareReasonFrom = 10;

const note = z
  .string()
  .trim()
  .max(shareNoteLimit)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'invalid');

/**
 * `tell`: sees the report and gets the link; `give`: gets access with it; `ask`: the administrators are asked for it;
 * `choose`: somebody has to choose first which rows are seen, where access is assigned.
 */
const effect = z.enum(['tell', 'give', 'ask', 'choose']);
export type ShareEffect = z.infer<typeof effect>;

const found = z.object({ to: z.enum(['membership', 'user_group']), to_id: id, name: z.string(), email: z.string().nullable(), effect });
export type ShareCandidate = z.infer<typeof found>;

export const receivers = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/receivers',
  can: read,
  summary: 'Whom the caller may share a report with by name: for readers, who reads the same report and the own groups',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({ data: z.array(found) }),
});

export const share = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/shares',
  can: read,
  summary:
    'Shares a report or a view with a user or a group: a notice, access with it where the caller may give it, or a request for access',
  audit: 'report.share',
  status: 201,
  body: z.strictObject({
    /** Readers do not see the list of users: they may name anybody of the unit by the whole e-mail. */
    to: z.enum(['membership', 'user_group', 'email']),
    to_id: id.nullable().default(null),
    email: email.nullable().default(null),
    note: note.default(''),
    /** The page and the filters that are open; never rows. */
    view: z.strictObject({ page: viewPage, state }).nullable().default(null),
  }),
  /** How many were told, and how many of a group do not see the report. */
  answer: z.object({ effect: effect.exclude(['choose']), told: z.number(), unseeing: z.number() }),
});

export const ask = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/questions',
  can: read,
  summary: 'Asks the user who answers for a report; the answer goes to the caller’s e-mail',
  audit: 'report.ask',
  body: z.strictObject({ question: note.min(1, 'required') }),
});
