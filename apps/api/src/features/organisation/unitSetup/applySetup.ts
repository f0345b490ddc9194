/** Applying a document to a unit: in one transaction, or not at all. */
import type { SetupDocument, SetupSection } from '@vitrine/contract/organisation/setupDocument.ts';
import type { SetupProblem } from '@vitrine/contract/organisation/unitSetup.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { findProblems } from './problems.ts';
import { readSetup } from '#domain/organisation/setup/readSetup.ts';
import { differenceOf, onlySections } from './setup.rules.ts';
import type { Writing } from './todo.ts';
import { statementsFor } from './writeSetup.ts';

const payload = z.strictObject({ rollout_id: z.guid() });

/** As it was checked by the contract when it was asked for. */
type Asked = { document: SetupDocument; sections: SetupSection[]; role: Role; asked_by: string; asker_name: string };

const waitingRow = (id: string) => sql<Asked>`
  select r.document, r.sections, r.role, r.asked_by, coalesce(p.name, '') as asker_name
  from setup_rollout r left join person p on p.id = r.asked_by where r.id = ${id} and r.state = 'waiting' for update of r`;

type Result = { state: 'done' | 'refused'; changed: number; problems: SetupProblem[] };
type Application = Pick<Writing, 'document' | 'tenant_id' | 'asked_by'> & { sections: readonly SetupSection[]; role: Role; now: Date };

/** Writes what the unit lacks within a transaction, or nothing where something stands against it. */
export async function applyDocument(
  tx: Transaction,
  { document: whole, sections, role, now, tenant_id, asked_by }: Application,
): Promise<Result> {
  const document = onlySections(whole, sections);
  const unit = await readSetup(tx, now);
  const problems = await findProblems(tx, { document, unit, wanted: sections, author: { role, sections, address: null }, now });
  if (problems.length > 0) return { state: 'refused', changed: 0, problems };
  const changed = differenceOf(document, unit.document, sections).filter(({ kind }) => kind !== 'only_there').length;
  for (const statement of statementsFor({ document, unit, at: now, tenant_id, asked_by })) await tx.run(statement);
  return { state: 'done', changed, problems: [] };
}

const ended = (id: string, at: Date, { state, changed, problems }: { state: string; changed: number; problems: SetupProblem[] }) => sql`
  update setup_rollout set state = ${state}, changed = ${changed}, problems = ${JSON.stringify(problems)}::jsonb, document = null, finished_at = ${at}
  where id = ${id} and state = 'waiting'`;

export const applySetup: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'unit_setup.apply',
  schema: payload,
  pace: 'slow',
  waiting: {
    key: 'rollout_id',
    since: (before) => sql`select r.id as rollout_id from setup_rollout r where r.state = 'waiting' and r.created_at < ${before}`,
  },
  async work(ctx, { rollout_id }) {
    const idles = sql<{ found: boolean }>`
      select true as found from setup_rollout where id = ${rollout_id} and document -> 'settings' ? 'user_timeout' and 'settings' = any (sections)`;
    const [idle] = await ctx.run(idles);
    // The last use of open sessions was not stored as long as nobody asked for it: it counts from now.
    if (idle)
      await ctx.identity.run(sql`update session set last_used_at = ${ctx.now()} where tenant_id = ${ctx.tenant_id} and ended_at is null`);
    await ctx.withTenant(async (tx) => {
      const lock = sql`select pg_advisory_xact_lock(hashtextextended('setup ' || ${ctx.tenant_id}::text, 0))`;
      const [, [asked]] = await tx.run(lock, waitingRow(rollout_id));
      if (!asked) return;
      // What was seen when it was asked for may have changed: all of it is looked at again, where nobody else applies anything.
      const { asker_name, ...given } = asked;
      const asked_by = { id: asked.asked_by, name: asker_name };
      const result = await applyDocument(tx, { ...given, asked_by, tenant_id: ctx.tenant_id, now: ctx.now() });
      await tx.run(ended(rollout_id, ctx.now(), result));
    });
  },
  async gaveUp(ctx, { rollout_id }) {
    await ctx.run(ended(rollout_id, ctx.now(), { state: 'failed', changed: 0, problems: [] }));
  },
});
