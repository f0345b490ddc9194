import type { Capacity } from './capacities.ts';
import { capacitiesFor } from './capacities.ts';
import type { ModelDefinition, ReportDefinition, WorkspaceContent } from './definition.ts';
import type { Application } from './demo.ts';

export const accessRights = ['None', 'Viewer', 'Contributor', 'Member', 'Admin'] as const;
export type AccessRight = (typeof accessRights)[number];

export type Member = {
  /** Object id of a service principal or group, mail address of a person. */
  identifier: string;
  displayName: string;
  principalType: 'User' | 'Group' | 'App';
  groupUserAccessRight: AccessRight;
  emailAddress?: string | undefined;
};

export type Workspace = {
  id: string;
  name: string;
  capacity_id?: string | undefined;
  reports: ReportDefinition[];
  models: ModelDefinition[];
  members: Member[];
};

/** What the service holds, in memory. */
export type State = {
  applications: Application[];
  workspaces: Map<string, Workspace>;
  capacities: Map<string, Capacity>;
  /** Trial embed tokens spent, by service principal. */
  trial_tokens_spent: Map<string, number>;
};

/** The first application is Admin of every workspace and capacity; the others have no access until somebody adds them. */
export const createState = (content: WorkspaceContent[], applications: [Application, ...Application[]]): State => {
  const [owner] = applications;
  const membership: Member = {
    identifier: owner.object_id,
    displayName: owner.display_name,
    principalType: 'App',
    groupUserAccessRight: 'Admin',
  };
  const workspaces = content.map(({ workspace, models, reports }): Workspace => ({
    ...workspace,
    models,
    reports,
    members: [{ ...membership }],
  }));
  const capacityIds = content.flatMap(({ workspace }) => workspace.capacity_id ?? []);
  return {
    applications,
    workspaces: new Map(workspaces.map((workspace) => [workspace.id.toLowerCase(), workspace])),
    capacities: capacitiesFor(capacityIds, owner.object_id),
    trial_tokens_spent: new Map(),
  };
};

export const memberOf = (workspace: Workspace, objectId: string): Member | undefined =>
  workspace.members.find((member) => member.identifier.toLowerCase() === objectId.toLowerCase());

const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const findReport = (workspace: Workspace, id: string): ReportDefinition | undefined =>
  workspace.reports.find((report) => sameId(report.id, id));

export const findModel = (workspace: Workspace, id: string): ModelDefinition | undefined =>
  workspace.models.find((model) => sameId(model.id, id));

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
