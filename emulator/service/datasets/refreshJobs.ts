import { randomUUID } from 'node:crypto';
import type { ModelDefinition } from '../../definitions/model.ts';
import { invalidRequest } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../tenant/state.ts';
import { isPaused } from '../tenant/state.ts';
import { datasetStateOf } from './datasetState.ts';
import type { DatasetState } from './datasetRecord.ts';
import { statusOf } from './refreshRecord.ts';
import type { RefreshRecord } from './refreshRecord.ts';
import { slotsBetween } from './schedule.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long a refresh waits for a paused capacity (docs/reference/powerbi.md A4). */
const patienceMs = 6 * hourMs;
/** After so many failures in a row the schedule is switched off. */
const failuresUntilOff = 4;

/** A dataset with everything that its refreshes need. */
export type WorkspaceModel = { workspace: Workspace; model: ModelDefinition };

type Kind = Pick<RefreshRecord, 'type' | 'enhanced'>;

const newRefresh = (service: Service, { workspace }: WorkspaceModel, kind: Kind, started_at_ms: number): RefreshRecord => {
  const fault = service.faults.takeJob('refresh_failed', workspace.id);
  return {
    request_id: randomUUID(),
    ...kind,
    started_at_ms,
    ends_at_ms: started_at_ms + service.durations.refresh_ms,
    ...(fault && { failure: { errorCode: fault.error_code, errorDescription: fault.error_description } }),
  };
};

const isShared = (workspace: Workspace): boolean => workspace.capacity_id === undefined;

/** The quota's day begins at 00:01 (docs/reference/powerbi.md A4); here in UTC. */
const countToday = (refreshes: RefreshRecord[], at: number): number => {
  const begin = Math.floor((at - 60_000) / dayMs) * dayMs + 60_000;
  return refreshes.filter(({ started_at_ms }) => started_at_ms >= begin && started_at_ms <= at).length;
};

const keep = (service: Service, state: DatasetState): void => {
  const most = service.limits.refresh_history ?? Infinity;
  if (state.refreshes.length > most) state.refreshes.splice(0, state.refreshes.length - most);
};

const failedInARow = (refreshes: RefreshRecord[], now: number): number => {
  const scheduled = refreshes.filter(({ type }) => type === 'Scheduled');
  const lastGood = scheduled.findLastIndex((refresh) => statusOf(refresh, now) !== 'Failed');
  return scheduled.length - 1 - lastGood;
};

/** Adds the scheduled refreshes since the last call. */
const catchUp = (service: Service, dataset: WorkspaceModel, state: DatasetState): void => {
  const now = service.clock.now();
  for (const slot of slotsBetween(state.schedule, state.scheduled_until_ms, now)) {
    const isBusy = state.refreshes.some((refresh) => statusOf(refresh, slot) === 'Unknown' && refresh.started_at_ms <= slot);
    const isSpent = isShared(dataset.workspace) && exceeds(countToday(state.refreshes, slot) + 1, service.limits.shared_refreshes_a_day);
    if (!isBusy && !isSpent) state.refreshes.push(newRefresh(service, dataset, { type: 'Scheduled' }, slot));
    if (failedInARow(state.refreshes, slot + service.durations.refresh_ms) >= failuresUntilOff) {
      state.schedule = { ...state.schedule, enabled: false };
      break;
    }
  }
  state.scheduled_until_ms = Math.max(now, state.scheduled_until_ms);
  keep(service, state);
};

/** While its capacity is paused a refresh keeps running, and fails after six hours. */
const waitForCapacity = (service: Service, { workspace }: WorkspaceModel, state: DatasetState): void => {
  if (!isPaused(service.state, workspace)) return;
  const now = service.clock.now();
  for (const refresh of state.refreshes.filter((running) => statusOf(running, now) === 'Unknown')) {
    refresh.ends_at_ms = refresh.started_at_ms + patienceMs;
    refresh.failure ??= { errorCode: 'CapacityNotActive', errorDescription: 'The capacity is not active.' };
  }
};

/** The dataset's state as of now. */
export const currentState = (service: Service, dataset: WorkspaceModel): DatasetState => {
  const state = datasetStateOf(service.state, dataset.model, service.clock.now());
  catchUp(service, dataset, state);
  waitForCapacity(service, dataset, state);
  return state;
};

/** Starts a refresh, or returns the rule that forbids it. */
export const startRefresh = (service: Service, dataset: WorkspaceModel, kind: Kind): RefreshRecord => {
  const now = service.clock.now();
  const state = currentState(service, dataset);
  const running = state.refreshes.filter((refresh) => statusOf(refresh, now) === 'Unknown');
  if (exceeds(running.length + 1, service.limits.concurrent_refreshes))
    throw invalidRequest('Invalid dataset refresh request. Another refresh request is already executing');
  const { shared_refreshes_a_day: most } = service.limits;
  if (isShared(dataset.workspace) && exceeds(countToday(state.refreshes, now) + 1, most))
    throw invalidRequest(`Invalid dataset refresh request. The limit of ${most} refreshes a day on shared capacity has been reached`);
  const refresh = newRefresh(service, dataset, kind, now);
  state.refreshes.push(refresh);
  keep(service, state);
  // The data is read again at once; that the refresh still runs is a matter of the service's clock.
  if (!refresh.failure) service.reload(dataset.model);
  return refresh;
};
