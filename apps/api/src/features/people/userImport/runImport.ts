/**
 * Runs an import in batches of some hundred rows, one transaction each. Whatever happens in between,
 * a row is either done and marked so, or still pending, so that an interrupted run can simply be repeated.
 */
import type { ImportProblem } from '@vitrine/contract/people/userImport.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isUniqueViolation } from '#platform/database/errors.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { notify } from '#domain/notifications/notify.ts';
import { inviting } from '#domain/people/invite.jobs.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { CheckedRow, ImportScope, Import, JudgedRow } from './checkRows.ts';
import { judgeRows, meetAccounts, repeatedIn, surroundingsOf } from './checkRows.ts';
import { pendingRows } from './importStore.ts';

export const batchRows = 250;

type Pending = Import & { id: string; default_language: string; created_by: string | null };

/** Free seats. Other transactions that add people wait until this batch has committed. */
const freeSeats = sql<{ free: number }>`select free_seats() as free`;

type Made = CheckedRow & { new_person: boolean; id: string; account_id: string };

/** The rows as records for SQL. */
const recordsOf = (rows: readonly Made[]): RawBuilder<unknown> => {
  const records = rows.map(({ id, account_id, candidate, line }) => ({ ...candidate, id, person_id: account_id, line }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (id uuid, person_id uuid, line int, name text, email text, phone text,
    department text, language text, role text, group_ids jsonb, block_on date, delete_on date, custom jsonb)`;
};

/** Creates accounts and memberships; existing accounts are not changed. */
const addPeople = (rows: readonly Made[], language: string): [Statement, ...Statement[]] => [
  sql`insert into person (id, email, name, phone, language) select person_id, email, name, phone, coalesce(language, ${language})
    from ${recordsOf(rows.filter((row) => row.new_person))}`,
  sql`insert into membership (tenant_id, id, person_id, role, department, block_on, delete_on, custom)
    select ${ownTenant}, id, person_id, coalesce(role, 'user'), department, block_on, delete_on, custom from ${recordsOf(rows)}`,
];

/** Members, also those who come back. An empty cell erases nothing; dates that ended the time before are over. */
const changeMembers = (rows: readonly Made[]): Statement => sql`
  update membership m set state = case when m.state = 'deactivated' then 'active' else m.state end, deactivated_on = null, version = m.version + 1,
    role = case when m.state = 'deactivated' then coalesce(w.role, m.role) else m.role end,
    custom = m.custom || w.custom, department = coalesce(w.department, m.department),
    block_on = case when m.state = 'deactivated' then w.block_on else coalesce(w.block_on, m.block_on) end,
    delete_on = case when m.state = 'deactivated' then w.delete_on else coalesce(w.delete_on, m.delete_on) end
  from ${recordsOf(rows)} where m.id = w.id`;

/** Accounts of members, as far as the unit may change them. */
const changeAccounts = (rows: readonly Made[]): Statement => sql`
  update person p set version = p.version + 1, name = w.name, phone = coalesce(w.phone, p.phone), language = coalesce(w.language, p.language)
  from ${recordsOf(rows)} where p.id = w.person_id and person_is_ours(p.id)`;

const joinGroups = (rows: readonly Made[]): Statement[] =>
  rows.some(({ candidate }) => candidate.group_ids.length > 0)
    ? [
        sql`insert into user_group_member (tenant_id, group_id, membership_id)
          select ${ownTenant}, g::uuid, w.id from ${recordsOf(rows)} cross join lateral jsonb_array_elements_text(w.group_ids) as g on conflict do nothing`,
      ]
    : [];

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

/** Valid rows up to the number of free seats. People who already have a seat need none. */
function split(rows: readonly CheckedRow[], seats: number): Split {
  const result: Split = { good: [], bad: [] };
  let free = seats;
  for (const row of rows) {
    if (Object.keys(row.problems).length > 0) result.bad.push(row);
    else if (row.joins && free <= 0) result.bad.push({ ...row, problems: { row: 'no_seat' } });
    else {
      if (row.joins) free--;
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

/** Writes one batch of validated rows, and `invites` those whose accounts it makes. */
async function writeBatch(
  tx: Transaction,
  pending: Pending,
  checked: readonly CheckedRow[],
  invites: (members: readonly string[]) => Statement[],
): Promise<void> {
  const [, open, [seats]] = await tx.run(
    // Parallel runs of the same import are serialised; the second finds nothing left of this batch.
    sql`select from user_import where id = ${pending.id} for update`,
    sql<{
      line: number;
    }>`select line from user_import_row where import_id = ${pending.id} and line = any (${checked.map(({ line }) => line)}::int[]) and state = 'pending'`,
    freeSeats,
  );
  const still = new Set(open.map(({ line }) => line));
  const { good, bad } = split(
    checked.filter(({ line }) => still.has(line)),
    seats?.free ?? 0,
  );
  const members = good.filter((row) => row.membership_id !== null);
  const language = pending.default_language;
  await tx.run(
    ...addPeople(
      good.filter((row) => row.membership_id === null),
      language,
    ),
    changeMembers(members),
    // Accounts of people who come from another unit stay as they are.
    changeAccounts(pending.source_tenant_id === null ? members : []),
    ...joinGroups(good),
    markRows(pending.id, [
      ...good.map((row) => ({ line: row.line, state: 'success' as const, problems: {}, membership_id: row.id, made: row.joins })),
      ...bad.map((row) => ({ line: row.line, state: 'failed' as const, problems: row.problems, membership_id: null, made: false })),
    ]),
    ...invites(good.filter((row) => row.new_person).map(({ id }) => id)),
  );
}

/** One of the accounts was created in parallel: validating the rows again finds it. */
function unlessMadeMeanwhile(error: unknown): void {
  if (!isUniqueViolation(error)) throw error;
}

/** Notifies the person who started the import, once, when it is over. */
const finish = (unit: Scoped, tenant_id: string, id: string): Promise<void> =>
  unit.withTenant(async (tx) => {
    const [over] = await tx.run(sql<{ person_id: string | null; done: number; failed: number }>`
      update user_import set state = 'done', finished_at = now() where id = ${id} and state = 'running'
      returning created_by as person_id,
        (select count(*)::int from user_import_row r where r.import_id = user_import.id and r.state = 'success') as done,
        (select count(*)::int from user_import_row r where r.import_id = user_import.id and r.state = 'failed') as failed`);
    if (!over || over.person_id === null) return;
    const { person_id, done, failed } = over;
    const notices = notify(tenant_id, {
      person_ids: [person_id],
      kind: 'import_finished',
      values: { done, failed },
      link: `/user?import=${id}`,
    });
    for (const statement of notices) await tx.run(statement);
  });

/** Runs until no row is pending. With `invites`, whoever gets an account is invited. */
export async function runImport(
  { unit, identity, may_grant_admin, tenant_id }: ImportScope & { unit: Scoped; tenant_id: string },
  id: string,
  { invites, now }: { invites: boolean; now: () => Date },
): Promise<void> {
  const [pending] = await unit.run(sql<Pending>`
    select id, mapping, update_existing, source_tenant_id, created_by, coalesce((select p.language from person p where p.id = created_by), 'pt-BR') as default_language
    from user_import where id = ${id} and state = 'running'`);
  if (!pending) return;
  const ground = { unit, identity, may_grant_admin };
  const around = await surroundingsOf(ground, pending);
  const inviteThem = (members: readonly string[]) =>
    invites ? inviting(tenant_id, members, { since: now(), waiting: true, asked_by: pending.created_by }) : [];
  for (;;) {
    const judged: JudgedRow[] = [];
    for await (const rows of pendingRows(unit, id)) {
      judged.push(...judgeRows(rows, around));
      if (judged.length >= batchRows) break;
    }
    if (judged.length === 0) break;
    const checked = await meetAccounts(ground, pending, around, judged, repeatedIn(judged));
    await unit.withTenant((tx) => writeBatch(tx, pending, checked, inviteThem)).catch(unlessMadeMeanwhile);
  }
  await finish(unit, tenant_id, id);
}
