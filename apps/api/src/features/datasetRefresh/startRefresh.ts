/** Asking the service for a refresh: one at a time per data set, within the day's budget, written down whatever comes of it. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { DatasetRefresh } from '@vitrine/contract/features/datasetRefresh.ts';
import { sql } from 'kysely';
import type { Services } from '../../core/context.ts';
import { isUniqueViolation } from '../../core/database/errors.ts';
import { query } from '../../core/database/query.ts';
import type { Scoped } from '../../core/database/scoped.ts';
import { Failure } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { addJob } from '../../core/jobs/addJob.ts';
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
 * Starts a refresh, or writes down why it did not start. `error` is what stood in the way: for a person to be told, for a
 * schedule to be counted.
 */
export async function startRefresh({ reporting, run }: Part, clock: Clock, dataset: Dataset, asked: Asked): Promise<Outcome> {
  const { account, dataset_workspace_id, dataset_id } = dataset;
  const id = uuidv7();
  const insert = (state: 'queued' | 'blocked', reason: string | null, on_capacity: boolean) =>
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
      ended_at: state === 'blocked' ? clock.now : null,
    });
  const blocked = async (reason: string, error: Failure, on_capacity: boolean): Promise<Outcome> => {
    const [, [row]] = await run(insert('blocked', reason, on_capacity), refreshRow(id));
    return { row: row as DatasetRefresh, error };
  };

  const on_capacity = await reporting.onCapacity(account, dataset_workspace_id).catch((error: unknown) => error);
  if (typeof on_capacity !== 'boolean') return blocked('account', asFailure(on_capacity), false);
  const [today] = await run(usage(clock, dataset_id));
  // Beyond a capacity's schedule limit only its resources count: the service decides. Elsewhere the limit is hard.
  if (!on_capacity && (today?.used ?? 0) >= dailyLimit(false)) return blocked('budget', new Failure('refresh_budget_spent'), false);

  try {
    await run(insert('queued', null, on_capacity));
  } catch (error) {
    if (!isUniqueViolation(error, 'dataset_refresh_running')) throw error;
    return blocked('running', new Failure('refresh_running'), on_capacity);
  }
  const request = await reporting.refresh(account, dataset_workspace_id, dataset_id).catch((error: unknown) => error);
  if (typeof request !== 'string' && request !== null) return refused(request);
  const [, [row]] = await run(
    sql`update dataset_refresh set state = 'running', request_id = ${request}, started_at = ${clock.now} where id = ${id} and state = 'queued'`,
    refreshRow(id),
    addJob(watchRefresh, account.tenant_id, { refresh_id: id }, { at: new Date(clock.now.getTime() + pollMs) }),
  );
  return { row: row as DatasetRefresh, error: null };

  async function refused(error: unknown): Promise<Outcome> {
    const failure = asFailure(error);
    const held = heldBack.get(failure.word);
    const [, [failed]] = await run(
      sql`update dataset_refresh set state = ${held ? 'blocked' : 'failed'}, reason = ${held ?? failure.word}, ended_at = ${clock.now} where id = ${id}`,
      refreshRow(id),
    );
    return { row: failed as DatasetRefresh, error: failure };
  }
}

/** What says nothing about the data set. */
const heldBack = new Map<ErrorWord, string>([
  ['capacity_paused', 'capacity'],
  ['refresh_running', 'running'],
  ['refresh_budget_spent', 'budget'],
  ['reporting_account_refused', 'account'],
]);

const asFailure = (error: unknown): Failure => (error instanceof Failure ? error : new Failure('unexpected', {}, {}, error));
