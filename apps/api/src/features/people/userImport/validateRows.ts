/** Validates all rows of an import that has not started, and stores the problems of each. */
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import type { ImportScope, Import, JudgedRow, StoredRow } from './checkRows.ts';
import { checkRows, judgeRows, meetAccounts, repeatedIn, surroundingsOf } from './checkRows.ts';
import { pendingRows, storeJudgements } from './importStore.ts';

const checkedAtOnce = 500;

const groundOf = (ctx: Context): ImportScope => ({
  unit: ctx,
  identity: ctx.identity,
  may_grant_admin: holds(ctx.actor, 'grant_admin', 'use'),
});

export async function readReview(ctx: Context, id: string) {
  const [given] = await ctx.run(
    sql<
      Import & { id: string; header: string[]; state: string }
    >`select id, header, mapping, update_existing, source_tenant_id, state from user_import where id = ${id}`,
  );
  const record = found(given);
  const ground = groundOf(ctx);
  return { given: record, ground, around: await surroundingsOf(ground, record) };
}

/** Reads few rows at a time: a row may be long. Looks at many accounts at a time: what is left of a row is short. */
export async function validateRows(ctx: Context, id: string): Promise<void> {
  const { given, ground, around } = await readReview(ctx, id);
  const judged: JudgedRow[] = [];
  for await (const rows of pendingRows(ctx, id)) judged.push(...judgeRows(rows, around));
  const twice = repeatedIn(judged);
  for (let at = 0; at < judged.length; at += checkedAtOnce) {
    const some = judged.slice(at, at + checkedAtOnce);
    await ctx.run(storeJudgements(id, await meetAccounts(ground, given, around, some, twice)));
  }
}

/** Validates again after a correction: the row, and rows that had or have the same e-mail or phone. */
export async function judgeAround(ctx: Context, id: string, line: number, former: readonly string[]): Promise<void> {
  const { given, ground, around } = await readReview(ctx, id);
  const columns = ['email', 'phone'].map((field) => given.mapping.indexOf(field)).filter((index) => index !== -1);
  const [row] = await ctx.run(sql<StoredRow>`select line, cells from user_import_row where import_id = ${id} and line = ${line}`);
  const same = columns.flatMap((index) => {
    const values = [former[index], row?.cells[index]].map((cell) => (cell ?? '').trim().toLowerCase()).filter(Boolean);
    return values.length > 0 ? [sql`lower(trim(cells[${sql.lit(index + 1)}])) = any (${values}::text[])`] : [];
  });
  const rows = await ctx.run(sql<StoredRow>`
    select line, cells from user_import_row where import_id = ${id} and state = 'pending' and (line = ${line}${same.length > 0 ? sql` or ${sql.join(same, sql` or `)}` : sql``}) order by line`);
  await ctx.run(storeJudgements(id, await checkRows(ground, given, around, rows)));
}
