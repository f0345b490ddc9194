/** How a file of data was understood when it became a report. */
import { z } from 'zod';

/** How many there are, and the first of them: the number of the line, and what stands there. */
const examples = z.object({ count: z.number(), examples: z.array(z.object({ line: z.number(), text: z.string() })) });
export type Examples = z.infer<typeof examples>;

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
export type ColumnReading = z.infer<typeof columnReading>;

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
export type TableReading = z.infer<typeof tableReading>;

/** The tables of a file; `more_tables` are not told one by one. */
export const dataReading = z.object({ tables: z.array(tableReading), more_tables: z.number() });
export type DataReading = z.infer<typeof dataReading>;
