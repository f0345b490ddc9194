import { relative, resolve } from 'node:path';
import { capacitiesFor } from '../capacity.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import type { WorkspaceContent } from '../../definitions/workspace.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import { ownerMembership } from './state.ts';
import type { State, Workspace } from './state.ts';
import type { TenantDocument, TenantInput } from './tenantDocument.ts';

type Content = {
  models: Map<string, ModelDefinition>;
  reports: Map<string, ReportDefinition>;
  paginated: Map<string, PaginatedDefinition>;
  directories: Map<string, string>;
};

const byId = <T extends { id: string }>(items: T[]): Map<string, T> => new Map(items.map((item) => [item.id.toLowerCase(), item]));

const contentOf = (contents: WorkspaceContent[]): Content => ({
  models: byId(contents.flatMap(({ models }) => models)),
  reports: byId(contents.flatMap(({ reports }) => reports)),
  paginated: byId(contents.flatMap(({ paginated = [] }) => paginated)),
  directories: new Map(contents.flatMap(({ models, directory }) => models.map((model) => [model.id.toLowerCase(), directory] as const))),
});

/** By its id where the content folder has it, as it stands there; else in full. */
const reference = <T extends { id: string }>(item: T, known: Map<string, T>): string | T =>
  known.get(item.id.toLowerCase()) === item ? item.id.toLowerCase() : item;

const resolved = <T extends { id: string }>(items: (string | T)[], known: Map<string, T>): T[] =>
  items.flatMap((item) => (typeof item === 'string' ? (known.get(item) ?? []) : [item]));

/** The tenant as it is now. `directory` is where the document is to lie; without it places of data are written in full. */
export const writeTenant = (state: State, contents: WorkspaceContent[], clock_ahead_ms: number, directory?: string): TenantInput => {
  const content = contentOf(contents);
  const own = [...state.model_directories].filter(([id, path]) => content.directories.get(id) !== path);
  return {
    version: 1,
    clock_ahead_ms,
    workspaces: [...state.workspaces.values()].map((workspace) => ({
      ...workspace,
      models: workspace.models.map((model) => reference(model, content.models)),
      reports: workspace.reports.map((report) => reference(report, content.reports)),
      paginated: workspace.paginated.map((report) => reference(report, content.paginated)),
    })),
    capacities: [...state.capacities.values()],
    operations: [...state.operations.values()],
    model_directories: Object.fromEntries(
      own.map(([id, path]) => [id, directory === undefined ? resolve(path) : relative(directory, path)]),
    ),
    datasets: Object.fromEntries(state.datasets),
    profiles: state.profiles,
    imports: state.imports,
    trial_tokens_spent: Object.fromEntries(state.trial_tokens_spent),
    scans: state.scans,
    auto_scales: state.auto_scales,
    known_content: [
      ...contents.map(({ workspace }) => workspace.id.toLowerCase()),
      ...content.models.keys(),
      ...content.reports.keys(),
      ...content.paginated.keys(),
    ],
  };
};

/** Content that came after the document was written. */
const addNewContent = (workspaces: Workspace[], contents: WorkspaceContent[], known: Set<string>, state: State): void => {
  for (const { workspace, models, reports, paginated = [], dashboards = [] } of contents) {
    let target = workspaces.find(({ id }) => id === workspace.id.toLowerCase());
    if (!target && !known.has(workspace.id.toLowerCase())) {
      const members = [ownerMembership(state)];
      target = { ...workspace, models: [], reports: [], paginated: [], dashboards, storage_format: 'Small', members };
      workspaces.push(target);
    }
    target?.models.push(...models.filter(({ id }) => !known.has(id.toLowerCase())));
    target?.reports.push(...reports.filter(({ id }) => !known.has(id.toLowerCase())));
    target?.paginated.push(...paginated.filter(({ id }) => !known.has(id.toLowerCase())));
  }
};

const refill = <T>(map: Map<string, T>, entries: Iterable<readonly [string, T]>): void => {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
};

/** Makes the state what the document says. `directory` is where the document lies. */
export const readTenant = (state: State, document: TenantDocument, contents: WorkspaceContent[], directory: string): void => {
  const content = contentOf(contents);
  const workspaces = document.workspaces.map((workspace): Workspace => ({
    ...workspace,
    models: resolved(workspace.models, content.models),
    reports: resolved(workspace.reports, content.reports),
    paginated: resolved(workspace.paginated, content.paginated),
    members: workspace.members ?? [ownerMembership(state)],
  }));
  if (document.known_content) addNewContent(workspaces, contents, new Set(document.known_content), state);
  const capacityIds = workspaces.flatMap(({ capacity_id }) => capacity_id ?? []);
  const capacities = document.capacities ?? [...capacitiesFor(capacityIds, ownerMembership(state).identifier).values()];
  const directories = Object.entries(document.model_directories).map(([id, path]) => [id.toLowerCase(), resolve(directory, path)] as const);
  refill(
    state.workspaces,
    workspaces.map((workspace) => [workspace.id, workspace] as const),
  );
  refill(
    state.capacities,
    capacities.map((capacity) => [capacity.id, capacity] as const),
  );
  refill(
    state.operations,
    document.operations.map((operation) => [operation.id, operation] as const),
  );
  refill(state.model_directories, [...content.directories, ...directories]);
  refill(state.datasets, Object.entries(document.datasets));
  refill(state.trial_tokens_spent, Object.entries(document.trial_tokens_spent));
  state.profiles.splice(0, state.profiles.length, ...document.profiles);
  state.auto_scales.splice(0, state.auto_scales.length, ...document.auto_scales);
  state.scans.splice(0, state.scans.length, ...document.scans);
  state.imports.splice(0, state.imports.length, ...document.imports);
};
