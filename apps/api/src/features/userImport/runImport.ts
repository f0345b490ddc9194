/**
 * The work of an import: some hundred rows in a transaction, one such transaction after the other. Whatever happens in between,
 * a row is either done and says so, or it is still pending; so a run that was cut off is simply run again.
 */
import type { ImportProblem } from '@vitrine/contract/features/userImport.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isUniqueViolation } from '../../core/database/errors.ts';
import type { Statement } from '../../core/database/query.ts';
import type { Scoped } from '../../core/database/scoped.ts';
import type { Transaction } from '../../core/database/transaction.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { notify } from '../../core/notify/notify.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { CheckedRow, Ground, Import, StoredRow } from './checkRows.ts';
import { checkRows, surroundingsOf } from './checkRows.ts';

export const batchRows = 250;

type Pending = Import & { id: string; default_language: string };

export type Imported = { id: string; name: string; email: string; language: string };

/** Seats that are left: everybody else who adds people waits until this batch is done. */
const freeSeats = sql<{ free: number }>`select free_seats() as free`;

type Made = CheckedRow & { new_person: boolean; id: string; account_id: string };

/** The rows as records for SQL. */
const records = (rows: readonly Made[], language: string): string =>
  JSON.stringify(
    rows.map(({ id, account_id, candidate, line }) => ({
      ...candidate,
      language: candidate.language ?? language,
      id,
      person_id: account_id,
      line,
    })),
  );

const columns = sql`(id uuid, person_id uuid, line int, name text, email text, phone text, department text, language text, role text, group_ids jsonb, block_on date, delete_on date, custom jsonb)`;

/** Accounts, memberships and groups; who is already somewhere comes in as they are. */
function addPeople(rows: readonly Made[], language: string): [Statement, ...Statement[]] {
  const all = sql`jsonb_to_recordset(${records(rows, language)}::jsonb) as w ${columns}`;
  const persons = rows.filter((row) => row.new_person);
  return [
    sql`insert into person (id, email, name, phone, language) select person_id, email, name, phone, language
      from jsonb_to_recordset(${records(persons, language)}::jsonb) as w ${columns}`,
    sql`insert into membership (tenant_id, id, person_id, role, department, block_on, delete_on, custom)
      select ${ownTenant}, id, person_id, role, department, block_on, delete_on, custom from ${all}
      on conflict (tenant_id, person_id) do update set state = 'A', deactivated_on = null, role = excluded.role`,
    ...joinGroups(rows, all),
  ];
}

const joinGroups = (rows: readonly Made[], all: RawBuilder<unknown>): Statement[] =>
  rows.some(({ candidate }) => candidate.group_ids.length > 0)
    ? [
        sql`insert into user_group_member (tenant_id, group_id, membership_id)
          select ${ownTenant}, g::uuid, w.id from ${all} cross join lateral jsonb_array_elements_text(w.group_ids) as g on conflict do nothing`,
      ]
    : [];

/** People who are members already: only what the file says about them. */
function changePeople(rows: readonly Made[], mapping: readonly (string | null)[], language: string): Statement[] {
  if (rows.length === 0) return [];
  const all = sql`jsonb_to_recordset(${records(rows, language)}::jsonb) as w ${columns}`;
  const said = (field: string) => sql.lit(mapping.includes(field));
  return [
    sql`update membership m set version = m.version + 1, custom = m.custom || w.custom,
        department = case when ${said('department')} then w.department else m.department end,
        block_on = case when ${said('block_on')} then w.block_on else m.block_on end,
        delete_on = case when ${said('delete_on')} then w.delete_on else m.delete_on end
      from ${all} where m.id = w.id`,
    sql`update person p set version = p.version + 1, name = w.name,
        phone = case when ${said('phone')} then w.phone else p.phone end,
        language = case when ${said('language')} then w.language else p.language end
      from ${all} where p.id = w.person_id and person_is_ours(p.id)`,
    ...joinGroups(rows, all),
  ];
}

const markRows = (
  id: string,
  rows: readonly {
    line: number;
    state: 'success' | 'failed';
    problems: Record<string, ImportProblem>;
    membership_id: string | null;
    made: boolean;
  }[],
): Statement => sql`
  update user_import_row r set state = w.state, problems = w.problems, membership_id = w.membership_id, made = w.made
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (line int, state text, problems jsonb, membership_id uuid, made boolean)
  where r.import_id = ${id} and r.line = w.line and r.line = any (${rows.map(({ line }) => line)}::int[])`;

type Split = { good: Made[]; bad: CheckedRow[] };

