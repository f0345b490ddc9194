/** Reports as administrators register and keep them (docs/reference/specification.md 3; defaults of docs/reference/product-rules.md 11). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, id, moment, name, text, version } from '../fields.ts';
import { editableListOf, keyset, listQuery, rowCan } from '../list.ts';
import { healthMarks, reportMark } from './reportHealth.ts';

const read = { capability: 'reports', right: 'read' } as const;
const write = { capability: 'reports', right: 'write' } as const;

export const orientations = ['landscape', 'portrait', 'auto'] as const;
export const resolutions = ['fit_to_width', 'fit_to_page', 'actual_size'] as const;
/** `none`: everybody sees everything; `filter`: convenience, not security; `rls`: the service's own row-level security. */
export const dataRules = ['none', 'filter', 'rls'] as const;

/** What the reporting service shows, a link to elsewhere, or a page of HTML that is kept here. */
export const reportKinds = ['report', 'paginated', 'link', 'page'] as const;

const settings = {
  allow_edit: z.boolean().default(false),
  show_navigation_panel: z.boolean().default(true),
  side_filter: z.boolean().default(false),
  show_hidden_pages: z.boolean().default(false),
  ignore_rls: z.boolean().default(false),
  data_rule: z.enum(dataRules).default('none'),
  show_in_app: z.boolean().default(true),
  mobile_background: z.boolean().default(false),
  show_visual_headers: z.boolean().default(true),
  resolution: z.enum(resolutions).default('fit_to_width'),
  orientation: z.enum(orientations).default('auto'),
  allow_export: z.boolean().default(false),
};

/** A picture of `files` with the purpose `cover`; null draws one from the title. */
const cover = { cover_id: id.nullable().default(null) };

const catalogue = { show_in_catalogue: z.boolean().default(false), catalogue_description: description.default('') };

/** Only the operator leaves the group out: the operator's reports have no groups. */
const place = { title: name, description: description.default(''), group_id: id.nullable(), subgroup_id: id.nullable().default(null) };

/** Where a link leads. */
const webAddress = z
  .string()
  .trim()
  .max(2000)
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'invalid' }));

export const reportInput = z.strictObject({ ...place, ...settings, ...cover, ...catalogue });
export type ReportInput = z.infer<typeof reportInput>;

/** The end of the last good refresh, and whether the latest one failed. */
export const dataAge = z.object({ at: moment.nullable(), failed: z.boolean() });
export type DataAge = z.infer<typeof dataAge>;

const report = reportInput.extend({
  id,
  kind: z.enum(reportKinds),
  group_id: id,
  link_url: z.string().nullable(),
  /** Where the cover is read; null without one. */
  cover: z.string().nullable(),
  /** Ids at the reporting service; links and HTML pages have none. */
  account_id: id.nullable(),
  account_name: z.string().nullable(),
  workspace_id: id.nullable(),
  external_report_id: id.nullable(),
  dataset_id: id.nullable(),
  group_name: z.string(),
  subgroup_name: z.string().nullable(),
  /** Whether the dataset demands an effective identity, and roles in it. Read from the service when the report was registered. */
  identity_required: z.boolean(),
  roles_required: z.boolean(),
  active: z.boolean(),
  /** When it was archived, because nobody opened it; it is not active then. */
  archived_at: moment.nullable(),
  grant_count: z.number(),
  /** Null when the portal has never seen a refresh of its dataset. */
  updated: dataAge.nullable(),
  created_at: z.string(),
  /** Who certified it and why; null: nobody. */
  certified: z.object({ at: moment, by: z.string(), note: z.string() }).nullable(),
  /** Who answers for it; `gone` when they do not belong to the unit any more. */
  owner: z.object({ membership_id: id, name: z.string(), gone: z.boolean() }).nullable(),
  changed_at: moment.nullable(),
  changed_by: z.string().nullable(),
  version: z.number(),
  can: rowCan,
});
export type Report = z.infer<typeof report>;

const listedReport = report.extend({
  /** How it is doing; null where it is not active, and for the operator. */
  health: reportMark.nullable(),
});
export type ListedReport = z.infer<typeof listedReport>;

