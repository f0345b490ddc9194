import { operationStatus } from '../arm/operations.ts';
import { costPerSecond, hourlyUsd } from '../arm/skus.ts';
import { armState } from '../capacity.ts';
import { currentState } from '../datasets/refreshJobs.ts';
import { statusOf } from '../datasets/refreshRecord.ts';
import { exportStatus } from '../exports/exportJobs.ts';
import { assertionLies } from '../faults/assertionLies.ts';
import { lies } from '../faults/faults.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../tenant/state.ts';

const mostJobs = 50;

const time = (ms: number): string => new Date(ms).toISOString();

type Job = {
  kind: 'refresh' | 'export' | 'import' | 'capacity';
  name: string;
  workspace: string;
  at: string;
  status: string;
  detail?: string | undefined;
};

const jobsOf = (service: Service, workspaces: Workspace[]): Job[] => {
  const now = service.clock.now();
  const nameOf = (id: string): string => workspaces.find((workspace) => workspace.id === id)?.name ?? id;
  const refreshes = workspaces.flatMap((workspace) =>
    workspace.models.flatMap((model) =>
      currentState(service, { workspace, model }).refreshes.map((refresh): Job => {
        const status = statusOf(refresh, now);
        return {
          kind: 'refresh',
          name: model.name,
          workspace: workspace.name,
          at: time(refresh.started_at_ms),
          status: status === 'Unknown' ? 'Running' : status,
          detail: status === 'Failed' ? refresh.failure?.errorCode : refresh.type,
        };
      }),
    ),
  );
  const exports = service.exports.list().map((entry): Job => {
    const { status, percent } = exportStatus(entry, service);
    const detail = status === 'Running' ? `${percent} %` : `${entry.pages} pages`;
    return {
      kind: 'export',
      name: entry.report_name,
      workspace: nameOf(entry.workspace_id),
      at: time(entry.created_at_ms),
      status,
      detail,
    };
  });
  const imports = service.state.imports.map((record): Job => {
    const status = record.failure ? 'Failed' : record.result ? 'Succeeded' : 'Running';
    const { name, workspace_id, created_at_ms, failure } = record;
    return { kind: 'import', name, workspace: nameOf(workspace_id), at: time(created_at_ms), status, detail: failure?.message };
  });
  const changes = [...service.state.operations.values()].map((operation): Job => {
    const name = service.state.capacities.get(operation.capacity_id)?.name ?? 'deleted';
    const { status: word } = operationStatus(operation, now);
    const status = word === 'InProgress' ? 'Running' : word;
    return { kind: 'capacity', name, workspace: '', at: time(operation.started_at_ms), status, detail: operation.state };
  });
  return [...refreshes, ...exports, ...imports, ...changes].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, mostJobs);
};

/** Everything that the page of the service shows, in one answer. */
export const overview = (service: Service) => {
  const now = service.clock.now();
  const workspaces = [...service.state.workspaces.values()];
  const capacities = [...service.state.capacities.values()];
  return {
    origin: service.origin(),
    now: time(now),
    ahead_ms: service.clock.ahead(),
    workspaces: workspaces.map((workspace) => ({
      id: workspace.id,
      name: workspace.name,
      capacity: capacities.find(({ id }) => id === workspace.capacity_id)?.name ?? null,
      members: workspace.members.length,
      reports: [
        ...workspace.reports.map(({ id, name, pages, model }) => ({ id, name, pages: pages.length, dataset: model })),
        // How many pages it has is known when it is filled.
        ...workspace.paginated.map(({ id, name, model }) => ({ id, name, pages: null, dataset: model })),
      ],
      datasets: workspace.models.map((model) => {
        const { schedule, refreshes } = currentState(service, { workspace, model });
        const last = refreshes.at(-1);
        return {
          id: model.id,
          name: model.name,
          tables: model.tables.length,
          roles: model.roles.length,
          schedule: schedule.enabled ? schedule.times.join(', ') : null,
          last_refresh: last ? { at: time(last.started_at_ms), status: statusOf(last, now) } : null,
        };
      }),
      dashboards: workspace.dashboards.map(({ id, name, tiles }) => ({ id, name, tiles: tiles.length })),
    })),
    capacities: capacities.map((capacity) => {
      const since = capacity.spent_until_ms ?? now;
      return {
        id: capacity.id,
        name: capacity.name,
        sku: capacity.sku,
        location: capacity.location,
        state: armState(capacity, now),
        paused: capacity.paused,
        workspaces: workspaces.filter(({ capacity_id }) => capacity_id === capacity.id).length,
        hourly_usd: hourlyUsd(capacity),
        spent_usd: capacity.spent_usd + (Math.max(0, now - since) / 1_000) * costPerSecond(capacity),
      };
    }),
    jobs: jobsOf(service, workspaces),
    faults: service.faults.list(),
    limits: service.limits,
    lies: { token: lies, assertion: assertionLies },
  };
};
