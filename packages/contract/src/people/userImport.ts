/** Importing people: upload a file, map its columns, check every row, import in the background (docs/reference/product-rules.md 7). */
import { z } from 'zod';
import { download, exportFormats } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { listMeta, listOf, listQuery } from '../list.ts';
import { upload } from '../upload.ts';

const can = { capability: 'user_import', right: 'use' } as const;

export const importLimits = {
  rows: 10_000,
  bytes: 20 * 1024 * 1024,
  columns: 60,
  cellCharacters: 500,
  undoHours: 24,
  keptDays: 30,
} as const;

/** What a column can be; fields of the unit's own are `custom:<id>`. */
export const importFields = ['name', 'email', 'phone', 'department', 'language', 'role', 'groups', 'block_on', 'delete_on'] as const;
export type ImportField = (typeof importFields)[number];

const target = z.string().regex(new RegExp(`^(?:${importFields.join('|')}|custom:[0-9a-f-]{36})$`), 'invalid');

const importStates = ['review', 'running', 'done', 'undone'] as const;
const rowStates = ['pending', 'success', 'failed'] as const;

/** Why a row or a cell cannot be taken. */
const importProblems = [
  'required',
  'invalid',
  'taken',
  'duplicate',
  'unknown_group',
  'role_not_allowed',
  'too_long',
  'before_block',
  'no_seat',
  'error_cell',
  'deactivated',
] as const;
export type ImportProblem = (typeof importProblems)[number];

const userImport = z.object({
  id,
  file_name: z.string(),
  state: z.enum(importStates),
  header: z.array(z.string()),
  /** The field of each column; null: left out. */
  mapping: z.array(z.string().nullable()),
  update_existing: z.boolean(),
  from_unit: z.boolean(),
  rows: z.number(),
  /** Rows that cannot be taken as they are. */
  with_problems: z.number(),
  /** Valid rows whose e-mail looks mistyped. */
  doubtful: z.number(),
  /** Valid rows of people who were deactivated here and come back. */
  returning: z.number(),
  /** Valid rows that take a seat. */
  joining: z.number(),
  /** Seats that valid rows need beyond those that are free. */
  seats_missing: z.number(),
  /** Sheets of the workbook that were not read: only the first is. */
  other_sheets: z.array(z.string()),
  success: z.number(),
  failed: z.number(),
  /** People who joined by this import, of those in `success`; the others were updated. */
  made: z.number(),
  /** What undoing did: it deactivates those who joined, but for the caller. */
  undone: z.object({ deactivated: z.number(), updated: z.number(), already: z.number(), yourself: z.number() }).nullable(),
  created_at: z.string(),
  created_by: z.string(),
  finished_at: z.string().nullable(),
  /** Until when it can be undone; null when it cannot. */
  undo_until: z.string().nullable(),
  /** When the rows were removed, leaving only numbers; null while they are kept. */
  rows_forgotten_at: z.string().nullable(),
  version: z.number(),
});
export type UserImport = z.infer<typeof userImport>;

const importRow = z.object({
  /** The line of the file. */
  line: z.number(),
  id: z.string(),
  cells: z.array(z.string()),
  state: z.enum(rowStates),
  /** By the number of the column, or `row`. */
  problems: z.record(z.string(), z.enum(importProblems)),
  /** The person was deactivated here and comes back. */
  returns: z.boolean(),
  /** Suggested corrections by the number of the column. */
  suggestions: z.record(z.string(), z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

export const list = endpoint({
  method: 'GET',
  path: '/api/user_imports',
  can,
  summary: 'Imports of the unit, the newest first',
  query: listQuery(['created_at']),
  answer: listOf(userImport),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/user_imports',
  can,
  summary: 'Reads a CSV or XLSX file; nothing is imported yet',
  audit: 'user_import.add',
  max_bytes: importLimits.bytes,
  status: 201,
  query: z.strictObject({ name: z.string().trim().min(1).max(200).default('import') }),
  body: upload,
  answer: userImport,
});
/** Units that people can be taken from. */
export const sources = endpoint({
  method: 'GET',
  path: '/api/user_imports/sources',
  can: { capability: 'user_import_from_unit', right: 'use' },
  summary: 'Other units whose people the caller manages',
  answer: z.object({ data: z.array(z.object({ id, name: z.string(), people: z.number() })) }),
});
export const addFromUnit = endpoint({
  method: 'POST',
  path: '/api/user_imports/from_unit',
  can: { capability: 'user_import_from_unit', right: 'use' },
  summary: 'Takes the active people of another unit as the rows of an import',
  audit: 'user_import.add_from_unit',
  status: 201,
  body: z.strictObject({ source_tenant_id: id }),
  answer: userImport,
});
export const get = endpoint({
  method: 'GET',
  path: '/api/user_imports/:id',
  can,
  summary: 'One import and how far it is',
  answer: userImport,
});
export const map = endpoint({
  method: 'PUT',
  path: '/api/user_imports/:id',
  can,
  summary: 'Says what the columns are, and looks at every row again',
  audit: 'user_import.map',
  body: z.strictObject({
    mapping: z.array(target.nullable()).min(1).max(importLimits.columns),
    update_existing: z.boolean().default(false),
    version,
  }),
  answer: userImport,
});
export const rows = endpoint({
  method: 'GET',
  path: '/api/user_imports/:id/rows',
  can,
  summary: 'Rows of an import',
  query: listQuery(['line'], { only: z.enum(['problems', 'doubtful', 'returning', 'good', 'success', 'failed']).optional() }),
  answer: z.object({ data: z.array(importRow), meta: listMeta }),
});
export const correct = endpoint({
  method: 'PUT',
  path: '/api/user_imports/:id/rows/:line',
  can,
  summary: 'Corrects the cells of a row before the import',
  audit: 'user_import.correct',
  params: z.strictObject({ id, line: z.coerce.number().int().min(1).max(1_100_000) }),
  body: z.strictObject({ cells: z.array(z.string().max(importLimits.cellCharacters)).min(1).max(importLimits.columns) }),
  answer: importRow,
});
export const start = endpoint({
  method: 'POST',
  path: '/api/user_imports/:id/start',
  can,
  summary: 'Begins the import; rows with problems are left out when that is wished',
  audit: 'user_import.start',
  body: z.strictObject({
    ignore_errors: z.boolean().default(false),
    /** Whether people who were deactivated here come back; otherwise their rows are left out. */
    reactivate: z.boolean().default(true),
    version,
  }),
  answer: userImport,
});
export const undo = endpoint({
  method: 'POST',
  path: '/api/user_imports/:import_id/undo',
  can,
  summary: 'Deactivates the people who joined by this import, within a day, and says who is left and why',
  audit: 'user_import.undo',
  body: z.strictObject({}),
  answer: userImport,
});
export const template = endpoint({
  method: 'GET',
  path: '/api/user_imports/template',
  can,
  summary: 'An empty file with the columns that an import knows, in the language of the caller',
  query: z.strictObject({ format: z.enum(exportFormats) }),
  answer: download,
});

export const results = endpoint({
  method: 'GET',
  path: '/api/user_imports/:id/results',
  can,
  summary: 'The rows as a file, with what became of each and why; it can be read in again',
  query: z.strictObject({ format: z.enum(exportFormats), only: z.enum(['success', 'failed']).optional() }),
  answer: download,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/user_imports/:id',
  can,
  summary: 'Throws away an import that has not begun',
  audit: 'user_import.remove',
});
