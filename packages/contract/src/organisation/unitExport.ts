/** Everything of a business unit in one archive, for its partner, whoever asked for it (docs/decisions/024-an-export-is-the-partners.md). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

const can = { capability: 'business_unit_closing', right: 'use' } as const;
const path = '/api/companies/:id/unit_export';
/** What is in a unit is for those who see the data of their units; the operator asks for an archive and takes none. */
const taking = { capability: 'other_units_data', right: 'use' } as const;

/** An archive is kept so long, is no bigger than any program can read, and its link has to be opened at once. */
export const unitExportLimits = { days: 7, link_seconds: 60, bytes: 2_000_000_000, files: 60_000 } as const;

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
/** The last one that somebody asked for. */
const answer = z.object({
  last: unitExport.nullable(),
  /** Whether the caller may take it too. */
  can: z.object({ download: z.boolean() }),
});
export type UnitExport = z.infer<typeof unitExport>;

export const get = endpoint({ method: 'GET', path, can, summary: 'How far the archive of a unit is that somebody asked for last', answer });

export const add = endpoint({
  method: 'POST',
  path,
  can,
  summary: 'Asks for everything of a unit in one archive; a job makes it, and a mail tells when it is there',
  audit: 'company.export',
  status: 202,
  answer,
});

export const link = endpoint({
  method: 'POST',
  path: `${path}/link`,
  can: taking,
  summary: 'A link to the archive that works once and soon, so that the browser writes it to the disk by itself',
  // Whoever has the link has the archive, so this is where taking it is written down.
  audit: 'company.export_data',
  answer: z.object({ address: z.string() }),
});

export const read = endpoint({
  method: 'GET',
  path: '/api/unit_exports/:key',
  can: 'public',
  summary: 'The archive, by a link that was not used yet',
  params: z.strictObject({ key: z.string().regex(/^[\w-]{43}$/) }),
  once: true,
  answer: download,
});
