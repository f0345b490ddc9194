/** Files on their way to a report (docs/reference/powerbi.md A6). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** How many there are, and the first of them: where they stand, and what stands there. */
const examples = z.object({ count: z.number(), examples: z.array(z.object({ line: z.number(), text: z.string() })) });

const columnReading = z.object({
  name: z.string(),
  /** What its cells were read as. */
  read_as: z.enum(['text', 'integer', 'decimal', 'amount', 'percentage', 'date', 'date_time', 'yes_no']),
  /** Of dates in figures: what comes first. */
  order: z.enum(['day_first', 'month_first']).nullable(),
  /** Whether its numbers are added up. */
  summed: z.boolean(),
  /** Cells that became blank although something stands in them. */
  blanked: examples,
});

const tableReading = z.object({
  name: z.string(),
  file: z.string(),
  /** Of a workbook. */
  sheet: z.string().nullable(),
  /** Of a text file. */
  separator: z.string().nullable(),
  encoding: z.string().nullable(),
  /** The line with the names of the columns, if there is one. */
  header_line: z.number().nullable(),
  rows: z.number(),
  columns: z.array(columnReading),
  /** Columns that are not told one by one. */
  more_columns: z.number(),
  /** Lines that are totals or notes. */
  left_out: examples,
  /** Lines with more cells than there are columns. */
  overlong: examples,
});
export type SentTableReading = z.input<typeof tableReading>;

/** How a file of data was understood, by tables; `more_tables` are not told one by one. */
export const dataReading = z.object({ tables: z.array(tableReading), more_tables: z.number() });
export type SentDataReading = z.input<typeof dataReading>;

export const importRow = z.object({
  id: z.string(),
  name: maybe(z.string()),
  /** Publishing, Succeeded or Failed. */
  importState: z.string(),
  datasets: maybe(z.array(named)),
  reports: maybe(z.array(named)),
  error: maybe(z.object({ code: maybe(z.string()), message: maybe(z.string()) })),
  /** An annotation of the local reporting service, of which the cloud knows nothing; whoever does not know it passes it over. */
  '@vitrine.reading': maybe(dataReading).catch(undefined),
});
export type SentImport = Sent<typeof importRow>;

/** What happens to a name that is there already. */
export const nameConflicts = ['Ignore', 'Abort', 'Overwrite', 'CreateOrOverwrite', 'GenerateUniqueName'] as const;
export type NameConflict = (typeof nameConflicts)[number];
