/** Reading: the list of my reports, the menu tree, and opening a report with one call (docs/reference/product-rules.md 11, 12 and 21). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { keyset, listOf, listQuery } from '../list.ts';
import { fileKey } from '../system/files.ts';
import { openingTroubles } from '../reports/openingTroubles.ts';
import { groupIcons } from '../reports/reportGroups.ts';
import { dataAge, orientations, resolutions } from '../reports/reports.ts';
import { filterMemory } from './savedViews.ts';

const read = { capability: 'report_view', right: 'read' } as const;

/** Why a report would not open although it is assigned; null: it opens. */
export const blocked = z.literal('no_data_rule').nullable();

const myReport = z.object({
  id,
  title: z.string(),
  description: z.string(),
  group_id: id,
  group_name: z.string(),
  subgroup_id: id.nullable(),
  subgroup_name: z.string().nullable(),
  favourite: z.boolean(),
  certified: z.boolean(),
  blocked,
  /** Null when the portal has never seen a refresh of its dataset. */
  updated: dataAge.nullable(),
});
export type MyReport = z.infer<typeof myReport>;

export const mine = endpoint({
  method: 'GET',
  path: '/api/my_reports',
  can: read,
  summary: 'Reports that the caller may see now',
  query: listQuery(['title', 'group_name'], {
    ...keyset,
    group_id: id.optional(),
    subgroup_id: id.optional(),
    favourite: z.stringbool().optional(),
    certified: z.stringbool().optional(),
  }),
  answer: listOf(myReport),
});

const menuReport = z.object({
  id,
  title: z.string(),
  favourite: z.boolean(),
  /** Its own cover, or that of its subgroup or group. */
  cover: z.string().nullable(),
});

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
      subgroups: z.array(z.object({ id, name: z.string(), icon: z.enum(groupIcons), reports: z.array(menuReport) })),
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
  acting: 'reads',
  summary: 'Whether the report is there for the caller; otherwise 404',
  body: reportId,
  answer: z.object({ exists: z.literal(true) }),
});

export const editPermission = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/check/permission/edit/report',
  can: read,
  acting: 'reads',
  summary: 'Whether the caller may edit the report in the viewer',
  body: reportId,
  answer: z.object({ permission_edit: z.boolean() }),
});

/** What the browser passes to `powerbi-client`. Filters here are convenience; security is in the token. */
export const embedding = z.object({
  report_id: id,
  embed_url: z.string(),
  token: z.string(),
  token_id: z.string(),
  /** ISO-8601; ask for a new one ten minutes before. */
  expires_at: z.string(),
});
export type Embedding = z.infer<typeof embedding>;

/** A maintenance window that closes the report, or will within a day. */
export const maintenanceNotice = z.object({ starts_at: z.string(), ends_at: z.string(), message: z.string() });
export type MaintenanceNotice = z.infer<typeof maintenanceNotice>;

/** Who looks and when, drawn over everything that is shown. It discourages, it does not protect. */
const watermark = z.object({
  name: z.string(),
  email: z.string(),
  /** The end of the network address. */
  address: z.string(),
  at: z.string(),
});
export type Watermark = z.infer<typeof watermark>;

/** Who vouches for a report and who answers for it; no addresses. */
const trust = z.object({
  certified: z.object({ at: z.string(), by: z.string(), note: z.string() }).nullable(),
  owner: z.string().nullable(),
});
export type Trust = z.infer<typeof trust>;

const openedReport = z.object({
  id,
  kind: z.enum(['report', 'paginated']),
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
    /** Drawn in the brand's colours where the author chose none. */
    branded: z.boolean(),
  }),
  can: z.object({ edit: z.boolean(), export: z.boolean(), comment: z.boolean() }),
  favourite: z.boolean(),
  trust,
  maintenance: maintenanceNotice.nullable(),
  watermark: watermark.nullable(),
  /** What the caller kept of an earlier visit. Memory is null where the unit keeps no filters. */
  saved: z.object({ memory: z.enum(filterMemory).nullable(), filters: z.object({ state: z.string(), page: z.string() }).nullable() }),
  /** Whether the age of the data is shown. */
  show_last_update: z.boolean(),
  /** Id of the view log entry to which page changes and timings belong. */
  view_id: id,
});
export type OpenedReport = z.infer<typeof openedReport>;

/** The part that an embedded frame needs, also used by playlists and when an administrator looks as somebody else. */
export const shownReport = openedReport.pick({ id: true, kind: true, title: true, embed: true, filters: true, settings: true });
export type ShownReport = z.infer<typeof shownReport>;

/** Reports without the reporting service: a link to another site, or an HTML page that the portal stores. */
const openedPage = z.object({
  id,
  kind: z.enum(['link', 'page']),
  title: z.string(),
  description: z.string(),
  group_id: id,
  group_name: z.string(),
  /** Where the link leads; for a page the address of its frame, good for a few minutes. */
  address: z.string(),
  favourite: z.boolean(),
  trust,
  maintenance: maintenanceNotice.nullable(),
  watermark: watermark.nullable(),
  view_id: id,
});
export type OpenedPage = z.infer<typeof openedPage>;

export const open = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/open',
  can: read,
  acting: 'reads',
  summary: 'Everything to show a report: token, filters, settings, permissions',
  audit: 'report.open',
  answer: z.discriminatedUnion('kind', [openedReport, openedPage]),
});

export const renew = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/token',
  can: read,
  acting: 'reads',
  summary: 'A new embed token for an open report, under the rules that hold now',
  answer: embedding,
});

export const edit = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/edit',
  can: { capability: 'report_edit', right: 'use' },
  summary: 'A token to change the report in the viewer, for whoever may; asked for again when it ends',
  audit: 'report.edit',
  answer: embedding.extend({
    /** Whether a copy may be saved beside it. */
    copies: z.boolean(),
    /** For a person who may not save a copy: names of people who may. Empty where nobody of the unit may. */
    ask_for_copies: z.array(z.string()),
  }),
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
  acting: 'reads',
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

export const trouble = endpoint({
  method: 'POST',
  path: '/api/auth/log/report/trouble',
  can: read,
  acting: 'reads',
  summary: 'Logs why an opened report was not shown; the first cause of an opening counts',
  body: z.strictObject({ view_id: id, reportId: id, cause: z.enum(openingTroubles) }),
});

/** The frame of an HTML page. Its address is signed, because browsers load frames without the session. */
export const frame = endpoint({
  method: 'GET',
  path: '/api/report_pages/:id/:key',
  can: 'public',
  summary: 'A page of HTML for its frame, by an address that opening the report has given away',
  params: z.strictObject({ id, key: fileKey }),
  answer: download,
});
