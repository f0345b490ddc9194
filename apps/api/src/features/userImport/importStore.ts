/** Imports and their rows as they are stored and told. */
import type { UserImport } from '@vitrine/contract/features/userImport.ts';
import { importLimits } from '@vitrine/contract/features/userImport.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Statement } from '../../core/database/query.ts';

type Told = Omit<UserImport, 'undo_until'> & { finished_at: string | null };

/** An import `i` with the numbers of its rows. */
const columns = sql`i.id, i.file_name, i.state, i.header, i.mapping, i.update_existing, i.source_tenant_id is not null as from_unit, i.created_at, i.finished_at, i.rows_forgotten_at, i.version,
  (select p.name from person p where p.id = i.created_by) as author, c.rows, c.with_problems, c.doubtful, c.success, c.failed`;
const counts = sql`cross join lateral (
    select count(*) as rows, count(*) filter (where r.state = 'pending' and r.problems <> '{}') as with_problems,
      count(*) filter (where r.state = 'pending' and r.problems = '{}' and r.doubtful) as doubtful,
      count(*) filter (where r.state = 'success') as success, count(*) filter (where r.state = 'failed') as failed
    from user_import_row r where r.import_id = i.id
  ) as c`;

export type ImportRecord = Omit<Told, 'created_by'> & { author: string | null };

export const importOf = (id: string): RawBuilder<ImportRecord> =>
  sql<ImportRecord>`select ${columns} from user_import i ${counts} where i.id = ${id}`;
export const importPage = (page: RawBuilder<unknown>): RawBuilder<ImportRecord> =>
  sql<ImportRecord>`select ${columns} from (select * from user_import order by id desc ${page}) as i ${counts} order by i.id desc`;

/** An import as the caller is told it; undoing is possible for a day. */
export function told({ author, ...record }: ImportRecord, now: Date): UserImport {
  const until = record.finished_at === null ? null : new Date(Date.parse(record.finished_at) + importLimits.undoHours * 3_600_000);
  const undo_until = record.state === 'done' && until !== null && until > now && record.success > 0 ? until.toISOString() : null;
  return { ...record, created_by: author ?? '', undo_until };
}

type Judgement = { line: number; problems: Record<string, string>; doubtful: boolean };

/** What is to be said of many rows, in one statement. */
export const storeJudgements = (id: string, rows: readonly Judgement[]): Statement => sql`
  update user_import_row r set problems = w.problems, doubtful = w.doubtful
  from jsonb_to_recordset(${JSON.stringify(rows.map(({ line, problems, doubtful }) => ({ line, problems, doubtful })))}::jsonb)
    as w (line int, problems jsonb, doubtful boolean)
  where r.import_id = ${id} and r.line = w.line and (r.problems <> w.problems or r.doubtful <> w.doubtful)`;
