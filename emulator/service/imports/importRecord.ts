import { dataReading } from '@vitrine/powerbi/wire/imports.ts';
import { z } from 'zod';

const id = z.guid().toLowerCase();
const named = z.strictObject({ id, name: z.string() });

const target = z.strictObject({
  /** What the file is called; its ending says what it is. */
  file: z.string(),
  /** The object id of whoever hands it in: the owner of the dataset. */
  owner: z.string(),
  /** The dataset, and its report, whose place it takes. */
  replaces: id.optional(),
  skip_report: z.boolean(),
});

/** An import: the file and its result. */
export const importRecord = z.strictObject({
  id,
  workspace_id: id,
  /** Of dataset and report. */
  name: z.string(),
  created_at_ms: z.number(),
  target: target.optional(),
  /** One of the two is set when the work is done. */
  result: z.strictObject({ datasets: z.array(named), reports: z.array(named), reading: dataReading.optional() }).optional(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});
export type ImportRecord = z.infer<typeof importRecord>;
