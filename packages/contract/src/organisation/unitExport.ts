/** Everything of a business unit in one archive, for whoever may close or erase it (docs/operations.md, the end of a unit). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

const can = { capability: 'business_unit_closing', right: 'use' } as const;
const path = '/api/companies/:id/unit_export';

/** An archive is kept so long, and is no bigger than any program can read. */
export const unitExportLimits = { days: 7, bytes: 2_000_000_000, files: 60_000 } as const;

const unitExportReasons = ['too_big', 'not_allowed', 'failed'] as const;

const unitExport = z.object({
  id,
  state: z.enum(['waiting', 'done', 'failed']),
  /** Why there is none. */
  reason: z.enum(unitExportReasons).nullable(),
  /** In bytes. */
  size: z.number(),
  created_at: moment,
  /** When it is removed. */
  expires_at: moment,
});
/** The last one that the caller asked for. */
const answer = z.object({ last: unitExport.nullable() });
export type UnitExport = z.infer<typeof unitExport>;

export const get = endpoint({ method: 'GET', path, can, summary: 'How far the archive of a unit is that the caller asked for', answer });

export const add = endpoint({
  method: 'POST',
  path,
  can,
  summary: 'Asks for everything of a unit in one archive; a job makes it, and a mail tells when it is there',
  audit: 'company.export',
  status: 202,
  answer,
});

export const file = endpoint({
  // Taking it is written down.
  method: 'POST',
  path: `${path}/file`,
  can,
  summary: 'The archive, for whoever asked for it',
  audit: 'company.export_data',
  answer: download,
});
