/** Tasks that mail a report as a file (docs/reference/product-rules.md 14): each recipient gets what the own access shows. */
import { z } from 'zod';
import { columnFilter, isVariable } from '../access/reportAccess.ts';
import { endpoint } from '../endpoint.ts';
import { id, name } from '../fields.ts';

export const mailFormats = ['PDF', 'PPTX', 'PNG', 'XLSX'] as const;
export type MailFormat = (typeof mailFormats)[number];

export const mailLimits = {
  /** Recipients of a run; groups may hold more. */
  recipients: 500,
  /** Different files of a run: whoever sees other rows gets another one. */
  copies: 50,
  /** A larger file is not attached: the mail leads to it. */
  attached_bytes: 8 * 1024 * 1024,
  filters: 10,
} as const;

/** The same for every recipient: nothing in it follows who reads. */
const fixedFilter = columnFilter.superRefine(({ values }, check) => {
  for (const [index, value] of values.entries())
    if (typeof value === 'string' && isVariable(value))
      check.addIssue({ code: 'custom', path: ['values', index], message: 'filter_not_fixed' });
});

/** What a task keeps of the file that it sends. */
export const mailed = {
  mail_format: z.enum(mailFormats).default('PDF'),
  /** The service's name of the page; null: all pages. */
  mail_page: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'invalid')
    .nullable()
    .default(null),
  /** A bookmark of whoever chooses it: the file shows its filters. Null: the report as it opens. */
  mail_view_id: id.nullable().default(null),
  /** Rows that the file is about, besides what the bookmark and the own access of each recipient leave. */
  mail_filters: z.array(fixedFilter).max(mailLimits.filters).default([]),
};

/** What can be sent of a report. */
export const mailOptions = endpoint({
  method: 'POST',
  path: '/api/tasks/mail_options',
  can: { capability: 'tasks', right: 'write' },
  summary: 'What a task could mail of a report: its formats, its pages, the caller’s bookmarks, and whether it can be exported at all',
  acting: 'reads',
  body: z.strictObject({ report_id: id }),
  answer: z.object({
    /** Null: it can be sent. */
    refusal: z.enum(['not_of_service', 'export_off', 'capacity']).nullable(),
    formats: z.array(z.enum(mailFormats)),
    pages: z.array(z.object({ name: z.string(), title: z.string() })),
    views: z.array(z.object({ id, name })),
    /** Whether its rows can be narrowed. */
    filters: z.boolean(),
  }),
});
export type MailOptions = z.infer<typeof mailOptions.answer>;