export const list = endpoint({
  method: 'GET',
  path: '/api/reports',
  can: read,
  summary: 'Registered reports of the unit',
  query: listQuery(['title', 'group_name', 'active', 'updated', 'created_at', 'position', 'health'], {
    ...keyset,
    group_id: id.optional(),
    kind: z.enum(reportKinds).optional(),
    /** What is archived is listed where it is asked for, and nowhere else. */
    state: z.enum(['active', 'inactive', 'archived']).optional(),
    health: z.enum(healthMarks).optional(),
    certified: z.stringbool().optional(),
    owner: z.enum(['gone']).optional(),
    /** Whose last refresh failed, or is older than a week as well. */
    data: z.enum(['failed', 'stale']).optional(),
    /** Of which somebody told a problem that nobody has solved. */
    problems: z.enum(['open']).optional(),
    /** Of which an assignment ends within seven days. */
    access: z.enum(['ending']).optional(),
  }),
  answer: editableListOf(listedReport),
});
export const get = endpoint({
  method: 'GET',
  path: '/api/reports/:id',
  can: read,
  summary: 'One registered report, and how it is used',
  answer: report.extend({ last_opened_at: moment.nullable(), openings: z.number() }),
});
/** How far back openings of a report are counted. */
export const openingDays = 30;
export const add = endpoint({
  method: 'POST',
  path: '/api/reports',
  can: write,
  summary: 'Registers a report of a workspace',
  audit: 'report.add',
  status: 201,
  body: reportInput.extend({ account_id: id, workspace_id: id, external_report_id: id }),
  answer: report,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/reports/:id',
  can: write,
  summary: 'Changes a report',
  audit: 'report.update',
  body: reportInput.extend({
    active: z.boolean(),
    /** Of links only. */
    link_url: webAddress.nullable().default(null),
    version,
  }),
  answer: report,
});
export const addLink = endpoint({
  method: 'POST',
  path: '/api/report_links',
  can: write,
  summary: 'Publishes a link to elsewhere as a report',
  audit: 'report.add',
  status: 201,
  body: z.strictObject({ ...place, link_url: webAddress }),
  answer: report,
});
export const clone = endpoint({
  method: 'POST',
  path: '/api/reports/:id/clone',
  can: write,
  summary:
    'Makes another report of the same source, or of a copy saved beside it, with the same settings, on wish with the same assignments',
  audit: 'report.clone',
  status: 201,
  body: z.strictObject({
    title: name,
    group_id: id.nullable(),
    subgroup_id: id.nullable().default(null),
    with_grants: z.boolean().default(false),
    /** A copy that was saved in the report's workspace and is now shown instead of the original. */
    external_report_id: id.optional(),
  }),
  answer: report,
});
export const reorder = endpoint({
  method: 'PUT',
  path: '/api/reports/order',
  can: write,
  summary: 'Puts reports into this order at one place; those from elsewhere move there',
  audit: 'report.reorder',
  body: z.strictObject({ group_id: id, subgroup_id: id.nullable().default(null), report_ids: z.array(id).min(1).max(1000) }),
});
export const certify = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/certification',
  can: write,
  summary: 'Certifies a report, with a sentence if wanted, or takes that back',
  audit: 'report.certify',
  body: z.strictObject({ certified: z.boolean(), note: text(200).default('') }),
  answer: report,
});
export const setOwner = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/owner',
  can: write,
  summary: 'Names the user who answers for a report; null: nobody',
  audit: 'report.owner',
  body: z.strictObject({ membership_id: id.nullable() }),
  answer: report,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id',
  can: write,
  summary: 'Removes a report from the portal with its assignments; it stays in the reporting service',
  audit: 'report.remove',
});

/** What a page of HTML must not hold (docs/reference/specification.md 5). */
const htmlProblems = [
  'script',
  'style_block',
  'external_css',
  'root_style',
  'active_style',
  'event',
  'address',
  'outside',
  'element',
  'attribute',
  'frame',
  'form',
  'meta',
  'base',
] as const;
const htmlProblem = z.object({ line: z.number(), what: z.enum(htmlProblems) });
export type HtmlProblem = z.infer<typeof htmlProblem>;

/** 2 MB of HTML; escaped as JSON it may be longer. */
const html = z
  .string()
  .min(1, 'required')
  .refine((text) => new TextEncoder().encode(text).length <= 2 * 1024 * 1024, 'html_too_long');
const pageBytes = 6 * 1024 * 1024;

export const checkPage = endpoint({
  method: 'POST',
  path: '/api/report_pages/check',
  can: write,
  summary: 'Reads a page of HTML by the import rules and names every line that breaks one',
  max_bytes: pageBytes,
  body: z.strictObject({ html }),
  answer: z.object({ problems: z.array(htmlProblem) }),
});
export const addPage = endpoint({
  method: 'POST',
  path: '/api/report_pages',
  can: write,
  summary: 'Publishes a page of HTML as a report; refused with its lines when it breaks an import rule',
  audit: 'report.add',
  status: 201,
  max_bytes: pageBytes,
  body: z.strictObject({ ...place, html }),
  answer: report,
});
export const replacePage = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/page',
  can: write,
  summary: 'Replaces the HTML of a page',
  audit: 'report_page.replace',
  max_bytes: pageBytes,
  body: z.strictObject({ html }),
});