/** Rows that can be taken as far as there are seats. Whoever has a seat here already needs none. */
function split(rows: readonly CheckedRow[], seats: number, isNew: (row: CheckedRow) => boolean): Split {
  const result: Split = { good: [], bad: [] };
  let free = seats;
  for (const row of rows) {
    if (Object.keys(row.problems).length > 0) result.bad.push(row);
    else if (isNew(row) && free <= 0) result.bad.push({ ...row, problems: { row: 'no_seat' } });
    else {
      if (isNew(row)) free--;
      result.good.push({
        ...row,
        new_person: row.person_id === null,
        id: row.membership_id ?? uuidv7(),
        account_id: row.person_id ?? uuidv7(),
      });
    }
  }
  return result;
}

/** Writes one batch whose rows have been checked. Answers the accounts that were made. */
async function writeBatch(tx: Transaction, pending: Pending, checked: readonly CheckedRow[]): Promise<Imported[]> {
  const [, open, [seats]] = await tx.run(
    // Two runs of the same import take turns, and the second finds nothing left of this batch.
    sql`select from user_import where id = ${pending.id} for update`,
    sql<{
      line: number;
    }>`select line from user_import_row where import_id = ${pending.id} and line = any (${checked.map(({ line }) => line)}::int[]) and state = 'pending'`,
    freeSeats,
  );
  const still = new Set(open.map(({ line }) => line));
  const isNew = (row: CheckedRow) => row.membership_id === null || pending.source_tenant_id !== null;
  const { good, bad } = split(
    checked.filter(({ line }) => still.has(line)),
    seats?.free ?? 0,
    isNew,
  );
  const joining = good.filter(isNew);
  const language = pending.default_language;
  await tx.run(
    ...addPeople(joining, language),
    ...changePeople(
      good.filter((row) => !isNew(row)),
      pending.mapping,
      language,
    ),
    markRows(pending.id, [
      ...good.map((row) => ({ line: row.line, state: 'success' as const, problems: {}, membership_id: row.id, made: isNew(row) })),
      ...bad.map((row) => ({ line: row.line, state: 'failed' as const, problems: row.problems, membership_id: null, made: false })),
    ]),
  );
  return good
    .filter((row) => row.new_person)
    .map(({ account_id, candidate }) => ({
      id: account_id,
      name: candidate.name,
      email: candidate.email,
      language: candidate.language ?? language,
    }));
}

/** Somebody made one of the accounts in this very moment: the rows are looked at again, and then it is seen. */
function unlessMadeMeanwhile(error: unknown): Imported[] {
  if (isUniqueViolation(error)) return [];
  throw error;
}

/** Whoever started it hears how it went, at the moment in which it is over and once. */
const finish = (unit: Scoped, tenant_id: string, id: string): Promise<void> =>
  unit.withTenant(async (tx) => {
    const [over] = await tx.run(sql<{ person_id: string | null; done: number; failed: number }>`
      update user_import set state = 'done', finished_at = now() where id = ${id} and state = 'running'
      returning created_by as person_id,
        (select count(*)::int from user_import_row r where r.import_id = user_import.id and r.state = 'success') as done,
        (select count(*)::int from user_import_row r where r.import_id = user_import.id and r.state = 'failed') as failed`);
    if (!over || over.person_id === null) return;
    const { person_id, done, failed } = over;
    const told = notify(tenant_id, {
      person_ids: [person_id],
      kind: 'import_finished',
      values: { done, failed },
      link: `/user?import=${id}`,
    });
    for (const statement of told) await tx.run(statement);
  });

/** Works until no row is pending. `made` is told of the accounts of each batch once they are there. */
export async function runImport(
  { unit, identity, may_grant_admin, tenant_id }: Ground & { unit: Scoped; tenant_id: string },
  id: string,
  made: (people: Imported[]) => Promise<void> = async () => {},
): Promise<void> {
  const [pending] = await unit.run(sql<Pending>`
    select id, mapping, update_existing, source_tenant_id, coalesce((select p.language from person p where p.id = created_by), 'pt-BR') as default_language
    from user_import where id = ${id} and state = 'running'`);
  if (!pending) return;
  const ground = { unit, identity, may_grant_admin };
  const around = await surroundingsOf(ground, pending);
  for (;;) {
    const rows = await unit.run(
      sql<StoredRow>`select line, cells from user_import_row where import_id = ${id} and state = 'pending' order by line limit ${sql.lit(batchRows)}`,
    );
    if (rows.length === 0) break;
    const checked = await checkRows(ground, pending, around, rows);
    const people = await unit.withTenant((tx) => writeBatch(tx, pending, checked)).catch(unlessMadeMeanwhile);
    if (people.length > 0) await made(people);
  }
  await finish(unit, tenant_id, id);
}
