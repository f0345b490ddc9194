/** The start page: favourites in the person's order, recent and new reports. No report stands there twice. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { unitStates } from '../organisation/partners.ts';
import { blocked } from './reportReading.ts';
import { dataAge } from '../reports/reports.ts';
import { reportKinds } from '../reports/reports.ts';

const read = { capability: 'report_view', right: 'read' } as const;
const own = { capability: 'favourites', right: 'write' } as const;

/** How many reports somebody may star. */
export const favouritesLimit = 50;

/** A report as a card shows it. */
const reportCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  kind: z.enum(reportKinds),
  group_id: id,
  group_name: z.string(),
  /** Its own cover, or that of its subgroup or group. */
  cover: z.string().nullable(),
  favourite: z.boolean(),
  certified: z.boolean(),
  blocked,
  /** Null when the portal has never seen a refresh of its dataset. */
  updated: dataAge.nullable(),
});
export type ReportCard = z.infer<typeof reportCard>;

export const home = endpoint({
  method: 'GET',
  path: '/api/home',
  can: read,
  summary: 'The start page: favourites, what was opened last, what is new; each report once, and only what the caller may see now',
  answer: z.object({
    favourites: z.array(reportCard),
    /** The last eight that are no favourites, the latest first. */
    recents: z.array(reportCard.extend({ opened_at: moment })),
    /** The ten newest of the last 30 days that stand in none of the others. */
    latest: z.array(reportCard.extend({ created_at: moment })),
  }),
});
export type Home = z.infer<typeof home.answer>;

export const groupCards = endpoint({
  method: 'GET',
  path: '/api/report_groups/:id/cards',
  can: read,
  summary: 'What the menu does not know of the reports of a group: what would not open, and the age of the data',
  answer: z.object({ data: z.array(reportCard.pick({ id: true, certified: true, blocked: true, updated: true })) }),
});

export const orderFavourites = endpoint({
  method: 'PUT',
  path: '/api/favourites/order',
  can: own,
  summary: 'The order of the favourites; what is not named follows',
  body: z.strictObject({ report_ids: z.array(id).min(1).max(favouritesLimit) }),
});

export const startPage = endpoint({
  method: 'PUT',
  path: '/api/start_page',
  can: own,
  summary: 'Where the caller goes after signing in to this unit: a report, the start page, or what the unit says',
  audit: 'start_page.save',
  body: z.strictObject({ page: z.enum(['unit', 'home', 'report']), reportId: id.nullable().default(null) }),
});

/** What may wait; who is told of which stands in the list of kinds of the API. */
const waitingKinds = [
  'incidents',
  'registrations',
  'access_requests',
  'privacy_requests',
  'problems',
  'refused_mails',
  'ending_access',
  'ending_people',
  'ending_groups',
  'ending_secrets',
  'failed_refreshes',
  'full_units',
  'ending_trials',
  'suspended_units',
  'undelivered_mails',
  'failing_accounts',
  'staff_requests',
  'draft_invoices',
  'overdue_invoices',
  'asked_domains',
  'failed_domains',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Kinds of which nothing waits are left out. */
const waiting = z.array(z.object({ kind: z.enum(waitingKinds), count: z.number() }));
const seats = z.object({ used: z.number(), limit: z.number() });

/** For those who administer a unit. */
export const overview = endpoint({
  method: 'GET',
  path: '/api/home/overview',
  can: { capability: 'unit_settings', right: 'read' },
  summary: 'How the unit is doing: who read in the last seven days and how much, licences, data that are not fresh, and what waits',
  answer: z.object({
    /** Users who opened a report in seven days, today among them. */
    readers: z.number(),
    views: z.number(),
    /** In the seven days before. */
    views_before: z.number(),
    seats,
    /** Reports whose last refresh failed, or is older than a week. */
    stale_reports: z.number(),
    waiting,
  }),
});
export type HomeOverview = z.infer<typeof overview.answer>;

/** For partners: units of which something waits, then others, up to a number that a page holds. */
export const unitsOverview = endpoint({
  method: 'GET',
  path: '/api/home/units',
  can: { capability: 'other_units_data', right: 'use' },
  summary: 'The business units of the partner with what waits in each, those with most of it first',
  answer: z.object({
    data: z.array(z.object({ id, name: z.string(), state: z.enum(unitStates), person_count: z.number(), user_limit: z.number(), waiting })),
    total: z.number(),
  }),
});
export type UnitOverview = z.infer<typeof unitsOverview.answer>['data'][number];

/** For the operator, who sees contracts and counts, and nothing of customers' people. */
export const platformOverview = endpoint({
  method: 'GET',
  path: '/api/home/platform',
  can: { capability: 'partners', right: 'read' },
  summary: 'How the platform is doing: partners, units by state, licences, use in seven days, and units in which something waits',
  answer: z.object({
    partners: z.number(),
    units: z.object({ trial: z.number(), active: z.number(), suspended: z.number() }),
    /** Of all units that are not closed. */
    seats,
    /** Seven days, today among them; use is counted at the end of a day. */
    views: z.number(),
    views_before: z.number(),
    waiting,
  }),
});
export type PlatformOverview = z.infer<typeof platformOverview.answer>;
