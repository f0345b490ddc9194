/** Maintenance windows: times in which a report is closed for its readers (docs/reference/product-rules.md 14). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, id, moment, version, wallClock } from '../fields.ts';
import { rowCan } from '../list.ts';
import { maintenanceNotice } from '../reading/reportReading.ts';

const read = { capability: 'refresh_schedules', right: 'read' } as const;
const write = { capability: 'refresh_schedules', right: 'write' } as const;

const maintenanceInput = z.strictObject({
  /** On the clock of the unit; at most seven days. */
  starts: wallClock,
  ends: wallClock,
  message: description.default(''),
  /** Administrators and partners may open the report during the window. */
  managers_pass: z.boolean().default(true),
  /** Readers are told a day before. */
  announce: z.boolean().default(false),
});
export type MaintenanceInput = z.infer<typeof maintenanceInput>;

const maintenanceWindow = maintenanceInput.extend({
  id,
  starts_at: moment,
  ends_at: moment,
  state: z.enum(['planned', 'open', 'over']),
  version: z.number(),
  can: rowCan,
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

export const list = endpoint({
  method: 'GET',
  path: '/api/reports/:id/maintenance',
  can: read,
  summary: 'Maintenance windows of a report: those to come and the last twenty',
  answer: z.object({ timezone: z.string(), data: z.array(maintenanceWindow) }),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/reports/:id/maintenance',
  can: write,
  summary: 'Closes a report for its readers for some time',
  audit: 'report_maintenance.add',
  status: 201,
  body: maintenanceInput,
  answer: maintenanceWindow,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/maintenance/:window_id',
  can: write,
  summary: 'Changes a maintenance window',
  audit: 'report_maintenance.update',
  body: maintenanceInput.extend({ version }),
  answer: maintenanceWindow,
});
export const end = endpoint({
  method: 'POST',
  path: '/api/reports/:id/maintenance/:window_id/end',
  can: write,
  summary: 'Ends an open window now',
  audit: 'report_maintenance.end',
  answer: maintenanceWindow,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id/maintenance/:window_id',
  can: write,
  summary: 'Takes a maintenance window back',
  audit: 'report_maintenance.remove',
});

/** For the start page: what is closed now or within a day, of the reports that the caller may see. */
export const mine = endpoint({
  method: 'GET',
  path: '/api/my_maintenance',
  can: { capability: 'report_view', right: 'read' },
  summary: 'Maintenance of the caller’s reports, now and within a day',
  answer: z.object({ data: z.array(maintenanceNotice.extend({ report_id: id, title: z.string(), open: z.boolean() })) }),
});
