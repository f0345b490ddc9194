/** Starts a refresh at the service: one at a time per dataset, within the daily limit. Every attempt is stored. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { DatasetRefresh } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { Failure } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Clock, Dataset } from './rows.ts';
import { refreshRow, usage } from './rows.ts';
import { dailyLimit } from './schedule.rules.ts';
import { pollMs, watchRefresh } from './watchRefresh.jobs.ts';

type Asked = {
  source: 'schedule' | 'person' | 'task';
  asked_by: string | null;
  report_id: string | null;
};

type Outcome = { row: DatasetRefresh; error: unknown };

type Part = Pick<Services, 'reporting'> & Pick<Scoped, 'run'>;

/**
 * Starts a refresh, or stores why it did not start. `error` is the reason: for a person to be shown, for a
 * schedule to be counted.
 */
export async function startRefresh({ reporting, run }: Part, clock: Clock, dataset: Dataset, asked: Asked): Promise<Outcome> {
  const { account, dataset_workspace_id, dataset_id } = dataset;
  const id = uuidv7();
  const insert = (state: 'queued' | 'blocked' | 'failed', reason: string | null, on_capacity: boolean) =>
    query.insertInto('dataset_refresh').values({
      id,
      tenant_id: ownTenant,
      account_id: account.id,
      dataset_workspace_id,
      dataset_id,
      ...asked,
      state,
      reason,
      on_capacity,
      asked_at: clock.now,
      ended_at: state === 'queued' ? null : clock.now,
    });
  const notAsked = async (state: 'blocked' | 'failed', reason: string, error: Failure, on_capacity: boolean): Promise<Outcome> => {
    const [, [row]] = await run(insert(state, reason, on_capacity), refreshRow(id));
    return { row: row as DatasetRefresh, error };
  };

  const on_capacity = await reporting.onCapacity(account, dataset_workspace_id).catch((error: unknown) => error);
  if (typeof on_capacity !== 'boolean') {
    const failure = asFailure(on_capacity);
    const held = heldBack.get(failure.word);
    return notAsked(held ? 'blocked' : 'failed', held ?? 'service', failure, false);
  }
  const [today] = await run(usage(clock, dataset_id));
  // On a capacity the limit only concerns schedules, and the service decides by its resources. Elsewhere the limit is hard.
  if (!on_capacity && (today?.used ?? 0) >= dailyLimit(false))
    return notAsked('blocked', 'budget', new Failure('refresh_budget_spent'), false);

  try {
    // Its job comes with it: whatever happens to this process, the job finds out whether the service was asked.
    await run(
      insert('queued', null, on_capacity),
      addJob(watchRefresh, account.tenant_id, { refresh_id: id }, { at: new Date(clock.now.getTime() + pollMs) }),
    );
  } catch (error) {
    if (!isUniqueViolation(error, 'dataset_refresh_running')) throw error;
    return notAsked('blocked', 'running', new Failure('refresh_running'), on_capacity);
  }
  const request = await reporting.refresh(account, dataset_workspace_id, dataset_id).catch((error: unknown) => error);
  if (typeof request !== 'string' && request !== null) return refused(request);
  const [, [row]] = await run(
    sql`update dataset_refresh set state = 'running', request_id = ${request}, started_at = ${clock.now} where id = ${id} and state = 'queued'`,
    refreshRow(id),
  );
  return { row: row as DatasetRefresh, error: null };

  async function refused(error: unknown): Promise<Outcome> {
    const failure = asFailure(error);
    const held = heldBack.get(failure.word);
    const [, [failed]] = await run(
      sql`update dataset_refresh set state = ${held ? 'blocked' : 'failed'}, reason = ${held ?? 'service'}, ended_at = ${clock.now} where id = ${id}`,
      refreshRow(id),
    );
    return { row: failed as DatasetRefresh, error: failure };
  }
}

/** Failures that say nothing about the dataset. */
const heldBack = new Map<ErrorWord, string>([
  ['capacity_paused', 'capacity'],
  ['refresh_running', 'running'],
  ['refresh_budget_spent', 'budget'],
  ['reporting_account_refused', 'account'],
]);

const asFailure = (error: unknown): Failure => (error instanceof Failure ? error : new Failure('unexpected', {}, {}, error));
