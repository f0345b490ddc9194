/** Which picture stands for a report. */
import { sql } from 'kysely';

/** Of a report `r` and its group `g`: the id of its own cover, or else of its subgroup's, or else of its group's. */
export const coverOf = sql<string | null>`coalesce(
  r.cover_id, (select s.cover_id from report_subgroup s where s.group_id = r.group_id and s.id = r.subgroup_id), g.cover_id)`;
