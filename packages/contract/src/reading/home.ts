/** The start page (favourites, added, recent and new reports, in the person's order). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { blocked } from './reportReading.ts';
import { dataAge } from '../reports/reports.ts';
import { groupIcons } from '../reports/reportGroups.ts';
import { reportKinds } from '../reports/reports.ts';

const read = { capability: 'report_view', right: 'read' } as const;
const own = { capability: 'favourites', right: 'write' } as const;

/** How many reports somebody may star, and put on the start page. */
export const favouritesLimit = 50;
export const homeLimit = 12;

/** A report as a card shows it. */
const reportCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  kind: z.enum(reportKinds),
  group_id: id,
  group_name: z.string(),
  group_icon: z.enum(groupIcons),
  /** Its own cover, or that of its subgroup or group. */
  cover: z.string().nullable(),
  favourite: z.boolean(),
  /** Put on the start page by the caller. */
  added: z.boolean(),
  blocked,
  /** Null when the portal has never seen a refresh of its dataset. */
  updated: dataAge.nullable(),
});
export type ReportCard = z.infer<typeof reportCard>;

export const home = endpoint({
  method: 'GET',
  path: '/api/home',
  can: read,
  summary: 'The start page: added reports, favourites, what was opened last, what is new; only what the caller may see now',
  answer: z.object({
    added: z.array(reportCard),
    favourites: z.array(reportCard),
    /** The last eight, the latest first. */
    recents: z.array(reportCard.extend({ opened_at: moment })),
    /** The ten newest of the last 30 days. */
    latest: z.array(reportCard.extend({ created_at: moment })),
  }),
});
export type Home = z.infer<typeof home.answer>;

export const groupCards = endpoint({
  method: 'GET',
  path: '/api/report_groups/:id/cards',
  can: read,
  summary: 'What the menu does not know of the reports of a group: marks, age of the data, and whether they stand on the start page',
  answer: z.object({ data: z.array(reportCard.pick({ id: true, added: true, blocked: true, updated: true })) }),
});

export const addToHome = endpoint({
  method: 'PUT',
  path: '/api/my_reports/:id/home',
  can: own,
  summary: 'Puts a report on the start page or takes it off',
  body: z.strictObject({ added: z.boolean() }),
});

const order = z.strictObject({ report_ids: z.array(id).min(1).max(favouritesLimit) });

export const orderHome = endpoint({
  method: 'PUT',
  path: '/api/home/order',
  can: own,
  summary: 'The order of the added reports; what is not named follows',
  body: order,
});

export const orderFavourites = endpoint({
  method: 'PUT',
  path: '/api/favourites/order',
  can: own,
  summary: 'The order of the favourites; what is not named follows',
  body: order,
});

export const startPage = endpoint({
  method: 'PUT',
  path: '/api/start_page',
  can: own,
  summary: 'Where the caller goes after signing in to this unit: a report, the start page, or what the unit says',
  audit: 'start_page.save',
  body: z.strictObject({ page: z.enum(['unit', 'home', 'report']), reportId: id.nullable().default(null) }),
});
