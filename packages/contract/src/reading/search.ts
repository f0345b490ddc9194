/** The search of the palette: what a few words find, of everything that the caller may open. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { reportKinds } from '../reports/reports.ts';

/** How many of each are found. */
export const foundOfEach = 8;

const report = z.object({ id, title: z.string(), kind: z.enum(reportKinds), group_name: z.string(), certified: z.boolean() });
const page = z.object({
  report_id: id,
  report_title: z.string(),
  /** What addresses the page: `?page=` of the viewer. */
  name: z.string(),
  title: z.string(),
});
const user = z.object({ id, name: z.string(), email: z.string() });
const userGroup = z.object({ id, name: z.string(), member_count: z.int() });

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  can: { capability: 'report_view', right: 'read' },
  summary: 'Reports, their pages, people and user groups, the best of each first, without regard to accents; reports also with small typos',
  query: z.strictObject({ q: z.string().trim().min(1).max(120) }),
  answer: z.object({
    reports: z.array(report),
    pages: z.array(page),
    /** Only for who manages people. */
    users: z.array(user),
    user_groups: z.array(userGroup),
  }),
});
export type Found = z.infer<typeof search.answer>;
