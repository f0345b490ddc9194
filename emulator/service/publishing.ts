import { randomUUID } from 'node:crypto';
import type { ModelDefinition } from '../definitions/model.ts';
import type { ReportDefinition } from '../definitions/report.ts';
import type { Principal } from './entra/accessToken.ts';
import type { Service } from './service.ts';
import type { State, Workspace } from './tenant/state.ts';

/** Makes an empty workspace; who makes it is its Admin. */
export const newWorkspace = (state: State, { application, profile_id }: Principal, name: string): Workspace => {
  const profile = state.profiles.find(({ id }) => id === profile_id);
  const workspace: Workspace = {
    id: randomUUID(),
    name,
    reports: [],
    paginated: [],
    models: [],
    dashboards: [],
    storage_format: 'Small',
    members: [
      {
        identifier: application.object_id,
        displayName: application.display_name,
        principalType: 'App',
        groupUserAccessRight: 'Admin',
        ...(profile && { profile: { id: profile.id, displayName: profile.displayName } }),
      },
    ],
  };
  state.workspaces.set(workspace.id, workspace);
  return workspace;
};

/** Puts another edition of a report in its place. */
export const replaceReport = (workspace: Workspace, report: ReportDefinition, next: ReportDefinition): void => {
  workspace.reports.splice(workspace.reports.indexOf(report), 1, next);
};

/** Takes a report out of its workspace. */
export const removeReport = (workspace: Workspace, report: ReportDefinition): void => {
  workspace.reports.splice(workspace.reports.indexOf(report), 1);
};

/** Takes a model out of its workspace, and every report that reads it. */
export const removeModel = (service: Service, workspace: Workspace, model: ModelDefinition): void => {
  workspace.models.splice(workspace.models.indexOf(model), 1);
  const isOrphan = (report: { model: string }): boolean => report.model.toLowerCase() === model.id.toLowerCase();
  for (const one of service.state.workspaces.values()) {
    for (const orphan of one.reports.filter(isOrphan)) one.reports.splice(one.reports.indexOf(orphan), 1);
    for (const orphan of one.paginated.filter(isOrphan)) one.paginated.splice(one.paginated.indexOf(orphan), 1);
  }
  service.state.datasets.delete(model.id.toLowerCase());
  service.state.model_directories.delete(model.id.toLowerCase());
  service.engine.withdraw(model.id);
};

/** Takes a workspace away with everything in it. */
export const removeWorkspace = (service: Service, workspace: Workspace): void => {
  for (const model of workspace.models.slice()) removeModel(service, workspace, model);
  service.state.workspaces.delete(workspace.id.toLowerCase());
};
