/** Answers that are files: saved by the browser, never shown by it. */
import { z } from 'zod';

export type Download = {
  /** With its extension, as it shall be called where it is saved. */
  file_name: string;
  content_type: string;
  /** A stream or the bytes; the contract knows no more of it than that it is passed on. */
  content: unknown;
  /** A picture of ours that never changes: shown in a page and kept by browsers. Everything else is saved, never shown. */
  shown?: boolean;
  /** A page that was checked before it was kept: shown in a frame of ours, where it may do nothing. */
  framed?: boolean;
};

/** The answer of an endpoint that answers a file. */
export const download = z.custom<Download>();

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The query of a list's export, from the query of the list: the same search, filters and order, but every row, as a file.
 * `columns` are the names of the wanted columns, separated by commas; all of them when it is empty.
 */
export function exportQuery<Shape extends z.ZodRawShape & { page: z.ZodType; per_page: z.ZodType; after?: z.ZodType }>(
  list: z.ZodObject<Shape, z.core.$strict>,
) {
  const { page: _page, per_page: _perPage, after: _after, ...narrowing } = list.shape;
  return z.strictObject({
    ...narrowing,
    format: z.enum(exportFormats),
    columns: z
      .string()
      .max(4000)
      .regex(/^[\w.:-]*(?:,[\w.:-]+)*$/, 'invalid')
      .default(''),
  });
}
