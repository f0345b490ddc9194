/** What the portal asks of the reporting service about workspaces: what they are, who is in them, and changes of them. */
import type { MemberKind, MemberRight } from '@vitrine/contract/reports/workspaces.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { NewWorkspaceUser, Workspace } from '@vitrine/powerbi/workspaces.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import type { Calling } from './powerbiCalls.ts';
import { kindOf } from './powerbiReport.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

export type ServiceWorkspace = { id: string; name: string; capacity_id: string | null; on_capacity: boolean; read_only: boolean };
export type ServiceCapacity = { id: string; name: string; sku: string; running: boolean; may_assign: boolean };
type ServiceReport = {
  id: string;
  name: string;
  kind: 'report' | 'paginated';
  dataset_id: string | null;
  dataset_workspace_id: string | null;
};
type ServiceDataset = {
  id: string;
  name: string;
  refreshable: boolean;
  /** The latest refresh; null where there was none, or the service does not say. */
  refresh: { state: 'running' | 'completed' | 'failed' | 'cancelled'; at: string | null } | null;
};
type ServiceMember = { identifier: string; name: string; email: string | null; kind: MemberKind; right: MemberRight };
type Whom = Pick<ServiceMember, 'identifier' | 'kind' | 'right'>;
type Copy = { workspace_id: string; report_id: string; to_workspace_id: string; name: string; dataset_id: string | null };

export type WorkspaceCalls = {
  workspaceList: (account: ReportingAccount) => Promise<ServiceWorkspace[]>;
  workspace: (account: ReportingAccount, workspaceId: string) => Promise<ServiceWorkspace>;
  /** The capacities on which the account has a right. */
  capacityList: (account: ReportingAccount) => Promise<ServiceCapacity[]>;
  workspaceReports: (account: ReportingAccount, workspaceId: string) => Promise<ServiceReport[]>;
  workspaceDatasets: (account: ReportingAccount, workspaceId: string) => Promise<ServiceDataset[]>;
  workspaceMembers: (account: ReportingAccount, workspaceId: string) => Promise<ServiceMember[]>;
  createWorkspace: (account: ReportingAccount, name: string) => Promise<string>;
  renameWorkspace: (account: ReportingAccount, workspaceId: string, name: string) => Promise<void>;
  removeWorkspace: (account: ReportingAccount, workspaceId: string) => Promise<void>;
  addMember: (account: ReportingAccount, workspaceId: string, whom: Whom) => Promise<void>;
  changeMember: (account: ReportingAccount, workspaceId: string, whom: Whom) => Promise<void>;
  removeMember: (account: ReportingAccount, workspaceId: string, identifier: string) => Promise<void>;
  /** Null: back to shared capacity. */
  assignCapacity: (account: ReportingAccount, workspaceId: string, capacityId: string | null) => Promise<void>;
  /** A copy of a report in another workspace, on its own data or on others; returns its id. */
  copyReport: (account: ReportingAccount, copy: Copy) => Promise<string>;
  removeReport: (account: ReportingAccount, workspaceId: string, reportId: string) => Promise<void>;
};

const wireKinds = { person: 'User', group: 'Group', app: 'App' } as const;
const wireRights = { viewer: 'Viewer', contributor: 'Contributor', member: 'Member', admin: 'Admin' } as const;
const kinds: Record<string, MemberKind> = { User: 'person', Group: 'group', App: 'app' };
const rights: Record<string, MemberRight> = { Viewer: 'viewer', Contributor: 'contributor', Member: 'member', Admin: 'admin' };

const workspaceOf = ({ id, name, capacityId, isOnDedicatedCapacity, isReadOnly }: Workspace): ServiceWorkspace => ({
  id: id.toLowerCase(),
  name,
  capacity_id: capacityId?.toLowerCase() ?? null,
  on_capacity: isOnDedicatedCapacity ?? false,
  read_only: isReadOnly ?? false,
});

const userOf = ({ identifier, kind, right }: Whom): NewWorkspaceUser => ({
  identifier,
  principalType: wireKinds[kind],
  groupUserAccessRight: wireRights[right],
});

/** More datasets than somebody looks through are not asked about one by one. */
const askedAtMost = 20;

const refreshStates = { Completed: 'completed', Failed: 'failed', Disabled: 'failed', Cancelled: 'cancelled' } as const;
const stateOf = (status: string) =>
  Object.hasOwn(refreshStates, status) ? refreshStates[status as keyof typeof refreshStates] : ('running' as const);

async function latestRefresh(service: PowerBi, workspaceId: string, datasetId: string): Promise<ServiceDataset['refresh']> {
  const [latest] = await service.refreshes.list(workspaceId, datasetId, { top: 1 }).catch((error: unknown) => {
    // A dataset that has no refreshes to tell of does not take the others away.
    if (error instanceof PowerBiError && (error.kind === 'invalid' || error.kind === 'not_found' || error.kind === 'not_authorized'))
      return [];
    throw error;
  });
  return latest ? { state: stateOf(latest.status), at: latest.endTime ?? latest.startTime ?? null } : null;
}

const reading = (
  calling: Calling,
): Pick<
  WorkspaceCalls,
  'workspaceList' | 'workspace' | 'capacityList' | 'workspaceReports' | 'workspaceDatasets' | 'workspaceMembers'
