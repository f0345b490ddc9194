/**
 * What is kept for a time only, kind by kind (docs/reference/product-rules.md 15). The jobs remove by these conditions, and the screen counts
 * by them: what it tells is what happens. A new kind is an entry here, a word in the contract's `retentionKinds` and its sentences in
 * `retention.json`.
 */
import { keptSearches } from '@vitrine/contract/support/faqSearches.ts';
import { logDays } from '@vitrine/contract/people/provisioning.ts';
import { importLimits } from '@vitrine/contract/people/userImport.ts';
import { incidentYears } from '@vitrine/contract/privacy/incidents.ts';
import type { RetentionKindName } from '@vitrine/contract/privacy/retention.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isPastDeletion, keptAfterDeletion } from '#domain/people/deletedMembers.ts';
import { keptDays as keptRequestDays } from '#domain/reportAccess/requestTimes.rules.ts';
import { namesKeptMonths } from '#domain/usage/namesKept.ts';
import { type Moment, type Period, interval, passes, past } from './periods.ts';

export type RetentionKind = {
  period: Period;
  becomes: 'removed' | 'anonymous';
  /** Its rows are `x` in the conditions. */
  table: string;
  /** Which rows of the table are of this kind; all without it. */
  of?: RawBuilder<unknown>;
  /** Who reads and removes its rows: `sign-in` in all units at once, `unit` in one, and the database alone those of the log. */
  by: 'sign-in' | 'unit' | 'log';
  /** Whether a unit may not read it itself. */
  unseen?: true;
  due: (moment: Moment) => RawBuilder<unknown>;
  dueAt: (moment: Pick<Moment, 'timezone'>) => RawBuilder<unknown>;
  /** A column in the order of which rows go, where there is one. */
  oldestBy?: RawBuilder<unknown>;
  /** Whether a hold `h` of one member covers the row; null: no hold keeps this kind. */
  concerns: RawBuilder<unknown> | null;
};

const since = (column: string, period: Period) => ({
  period,
  due: past(sql.ref(column), period),
  dueAt: passes(sql.ref(column), period),
  oldestBy: sql.ref(column),
});
const months = (count: number): Period => ({ unit: 'months', count });
const days = (count: number): Period => ({ unit: 'days', count });

/** Ids of the log are ordered by time, and it is removed by them. */
const lines = {
  by: 'log',
  table: 'audit_log',
  oldestBy: sql`x.id`,
  concerns: sql`line_concerns(x, h.membership_id, h.person_id)`,
} as const;

/** Notices that were read go earlier, and what somebody removed from the list after a day. */
export const readNoticeDays = 90;
const noticeDays = 365;
const ofNotice = [past(sql`x.created_at`, days(noticeDays)), past(sql`x.read_at`, days(readNoticeDays)), past(sql`x.deleted_at`, days(1))];

const logMonths = 24;
/** A month of the log goes as a whole, when the last of it has its time. */
const firstKept = ({ at }: Pick<Moment, 'at'>) => sql`first_id_of(month_of_log(${at}, ${sql.lit(-logMonths)}))`;
const addressMonths = months(6);
const importDays = days(importLimits.keptDays);

export const retentionKinds: Record<RetentionKindName, RetentionKind> = {
  access: {
    ...since('x.expires_at', months(6)),
    table: 'session',
    by: 'sign-in',
    unseen: true,
    becomes: 'removed',
    concerns: sql`x.person_id = h.person_id`,
  },
  // Those of a line past its own time go with the line.
  addresses: {
    ...lines,
    period: addressMonths,
    of: sql`x.ip is not null`,
    becomes: 'anonymous',
    due: ({ at }) => sql`x.id < first_id_of(${at} - ${interval(addressMonths)}) and x.id >= ${firstKept({ at })}`,
    dueAt: passes(sql`x.at`, addressMonths),
  },
  audit: {
    ...lines,
    period: months(logMonths),
    becomes: 'removed',
    due: ({ at }) => sql`x.id < ${firstKept({ at })}`,
    dueAt: () => sql`month_of_log(x.at, ${sql.lit(logMonths + 1)})`,
  },
  views: {
    ...since('x.opened_at', months(namesKeptMonths)),
    table: 'report_view',
    by: 'unit',
    becomes: 'anonymous',
    concerns: sql`h.person_id in (x.person_id, x.actor_id)`,
  },
  notifications: {
    period: days(noticeDays),
    table: 'notification',
    by: 'sign-in',
    becomes: 'removed',
    due: (moment) =>
      sql`(${sql.join(
        ofNotice.map((due) => due(moment)),
        sql` or `,
      )})`,
    dueAt: () =>
      sql`least(x.created_at + ${interval(days(noticeDays))}, x.read_at + ${interval(days(readNoticeDays))}, x.deleted_at + ${interval(days(1))})`,
    concerns: sql`x.person_id = h.person_id`,
  },
  remote_access: {
    ...since('x.created_at', months(12)),
    table: 'remote_access',
    by: 'unit',
    becomes: 'removed',
    concerns: sql`h.person_id in (x.person_id, x.asker_id)`,
  },
  catalogue_requests: {
    ...since('x.created_at', days(keptRequestDays)),
    table: 'catalogue_request',
    by: 'unit',
    becomes: 'removed',
    concerns: sql`(x.membership_id = h.membership_id or h.person_id in (x.asked_by, x.decided_by))`,
  },
  // What was begun and never confirmed goes; of what was imported the numbers stay.
  imports: {
    period: importDays,
    table: 'user_import',
    of: sql`x.rows_forgotten_at is null and x.state <> 'running'`,
    by: 'unit',
    becomes: 'anonymous',
    due: past(sql`(case x.state when 'review' then x.created_at else x.finished_at end)`, importDays),
    dueAt: passes(sql`(case x.state when 'review' then x.created_at else x.finished_at end)`, importDays),
    concerns: sql`(x.created_by = h.person_id or exists (
      select from user_import_row r where r.tenant_id = x.tenant_id and r.import_id = x.id and r.membership_id = h.membership_id))`,
  },
  provisioning: {
    ...since('x.at', days(logDays)),
    table: 'scim_log',
    by: 'sign-in',
    becomes: 'removed',
    concerns: sql`(x.object_id = h.membership_id or h.membership_id = any (x.added || x.removed))`,
  },
  // Nobody knows who searched.
  faq_searches: {
    ...since('x.last_at', days(keptSearches.days)),
    table: 'faq_search',
    by: 'sign-in',
    becomes: 'removed',
    concerns: sql`false`,
  },
  deleted_members: {
    period: days(keptAfterDeletion),
    table: 'membership',
    of: sql`x.state = 'deactivated' and x.delete_on is not null and x.deactivated_on is not null`,
    by: 'unit',
    becomes: 'anonymous',
    due: ({ at, timezone }) => isPastDeletion(sql`x`, sql`(${at} at time zone ${timezone})::date`),
    dueAt: ({ timezone }) => sql`((x.deactivated_on + ${sql.lit(keptAfterDeletion)})::timestamp at time zone ${timezone})`,
    concerns: sql`x.person_id = h.person_id`,
  },
  // The period counts from when it was closed.
  incidents: {
    ...since('x.closed_at', { unit: 'years', count: incidentYears }),
    table: 'incident',
    by: 'sign-in',
    becomes: 'removed',
    concerns: sql`exists (
      select from incident_person c where c.tenant_id = x.tenant_id and c.incident_id = x.id and c.membership_id = h.membership_id)`,
  },
};
