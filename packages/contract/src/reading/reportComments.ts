/** What readers of a report say to each other beside it, tied to the page and the filters that were shown (docs/reference/product-rules.md 12). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { editableListOf, listQuery } from '../list.ts';
import { state } from './savedViews.ts';

const read = { capability: 'report_view', right: 'read' } as const;

/** Threads of a report, comments of a thread, people that a comment names, and how long its writer may change it. */
export const commentLimits = { threads: 500, comments: 200, mentions: 20, edit_minutes: 15 } as const;

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'invalid');
const text = words(2000).min(1, 'required');

const written = {
  text,
  /** People who are told of it: they see the report themselves. */
  membership_ids: z.array(id).max(commentLimits.mentions).default([]),
};

const comment = z.object({
  id,
  /** Null for somebody who is gone. */
  person_name: z.string().nullable(),
  text: z.string(),
  mentions: z.array(z.string()),
  created_at: moment,
  edited_at: moment.nullable(),
  /** `edit`: its writer, for a while; `remove`: its writer, and whoever looks after the report. */
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type ReportComment = z.infer<typeof comment>;

const thread = z.object({
  id,
  /** As the page and the filters were named; empty where there were none. */
  page: z.string(),
  filters: z.array(z.string()),
  /** The link that opens the report with this page and these filters (`savedViews.shared`). */
  view_id: id.nullable(),
  /** The beginning of its first comment. */
  excerpt: z.string(),
  person_name: z.string().nullable(),
  comments: z.number(),
  created_at: moment,
  touched_at: moment,
  resolved_at: moment.nullable(),
  resolved_name: z.string().nullable(),
});
export type ReportThread = z.infer<typeof thread>;

const whole = thread.extend({ said: z.array(comment) });
export type WholeThread = z.infer<typeof whole>;

export const list = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/comments',
  can: read,
  summary: 'Threads beside a report, those first in which something was said last',
  query: listQuery(['touched_at'], { open: z.stringbool().optional() }).extend({
    sort: z.enum(['-touched_at', 'touched_at']).default('-touched_at'),
  }),
  answer: editableListOf(thread),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/comments/:thread_id',
  can: read,
  summary: 'A thread with its comments',
  answer: whole,
});

export const add = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/comments',
  can: read,
  summary: 'Opens a thread about what is on the screen, and tells whom it names',
  audit: 'report_comment.add',
  status: 201,
  body: z.strictObject({
    ...written,
    page: words(200).default(''),
    /** As a person reads them: `Loja · Região: Sul`. */
    filters: z.array(words(300)).max(50).default([]),
    state: state.nullable().default(null),
  }),
  answer: whole,
});

export const reply = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/comments/:thread_id/replies',
  can: read,
  summary: 'Answers in a thread and opens it again if it was resolved; tells whom it names and who wrote before',
  audit: 'report_comment.reply',
  status: 201,
  body: z.strictObject(written),
  answer: whole,
});

export const edit = endpoint({
  method: 'PUT',
  path: '/api/my_reports/:id/comments/:thread_id/replies/:comment_id',
  can: read,
  summary: 'Changes the words of a comment, by its writer within a quarter of an hour',
  audit: 'report_comment.edit',
  body: z.strictObject({ text }),
  answer: whole,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/my_reports/:id/comments/:thread_id/replies/:comment_id',
  can: read,
  summary: 'Deletes a comment, and with the last one its thread',
  audit: 'report_comment.remove',
});

export const resolve = endpoint({
  method: 'PUT',
  path: '/api/my_reports/:id/comments/:thread_id/resolved',
  can: read,
  summary: 'Marks a thread as resolved, or as open again',
  audit: 'report_comment.resolve',
  body: z.strictObject({ resolved: z.boolean() }),
  answer: whole,
});

export const people = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/comments_people',
  can: read,
  summary: 'Whom a comment may name: people who see the report',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
