import type { AutoScale } from '../arm/armRecords.ts';
import type { Operation } from '../arm/armRecords.ts';
import type { Capacity } from '../capacity.ts';
import { capacitiesFor } from '../capacity.ts';
import type { Dashboard } from '../../definitions/dashboard.ts';
import type { DatasetState } from '../datasets/datasetRecord.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import type { WorkspaceContent } from '../../definitions/workspace.ts';
import type { Application } from '../../definitions/demo.ts';
import type { ImportRecord } from '../imports/importRecord.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';

export const accessRights = ['None', 'Viewer', 'Contributor', 'Member', 'Admin'] as const;
export type AccessRight = (typeof accessRights)[number];

export type Member = {
  /** Object id of a service principal or group, mail address of a person. */
  identifier: string;
  displayName: string;
  principalType: 'User' | 'Group' | 'App';
  groupUserAccessRight: AccessRight;
  /** A service principal acts as one of its profiles here. */
  profile?: { id: string; displayName: string } | undefined;
  emailAddress?: string | undefined;
};

export type Workspace = {
  id: string;
  name: string;
  capacity_id?: string | undefined;
  reports: ReportDefinition[];
  paginated: PaginatedDefinition[];
  models: ModelDefinition[];
  members: Member[];
  dashboards: Dashboard[];
  storage_format: 'Small' | 'Large';
  assignment?: { capacity_id: string; started_at_ms: number } | undefined;
};

type Profile = { id: string; displayName: string; object_id: string };

/** A look at workspaces that an administrator asked for. */
export type Scan = { id: string; created_at_ms: number; workspaces: string[]; schema: boolean };

/** What the service holds, in memory. */
export type State = {
  applications: [Application, ...Application[]];
  workspaces: Map<string, Workspace>;
  capacities: Map<string, Capacity>;
  /** Changes of capacities, by their own id. */
  operations: Map<string, Operation>;
  /** Where the data files of a model lie, by its id. */
  model_directories: Map<string, string>;
  /** By the id of the model. */
  datasets: Map<string, DatasetState>;
  /** Profiles of service principals: one for each customer. */
  profiles: Profile[];
  imports: ImportRecord[];
  /** Trial embed tokens spent, by service principal. */
  trial_tokens_spent: Map<string, number>;
  scans: Scan[];
  auto_scales: AutoScale[];
};

/** The first application is Admin where nobody else is named. */
export const ownerMembership = ({ applications: [owner] }: Pick<State, 'applications'>): Member => ({
  identifier: owner.object_id,
  displayName: owner.display_name,
  principalType: 'App',
  groupUserAccessRight: 'Admin',
});

/** The first application is Admin of every workspace and capacity; the others have no access until somebody adds them. */
export const createState = (content: WorkspaceContent[], applications: [Application, ...Application[]]): State => {
  const [owner] = applications;
  const workspaces = content.map(({ workspace, models, reports, paginated = [], dashboards = [] }): Workspace => ({
    ...workspace,
    // Copies: what is deleted here is still what the content folder holds.
    models: [...models],
    reports: [...reports],
    paginated: [...paginated],
    members: [ownerMembership({ applications })],
    dashboards: [...dashboards],
    storage_format: 'Small',
  }));
  const capacityIds = content.flatMap(({ workspace }) => workspace.capacity_id ?? []);
  return {
    applications,
    workspaces: new Map(workspaces.map((workspace) => [workspace.id.toLowerCase(), workspace])),
    capacities: capacitiesFor(capacityIds, owner.object_id),
    operations: new Map(),
    model_directories: new Map(content.flatMap(({ directory, models }) => models.map((model) => [model.id.toLowerCase(), directory]))),
    datasets: new Map(),
    profiles: [],
    imports: [],
    trial_tokens_spent: new Map(),
    scans: [],
    auto_scales: [],
  };
};

/** The membership of a principal, or of one of its profiles. */
export const memberOf = (workspace: Workspace, identifier: string, profileId?: string): Member | undefined =>
  workspace.members.find((member) => sameId(member.identifier, identifier) && member.profile?.id === profileId);

const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const findReport = (workspace: Workspace, id: string): ReportDefinition | undefined =>
  workspace.reports.find((report) => sameId(report.id, id));

export const findModel = (workspace: Workspace, id: string): ModelDefinition | undefined =>
  workspace.models.find((model) => sameId(model.id, id));

export const findPaginated = (workspace: Workspace, id: string): PaginatedDefinition | undefined =>
  workspace.paginated.find((report) => sameId(report.id, id));

/** A paginated report wherever it is. */
export const locatePaginated = (state: State, id: string): { workspace: Workspace; report: PaginatedDefinition } | undefined => {
  for (const workspace of state.workspaces.values()) {
    const report = findPaginated(workspace, id);
    if (report) return { workspace, report };
  }
  return undefined;
};

/** A report wherever it is, as version 2 of GenerateToken names it: without its workspace. */
export const locateReport = (state: State, id: string): { workspace: Workspace; report: ReportDefinition } | undefined => {
  for (const workspace of state.workspaces.values()) {
    const report = findReport(workspace, id);
    if (report) return { workspace, report };
  }
  return undefined;
};

/** A model wherever it is; a report may read one of another workspace, and prefers its own. */
export const locateModel = (
  state: State,
  id: string,
  preferred?: Workspace,
): { workspace: Workspace; model: ModelDefinition } | undefined => {
  for (const workspace of [...(preferred ? [preferred] : []), ...state.workspaces.values()]) {
    const model = findModel(workspace, id);
    if (model) return { workspace, model };
  }
  return undefined;
};

/** A dashboard wherever it is. */
export const locateDashboard = (state: State, id: string): { workspace: Workspace; dashboard: Dashboard } | undefined => {
  for (const workspace of state.workspaces.values()) {
    const dashboard = workspace.dashboards.find((one) => sameId(one.id, id));
    if (dashboard) return { workspace, dashboard };
  }
  return undefined;
};

/** Whether the workspace's capacity stands still. */
export const isPaused = (state: State, workspace: Workspace): boolean =>
  workspace.capacity_id !== undefined && state.capacities.get(workspace.capacity_id)?.paused === true;

const guids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

const capacityNames = /(?<=\/capacities\/)[a-z][a-z0-9]*/gi;

/** The workspaces of everything that an address names: by their own id, that of what is in them, or the capacity they are on. */
export const placesIn = (state: State, address: string): string[] => {
  const named = [...address.matchAll(guids)].flatMap(([id]) => {
    if (state.workspaces.has(id.toLowerCase())) return [id.toLowerCase()];
    const found = locateReport(state, id) ?? locatePaginated(state, id) ?? locateModel(state, id) ?? locateDashboard(state, id);
    return found ? [found.workspace.id] : [];
  });
  const capacities = [...address.matchAll(capacityNames)].map(([name]) => name.toLowerCase());
  const carried = [...state.workspaces.values()].filter(({ capacity_id }) =>
    capacities.includes(state.capacities.get(capacity_id ?? '')?.name ?? ''),
  );
  return [...named, ...carried.map(({ id }) => id)];
};
