/** Looking at a capacity in Azure, and what is kept of it. */
import type { Capacity, CapacityDetail, WorkKind } from '@vitrine/contract/datasets/capacities.ts';
import { sql } from 'kysely';
import type { PowerbiGateway } from '#domain/reporting/powerbiGateway.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { Failure } from '#platform/http/fail.ts';
import type { FullRow } from './rows.ts';

/** What looking and acting need, of a person and of a job alike. */
export type Around = Pick<Scoped, 'run' | 'withTenant'> & { reporting: PowerbiGateway; now: () => Date };
type Look = Pick<Capacity, 'state' | 'sku' | 'problem'>;

const problems: Partial<Record<Failure['word'], CapacityDetail['problem']>> = {
  capacity_no_right: 'no_right',
  reporting_account_refused: 'no_right',
  capacity_gone: 'not_found',
};

/** A span goes on while nothing changes; it ends where the next one begins. */
const kept = (id: string, { state, sku, problem }: Look, now: Date): Statement => sql`
  with last as (
    update capacity_seen s set seen_until = greatest(s.seen_until, ${now}::timestamptz)
    where s.capacity_id = ${id} and s.seen_from = (select max(seen_from) from capacity_seen where capacity_id = ${id})
    returning s.state, s.sku, s.problem
  )
  insert into capacity_seen (tenant_id, capacity_id, seen_from, seen_until, state, sku, problem)
  select ${ownTenant}, id, ${now}, ${now}, ${state}, ${sku}, ${problem}::text from capacity
  where id = ${id} and not exists (select from last where last.state = ${state} and last.sku = ${sku} and last.problem is not distinct from ${problem}::text)
  on conflict (tenant_id, capacity_id, seen_from) do update set state = excluded.state, sku = excluded.sku, problem = excluded.problem`;

const resting = new Set<Look['state']>(['active', 'paused']);

/** What somebody did without the portal since the last look, if nothing that the portal asked for explains it. */
function doneOutside(row: FullRow, seen: Look): WorkKind | null {
  if (row.open_act || row.seen_at === null || !resting.has(row.state) || !resting.has(seen.state)) return null;
  if (row.state !== seen.state) return seen.state === 'paused' ? 'pause' : 'resume';
  return row.sku === seen.sku ? null : 'scale';
}

/** Unless an act of the portal has begun meanwhile. */
const noted = ({ id, sku, seen_at }: FullRow, kind: WorkKind, to: string, now: Date): Statement => sql`
  insert into capacity_act (tenant_id, id, capacity_id, kind, source, state, from_sku, to_sku, asked_at, ended_at)
  select ${ownTenant}, ${uuidv7()}::uuid, ${id}::uuid, ${kind}, 'outside', 'done', ${sku}, ${kind === 'scale' ? to : null}::text, ${now}, ${now}
  where not exists (select from capacity_act where capacity_id = ${id} and (state = 'asked' or asked_at > ${seen_at}::timestamptz))`;

/** Asks Azure, and keeps the answer: also that there was none. */
export async function look(ctx: Around, row: FullRow): Promise<Look> {
  const seen: Look = await ctx.reporting.azureCapacity(row.calling, row).then(
    ({ state, sku }) => ({ state, sku: sku as Look['sku'], problem: null }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { state: 'unknown', sku: row.sku, problem: problems[error.word] ?? 'silent' };
    },
  );
  const outside = doneOutside(row, seen);
  await ctx.run(kept(row.id, seen, ctx.now()), ...(outside ? [noted(row, outside, seen.sku, ctx.now())] : []));
  return seen;
}
