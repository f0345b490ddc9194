/** Workspaces and what is in them, as the admin API names it. */
import { currentState } from '../datasets/refreshJobs.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../tenant/state.ts';

export const usersOf = (workspace: Workspace) =>
  workspace.members.map(({ displayName, identifier, principalType, groupUserAccessRight, emailAddress }) => ({
    ...(emailAddress !== undefined && { emailAddress }),
    groupUserAccessRight,
    displayName,
    identifier,
    graphId: identifier,
    principalType,
  }));

export const aboutWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  type: 'Workspace',
  state: 'Active',
  isOnDedicatedCapacity: workspace.capacity_id !== undefined,
  ...(workspace.capacity_id !== undefined && { capacityId: workspace.capacity_id }),
  defaultDatasetStorageFormat: workspace.storage_format,
});

export const reportsOf = (workspace: Workspace) => [
  ...workspace.reports.map(({ id, name, model }) => ({ id, name, datasetId: model, reportType: 'PowerBIReport' })),
  ...workspace.paginated.map(({ id, name }) => ({ id, name, reportType: 'PaginatedReport' })),
];

export const dashboardsOf = (workspace: Workspace) =>
  workspace.dashboards.map(({ id, name }) => ({ id, displayName: name, isReadOnly: false }));

export const datasetsOf = (service: Service, workspace: Workspace) =>
  workspace.models.map((model) => {
    const { owner, created_at_ms, target_storage_mode } = currentState(service, { workspace, model });
    return {
      id: model.id,
      name: model.name,
      configuredBy: owner,
      createdDate: new Date(created_at_ms).toISOString(),
      targetStorageMode: target_storage_mode,
      isRefreshable: true,
      isEffectiveIdentityRequired: model.roles.length > 0,
      isEffectiveIdentityRolesRequired: model.roles.length > 0,
    };
  });
