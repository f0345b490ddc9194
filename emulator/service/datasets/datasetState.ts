import type { ModelDefinition } from '../../definitions/model.ts';
import type { State } from '../tenant/state.ts';
import type { DatasetState } from './datasetRecord.ts';
import { idleSchedule } from './schedule.ts';

/** The state of a dataset; the first call makes it. */
export const datasetStateOf = (state: State, model: ModelDefinition, now: number): DatasetState => {
  const id = model.id.toLowerCase();
  const known = state.datasets.get(id);
  if (known) return known;
  const fresh: DatasetState = {
    owner: state.applications[0]?.object_id ?? '',
    created_at_ms: now,
    target_storage_mode: 'Abf',
    schedule: idleSchedule,
    scheduled_until_ms: now,
    refreshes: [],
    parameters: {},
    users: [],
    query_scale_out: { autoSyncReadOnlyReplicas: true, maxReadOnlyReplicas: 0 },
  };
  state.datasets.set(id, fresh);
  return fresh;
};
