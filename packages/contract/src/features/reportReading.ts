/** Reading: the list of my reports, the menu tree, and opening a report with one call (product-decisions 11, 12, 21.8). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { groupIcons } from './reportGroups.ts';
import { orientations, resolutions } from './reports.ts';

const read = { capability: 'report_view', right: 'read' } as const;

export const myReport = z.object({
  id,
  title: z.string(),
  description: z.string(),
  group_id: id,
  group_name: z.string(),
  subgroup_id: id.nullable(),
  subgroup_name: z.string().nullable(),
  favourite: z.boolean(),
});
export type MyReport = z.infer<typeof myReport>;

export const mine = endpoint({
  method: 'GET',
  path: '/api/my_reports',
  can: read,
  summary: 'Reports that the caller may see now',
  query: listQuery(['title', 'group_name'], { group_id: id.optional(), subgroup_id: id.optional(), favourite: z.stringbool().optional() }),
  answer: listOf(myReport),
});

const menuReport = z.object({ id, title: z.string(), favourite: z.boolean() });

export const menu = endpoint({
  method: 'GET',
  path: '/api/auth/group_reports/get/config/menu/reports',
  can: read,
  summary: 'Groups, subgroups and reports for the menu; groups without a visible report are left out',
  answer: z.array(
    z.object({
      id,
      name: z.string(),
      icon: z.enum(groupIcons),
      subgroups: z.array(z.object({ id, name: z.string(), reports: z.array(menuReport) })),
      reports: z.array(menuReport),
    }),
  ),
});

export const allSelect = endpoint({
  method: 'GET',
  path: '/api/auth/group_reports/get/reports/all/select',
  can: read,
  summary: 'Every visible report, short, for choosing one',
  answer: z.array(z.object({ id, title: z.string(), group_name: z.string() })),
});

const reportId = z.strictObject({ reportId: id });

export const exists = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/check/exist/report',
  can: read,
  summary: 'Whether the report is there for the caller; otherwise 404',
  body: reportId,
  answer: z.object({ exists: z.literal(true) }),
});

export const editPermission = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/check/permission/edit/report',
  can: read,
  summary: 'Whether the caller may edit the report in the viewer',
  body: reportId,
  answer: z.object({ permission_edit: z.boolean() }),
});

/** What the browser hands to the reporting service's client. Filters here are convenience; security is in the token. */
export const embedding = z.object({
  report_id: id,
  embed_url: z.string(),
  token: z.string(),
  token_id: z.string(),
  /** ISO-8601; ask for a new one ten minutes before. */
  expires_at: z.string(),
});
export type Embedding = z.infer<typeof embedding>;

export const openedReport = z.object({
  id,
  title: z.string(),
  group_id: id,
  group_name: z.string(),
  embed: embedding,
  /** Basic filters in the shape of powerbi-models. */
  filters: z.array(
    z.object({
      $schema: z.literal('http://powerbi.com/product/schema#basic'),
      filterType: z.literal(1),
      target: z.object({ table: z.string(), column: z.string() }),
      operator: z.literal('In'),
      values: z.array(z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  settings: z.object({
    show_navigation_panel: z.boolean(),
    side_filter: z.boolean(),
    show_visual_headers: z.boolean(),
    show_hidden_pages: z.boolean(),
    mobile_background: z.boolean(),
    resolution: z.enum(resolutions),
    orientation: z.enum(orientations),
    show_name_report: z.boolean(),
    show_menu_report: z.boolean(),
  }),
  can: z.object({ edit: z.boolean(), export: z.boolean() }),
  favourite: z.boolean(),
  /** The view that page changes and timings are logged under. */
  view_id: id,
});
export type OpenedReport = z.infer<typeof openedReport>;

export const open = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/open',
  can: read,
  summary: 'Everything to show a report: token, filters, settings, permissions',
  audit: 'report.open',
  answer: openedReport,
});

export const renew = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/token',
  can: read,
  summary: 'A new embed token for an open report, under the rules that hold now',
  answer: embedding,
});

export const favourite = endpoint({
  method: 'PUT',
  path: '/api/my_reports/:id/favourite',
  can: { capability: 'favourites', right: 'write' },
  summary: 'Stars a report or takes the star away',
  body: z.strictObject({ favourite: z.boolean() }),
});

export const pageView = endpoint({
  method: 'POST',
  path: '/api/auth/log/report/page/view',
  can: read,
  summary: 'Logs that a page of an open report was shown, and how long it took',
  body: z.strictObject({
    view_id: id,
    reportId: id,
    page: z.string().trim().min(1).max(200),
    load_ms: z.number().int().min(0).max(3_600_000).nullable().default(null),
    render_ms: z.number().int().min(0).max(3_600_000).nullable().default(null),
    device: z.enum(['desktop', 'phone']),
    origin: z.enum(['viewer', 'external']),
  }),
});
