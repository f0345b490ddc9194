/** Files on their way to a report (docs/reference/powerbi.md A6). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

const named = z.object({ id: z.string(), name: z.string() });

export const importRow = z.object({
  id: z.string(),
  name: maybe(z.string()),
  /** Publishing, Succeeded or Failed. */
  importState: z.string(),
  datasets: maybe(z.array(named)),
  reports: maybe(z.array(named)),
  error: maybe(z.object({ code: maybe(z.string()), message: maybe(z.string()) })),
});
export type SentImport = Sent<typeof importRow>;

/** What happens to a name that is there already. */
export const nameConflicts = ['Ignore', 'Abort', 'Overwrite', 'CreateOrOverwrite', 'GenerateUniqueName'] as const;
export type NameConflict = (typeof nameConflicts)[number];
