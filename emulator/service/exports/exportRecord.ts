import { z } from 'zod';
import { paginatedJob, printJob } from '../../exportRenderer/job.ts';

const work = z.strictObject({
  job: z.union([printJob, paginatedJob]),
  model_id: z.string(),
  identity: z.strictObject({ username: z.string(), roles: z.array(z.string()), custom_data: z.string().optional() }).optional(),
});
/** What an export prints, and who asks for its data. */
export type Work = z.infer<typeof work>;

/** An export as its folder keeps it. */
export const exportRecord = z.strictObject({
  id: z.string(),
  workspace_id: z.string(),
  report_id: z.string(),
  report_name: z.string(),
  capacity_id: z.string(),
  created_at_ms: z.number(),
  pages: z.number(),
  done: z.number(),
  phase: z.enum(['waiting', 'printing', 'printed', 'failed']),
  /** Of the file, once it is there. */
  extension: z.string().optional(),
  /** It fails whatever it prints; with a wait the service was busy. */
  fault: z.strictObject({ retry_after_s: z.number().optional() }).optional(),
  /** While it is not over. */
  work: work.optional(),
});
export type Export = z.infer<typeof exportRecord>;
