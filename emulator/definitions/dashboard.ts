import { z } from 'zod';

const id = z.guid();

const tile = z.strictObject({
  id,
  title: z.string(),
  rowSpan: z.number().int().positive().default(2),
  colSpan: z.number().int().positive().default(2),
  /** What it shows: one visual of a report. */
  report: id,
  page: z.string(),
  visual: z.string(),
});
export type Tile = z.infer<typeof tile>;

/** A dashboard, `<name>.dashboard.json` in a workspace folder. */
export const dashboardDefinition = z.strictObject({ id, name: z.string().min(1), tiles: z.array(tile).default([]) });
export type Dashboard = z.infer<typeof dashboardDefinition>;
