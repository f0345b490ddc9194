/** Imports and their rows: storing and reading. */
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { importLimits } from '@vitrine/contract/people/userImport.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { StoredRow } from './checkRows.ts';

type StoredImport = Omit<UserImport, 'undo_until'> & { finished_at: string | null };

/** An import `i` with the numbers of its rows. */
const columns = sql`i.id, i.file_name, i.state, i.header, i.mapping, i.update_existing, i.source_tenant_id is not null as from_unit, i.created_at, i.finished_at, i.rows_forgotten_at, i.version, i.other_sheets, i.undone,
  (select p.name from person p where p.id = i.created_by) as author, c.rows, c.with_problems, c.doubtful, c.joining, c.returning, c.success, c.failed, c.made,
  case when i.state = 'review' then greatest(0, c.joining - greatest(0, least(
    (select t.user_limit from tenant t where t.id = i.tenant_id) - coalesce((select s.used from unit_seats s where s.tenant_id = i.tenant_id), 0),
    (select free from seats_of_contract())))) else 0 end as seats_missing`;
const counts = sql`cross join lateral (
    select count(*) as rows, count(*) filter (where r.state = 'pending' and r.problems <> '{}') as with_problems,
      count(*) filter (where r.state = 'pending' and r.problems = '{}' and r.doubtful) as doubtful,
      count(*) filter (where r.state = 'pending' and r.problems = '{}' and r.joins) as joining,
      count(*) filter (where r.state = 'pending' and r.problems = '{}' and r.returns) as returning,
      count(*) filter (where r.state = 'success' and r.made) as made,
      count(*) filter (where r.state = 'success') as success, count(*) filter (where r.state = 'failed') as failed
    from user_import_row r where r.import_id = i.id
  ) as c`;

export type ImportRecord = Omit<StoredImport, 'created_by'> & { author: string | null };

export const importOf = (id: string): RawBuilder<ImportRecord> =>
  sql<ImportRecord>`select ${columns} from user_import i ${counts} where i.id = ${id}`;
export const importPage = (page: RawBuilder<unknown>): RawBuilder<ImportRecord> =>
  sql<ImportRecord>`select ${columns} from (select * from user_import order by id desc ${page}) as i ${counts} order by i.id desc`;

/** The answer for an import; it can be undone for a day. */
export function toUserImport({ author, ...record }: ImportRecord, now: Date): UserImport {
  const until = record.finished_at === null ? null : new Date(Date.parse(record.finished_at) + importLimits.undoHours * 3_600_000);
  const undo_until = record.state === 'done' && until !== null && until > now && record.made > 0 ? until.toISOString() : null;
  return { ...record, created_by: author ?? '', undo_until };
}

const readAtOnce = 50;

/** The rows that are neither done nor failed, in their order, a few at a time: each may be as long as a page. */
export async function* pendingRows(unit: Pick<Scoped, 'run'>, id: string): AsyncGenerator<StoredRow[]> {
  for (let last: number | null = 0; last !== null;) {
    const rows: StoredRow[] = await unit.run(sql<StoredRow>`
      select line, cells from user_import_row where import_id = ${id} and state = 'pending' and line > ${last} order by line limit ${sql.lit(readAtOnce)}`);
    last = rows.length < readAtOnce ? null : (rows.at(-1)?.line ?? null);
    if (rows.length > 0) yield rows;
  }
}

type Judgement = { line: number; problems: Record<string, string>; doubtful: boolean; joins: boolean; returns: boolean };

/** Stores the results of many rows in one statement. */
export const storeJudgements = (id: string, rows: readonly Judgement[]): Statement => sql`
  update user_import_row r set problems = w.problems, doubtful = w.doubtful, joins = w.joins, returns = w.returns
  from jsonb_to_recordset(${JSON.stringify(rows.map(({ line, problems, doubtful, joins, returns }) => ({ line, problems, doubtful, joins, returns })))}::jsonb)
    as w (line int, problems jsonb, doubtful boolean, joins boolean, returns boolean)
  where r.import_id = ${id} and r.line = w.line and (r.problems, r.doubtful, r.joins, r.returns) is distinct from (w.problems, w.doubtful, w.joins, w.returns)`;
