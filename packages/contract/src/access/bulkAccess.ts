/** Assignments of many reports at once: what their rows can be chosen by, what would come of it, giving and taking back. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { assignee, grantInput, model } from './reportAccess.ts';

const can = { capability: 'report_access', right: 'use' } as const;

const bulkLimit = 500;
const receivers = z.array(assignee).min(1).max(bulkLimit);
const bulkReports = z.array(id).min(1).max(bulkLimit);
const bulkRules = grantInput.omit({ to: true, to_id: true }).extend({ report_ids: bulkReports, receivers });

export const bulkAdd = endpoint({
  method: 'POST',
  path: '/api/report_grants/bulk',
  can,
  summary: 'Assigns many reports to many people and groups; what is assigned already stays as it is',
  audit: 'report_grant.bulk_add',
  body: bulkRules,
  answer: z.object({ added: z.number(), skipped: z.number() }),
});
export const bulkRemove = endpoint({
  method: 'POST',
  path: '/api/report_grants/bulk_removal',
  can,
  summary: 'Takes assignments of many reports back from many people and groups; on wish people are taken off in person',
  audit: 'report_grant.bulk_remove',
  body: z.strictObject({ report_ids: bulkReports, receivers, in_person: z.boolean().default(false) }),
  answer: z.object({ removed: z.number(), taken_off: z.number() }),
});
/** What rows of several reports can be chosen by. */
export const commonModel = endpoint({
  method: 'POST',
  path: '/api/report_grants/model',
  can,
  summary: 'Roles and columns that the models of all these reports have, as far as the reporting service tells them',
  body: z.strictObject({ report_ids: bulkReports }),
  answer: model.answer.extend({
    /** How many of the reports show everybody the same, filter, or have roles. */
    kinds: z.object({ none: z.number(), filter: z.number(), rls: z.number() }),
    /** Of those with roles: whether one of them opens to nobody without a role. */
    roles_required: z.boolean(),
    /** The report whose model tells the values of the columns; null where none has filters. */
    values_from: id.nullable(),
  }),
});
export type CommonModel = z.infer<typeof commonModel.answer>;

export const bulkPreview = endpoint({
  method: 'POST',
  path: '/api/report_grants/bulk_preview',
  can,
  summary:
    'What assignments of many reports would give before they are saved: to how many people, which reports, checked with the reporting service',
  body: bulkRules.omit({ ends_on: true }),
  answer: z.object({
    /** People who belong to the receivers and may sign in. */
    people: z.number(),
    reports: z.number(),
    /** How many people and reports were looked at. */
    looked_at: z.object({ people: z.number(), reports: z.number() }),
    /** Of those people: who opens at least one of the reports. */
    sees: z.number(),
    /** Assignments that are there already and stay as they are. */
    already: z.number(),
    /** Reports that not all of the people open, with how many do not, and why. */
    troubled: z.array(
      z.object({
        report_id: id,
        title: z.string(),
        active: z.boolean(),
        no_data_rule: z.number(),
        rule_refused: z.number(),
        closed: z.number(),
      }),
    ),
    /** People whose rows of some report come from another assignment, or who administer and see all. */
    ruled_elsewhere: z.number(),
    /** True once the service has given tokens for what the people would get. */
    checked: z.boolean(),
  }),
});
export type BulkPreview = z.infer<typeof bulkPreview.answer>;