> => ({
  workspaceList: (account) => calling(account, async (service) => (await service.workspaces.list()).map(workspaceOf)),
  workspace: (account, workspaceId) =>
    calling(account, async (service) => workspaceOf(await service.workspaces.get(workspaceId).catch(notThere))),
  capacityList: (account) =>
    calling(account, async (service) =>
      (await service.capacities.list()).map(({ id, displayName, sku, state, capacityUserAccessRight = 'None' }) => ({
        id: id.toLowerCase(),
        name: displayName,
        sku,
        running: state === 'Active',
        may_assign: capacityUserAccessRight !== 'None',
      })),
    ),
  workspaceReports: (account, workspaceId) =>
    calling(account, async (service) =>
      (await service.reports.list(workspaceId).catch(notThere)).map((report) => ({
        id: report.id.toLowerCase(),
        name: report.name,
        kind: kindOf(report),
        dataset_id: report.datasetId?.toLowerCase() ?? null,
        dataset_workspace_id: report.datasetWorkspaceId?.toLowerCase() ?? null,
      })),
    ),
  workspaceDatasets: (account, workspaceId) =>
    calling(account, async (service) => {
      const datasets = await service.datasets.list(workspaceId).catch(notThere);
      return Promise.all(
        datasets.map(async ({ id, name, isRefreshable = true }, at) => ({
          id: id.toLowerCase(),
          name,
          refreshable: isRefreshable,
          refresh: isRefreshable && at < askedAtMost ? await latestRefresh(service, workspaceId, id) : null,
        })),
      );
    }),
  workspaceMembers: (account, workspaceId) =>
    calling(account, async (service) =>
      (await service.workspaces.users(workspaceId).catch(notThere)).flatMap(
        ({ identifier, displayName, emailAddress, principalType, groupUserAccessRight }) => {
          const right = rights[groupUserAccessRight];
          const kind = kinds[principalType];
          return right && kind ? [{ identifier, name: displayName ?? identifier, email: emailAddress ?? null, kind, right }] : [];
        },
      ),
    ),
});

/** All calls about workspaces, made as `calling` makes them. */
export const workspaceCalls = (calling: Calling): WorkspaceCalls => ({
  ...reading(calling),
  createWorkspace: (account, name) =>
    calling(account, async (service) => (await service.workspaces.create(name).catch(refuseName)).id.toLowerCase()),
  renameWorkspace: (account, workspaceId, name) =>
    calling(account, (service) => service.workspaces.rename(workspaceId, name).catch(refuseName)),
  removeWorkspace: (account, workspaceId) => calling(account, (service) => service.workspaces.remove(workspaceId).catch(refuseChange)),
  addMember: (account, workspaceId, whom) =>
    calling(account, (service) => service.workspaces.addUser(workspaceId, userOf(whom)).catch(refuseMember)),
  changeMember: (account, workspaceId, whom) =>
    calling(account, (service) => service.workspaces.changeUser(workspaceId, userOf(whom)).catch(refuseMember)),
  removeMember: (account, workspaceId, identifier) =>
    calling(account, (service) => service.workspaces.removeUser(workspaceId, identifier).catch(refuseMember)),
  assignCapacity: (account, workspaceId, capacityId) =>
    calling(account, (service) => service.workspaces.assignToCapacity(workspaceId, capacityId).catch(refuseCapacity)),
  copyReport: (account, { workspace_id, report_id, to_workspace_id, name, dataset_id }) =>
    calling(account, async (service) => {
      const request = { name, targetWorkspaceId: to_workspace_id, ...(dataset_id === null ? {} : { targetModelId: dataset_id }) };
      return (await service.reports.clone(workspace_id, report_id, request).catch(refuseCopy)).id.toLowerCase();
    }),
  removeReport: (account, workspaceId, reportId) =>
    calling(account, (service) => service.reports.remove(workspaceId, reportId).catch(refuseChange)),
});

/** A workspace without access is answered like one that is not there. */
function notThere(error: unknown): never {
  if (error instanceof PowerBiError && (error.kind === 'not_found' || error.code === 'GroupNotAccessible'))
    return fail('not_found', {}, {}, error);
  throw error;
}

/** Signed in, but without the role in the workspace that a change needs. */
function refuseChange(error: unknown): never {
  if (error instanceof PowerBiError && error.kind === 'not_authorized') return fail('workspace_role_missing', {}, {}, error);
  if (error instanceof PowerBiError && error.kind === 'not_found') return fail('not_found', {}, {}, error);
  throw error;
}

/** Names are unique in the whole directory: one may be taken by a workspace that the account does not see. */
function refuseName(error: unknown): never {
  if (error instanceof PowerBiError && (error.status === 409 || error.code === 'PowerBIEntityAlreadyExists'))
    return failFields({ name: 'taken' });
  if (error instanceof PowerBiError && error.kind === 'invalid') return failFields({ name: 'invalid' });
  return refuseChange(error);
}

function refuseMember(error: unknown): never {
  if (!(error instanceof PowerBiError) || error.kind !== 'invalid') return refuseChange(error);
  return error.code === 'AddingAlreadyExistsGroupUserNotSupportedError'
    ? failFields({ identifier: 'taken' })
    : fail('workspace_member_refused', {}, {}, error);
}

function refuseCapacity(error: unknown): never {
  if (error instanceof PowerBiError && (error.kind === 'invalid' || error.kind === 'not_authorized'))
    return fail('workspace_capacity_refused', {}, {}, error);
  return refuseChange(error);
}

function refuseCopy(error: unknown): never {
  if (error instanceof PowerBiError && (error.kind === 'invalid' || error.kind === 'not_found'))
    return fail('report_not_movable', {}, {}, error);
  return refuseChange(error);
}
