/** A PBIX or a file of data becomes a report: it comes in parts, and the reporting service publishes it in the background. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { description, id, moment, name } from '../fields.ts';
import { upload } from '../upload.ts';
import { dataReading } from './dataReading.ts';

const write = { capability: 'reports', right: 'write' } as const;

export const uploadLimits = {
  /** Larger ones are published with Power BI Desktop and registered here. */
  bytes: 100 * 1024 * 1024,
  /** Size of every part but the last: small enough to arrive over a slow line within the server's time limit. */
  partBytes: 1024 * 1024,
  /** How long finished uploads stay in the list. */
  days: 7,
};

/** What can be published. The content decides, never the name of the file. */
export const publishableKinds = ['pbix', 'xlsx', 'csv', 'json', 'parquet', 'zip'] as const;
export type PublishableKind = (typeof publishableKinds)[number];

const reportUpload = z.object({
  id,
  file_name: z.string(),
  size: z.number(),
  title: z.string(),
  kind: z.enum(publishableKinds).nullable(),
  state: z.enum(['receiving', 'publishing', 'done', 'failed']),
  /** Why it failed, in the caller's language. */
  reason: z.string().nullable(),
  /** What the reporting service said about it, in its own words. */
  original: z.string().nullable(),
  /** The report that it became. */
  report_id: id.nullable(),
  /** How its data was understood, where the reporting service says it. */
  reading: dataReading.nullable(),
  created_at: moment,
});
export type ReportUpload = z.infer<typeof reportUpload>;

export const list = endpoint({
  method: 'GET',
  path: '/api/report_uploads',
  can: write,
  summary: 'The caller’s uploads of the last days, the latest first',
  answer: z.object({
    data: z.array(reportUpload),
    /** This is a demo: its local reporting service makes reports of files of data as well. */
    demo: z.boolean(),
  }),
});
export const begin = endpoint({
  method: 'POST',
  path: '/api/report_uploads',
  can: write,
  summary: 'Begins the upload of a file that becomes a report; an earlier one that was never finished is forgotten',
  audit: 'report_upload.begin',
  status: 201,
  body: z.strictObject({
    account_id: id,
    workspace_id: id,
    file_name: z.string().trim().min(1, 'required').max(255),
    size: z.number().int().min(1, 'required'),
    /** Of the report here, and of report and data at the service. */
    title: name,
    description: description.default(''),
    /** Only the operator leaves the group out. */
    group_id: id.nullable(),
    subgroup_id: id.nullable().default(null),
    /** Replaces what has this name in the workspace; without it, a name that is taken is refused. */
    replaces: z.boolean().default(false),
  }),
  answer: reportUpload,
});
export const sendPart = endpoint({
  method: 'PUT',
  path: '/api/report_uploads/:id/parts/:number',
  can: write,
  summary: 'One part of the file, from 0; sent twice it counts once',
  params: z.strictObject({ id, number: z.coerce.number().int().min(0).max(9999) }),
  body: upload,
});
export const finish = endpoint({
  method: 'POST',
  path: '/api/report_uploads/:id/finish',
  can: write,
  summary: 'Looks at the content and publishes it in the background',
  audit: 'report_upload.finish',
  status: 202,
  answer: reportUpload,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/report_uploads/:id',
  can: write,
  summary: 'Forgets an upload; what it became stays',
  audit: 'report_upload.remove',
});
