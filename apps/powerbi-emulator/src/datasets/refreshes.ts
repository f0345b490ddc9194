import { randomUUID } from 'node:crypto';
import type { ModelDefinition } from '../definition.ts';
import { invalidRequest } from '../errors.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../state.ts';
import { isPaused } from '../state.ts';
import { datasetStateOf } from './dataset-state.ts';
import type { DatasetState } from './dataset-state.ts';
import { statusOf } from './refresh-record.ts';
import type { RefreshRecord } from './refresh-record.ts';
import { slotsBetween } from './schedule.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A refresh on a capacity that stands still waits so long for it (powerbi.md A4). */
const patienceMs = 6 * hourMs;
/** After so many failures in a row the schedule is switched off. */
const failuresUntilOff = 4;

/** A dataset with everything that its refreshes need. */
export type Place = { workspace: Workspace; model: ModelDefinition };

type Kind = Pick<RefreshRecord, 'type' | 'enhanced'>;

const newRefresh = (service: Service, { workspace }: Place, kind: Kind, started_at_ms: number): RefreshRecord => {
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

/** The quota's day begins at 00:01 (powerbi.md A4); here in UTC. */
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

/** Enters the refreshes that the schedule started since somebody looked last. */
const catchUp = (service: Service, place: Place, state: DatasetState): void => {
  const now = service.clock.now();
  for (const slot of slotsBetween(state.schedule, state.scheduled_until_ms, now)) {
    const isBusy = state.refreshes.some((refresh) => statusOf(refresh, slot) === 'Unknown' && refresh.started_at_ms <= slot);
    const isSpent = isShared(place.workspace) && exceeds(countToday(state.refreshes, slot) + 1, service.limits.shared_refreshes_a_day);
    if (!isBusy && !isSpent) state.refreshes.push(newRefresh(service, place, { type: 'Scheduled' }, slot));
    if (failedInARow(state.refreshes, slot + service.durations.refresh_ms) >= failuresUntilOff) {
      state.schedule = { ...state.schedule, enabled: false };
      break;
    }
  }
  state.scheduled_until_ms = Math.max(now, state.scheduled_until_ms);
  keep(service, state);
};

/** While its capacity stands still a refresh goes on and on, and gives up after six hours. */
const waitForCapacity = (service: Service, { workspace }: Place, state: DatasetState): void => {
  if (!isPaused(service.state, workspace)) return;
  const now = service.clock.now();
  for (const refresh of state.refreshes.filter((running) => statusOf(running, now) === 'Unknown')) {
    refresh.ends_at_ms = refresh.started_at_ms + patienceMs;
    refresh.failure ??= { errorCode: 'CapacityNotActive', errorDescription: 'The capacity is not active.' };
  }
};

/** The dataset's state as of now. */
export const currentState = (service: Service, place: Place): DatasetState => {
  const state = datasetStateOf(service.state, place.model, service.clock.now());
  catchUp(service, place, state);
  waitForCapacity(service, place, state);
  return state;
};

/** Starts a refresh, or says which rule forbids it. */
export const startRefresh = (service: Service, place: Place, kind: Kind): RefreshRecord => {
  const now = service.clock.now();
  const state = currentState(service, place);
  const running = state.refreshes.filter((refresh) => statusOf(refresh, now) === 'Unknown');
  if (exceeds(running.length + 1, service.limits.concurrent_refreshes))
    throw invalidRequest('Invalid dataset refresh request. Another refresh request is already executing');
  const { shared_refreshes_a_day: most } = service.limits;
  if (isShared(place.workspace) && exceeds(countToday(state.refreshes, now) + 1, most))
    throw invalidRequest(`Invalid dataset refresh request. The limit of ${most} refreshes a day on shared capacity has been reached`);
  const refresh = newRefresh(service, place, kind, now);
  state.refreshes.push(refresh);
  keep(service, state);
  // The data is read again at once; that the refresh still runs is a matter of the service's clock.
  if (!refresh.failure) service.reload(place.model);
  return refresh;
};
