/** Reports as administrators register and keep them (specification section 3; defaults of product-decisions 11). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, id, name, version } from '../fields.ts';
import { listOf, listQuery, rowCan } from '../list.ts';

const read = { capability: 'reports', right: 'read' } as const;
const write = { capability: 'reports', right: 'write' } as const;

export const orientations = ['landscape', 'portrait', 'auto'] as const;
export const resolutions = ['fit_to_width', 'fit_to_page', 'actual_size'] as const;
/** `none`: everybody sees everything; `filter`: convenience, not security; `rls`: the service's own row-level security. */
export const dataRules = ['none', 'filter', 'rls'] as const;

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

const place = { title: name, description: description.default(''), group_id: id, subgroup_id: id.nullable().default(null) };

export const reportInput = z.strictObject({ ...place, ...settings });
export type ReportInput = z.infer<typeof reportInput>;

export const report = reportInput.extend({
  id,
  account_id: id,
  account_name: z.string(),
  workspace_id: id,
  /** The report's id at the reporting service. */
  external_report_id: id,
  dataset_id: id.nullable(),
  group_name: z.string(),
  subgroup_name: z.string().nullable(),
  /** Does the data set demand a row-level identity, with roles? Read from the service when the report was registered. */
  identity_required: z.boolean(),
  roles_required: z.boolean(),
  active: z.boolean(),
  grant_count: z.number(),
  created_at: z.string(),
  version: z.number(),
  can: rowCan,
});
export type Report = z.infer<typeof report>;

export const list = endpoint({
  method: 'GET',
  path: '/api/reports',
  can: read,
  summary: 'Registered reports of the unit',
  query: listQuery(['title', 'created_at'], { group_id: id.optional() }),
  answer: listOf(report),
});
export const get = endpoint({ method: 'GET', path: '/api/reports/:id', can: read, summary: 'One registered report', answer: report });
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
  body: reportInput.extend({ active: z.boolean(), version }),
  answer: report,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id',
  can: write,
  summary: 'Removes a report from the portal with its assignments; it stays in the reporting service',
  audit: 'report.remove',
});
