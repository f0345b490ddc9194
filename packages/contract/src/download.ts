/** Answers that are files: saved by the browser, never shown by it. */
import { z } from 'zod';

export type Download = {
  /** File name with its extension, as the browser saves it. */
  file_name: string;
  content_type: string;
  /** A stream or the bytes; the contract does not describe them further. */
  content: unknown;
  /** Bytes of a stream, where they are known: a browser then tells how far it is, and a stream that breaks off is no whole file. */
  size?: number;
  /** For a picture that never changes: shown in a page and cached by browsers. Everything else is saved, never shown. */
  shown?: boolean;
  /** For a shown picture of a person: browsers ask each time whether it is still there. */
  personal?: boolean;
  /** For an HTML page that was checked before it was stored: shown in a sandboxed frame of the portal. */
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
