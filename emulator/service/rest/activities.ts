import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parameterOf } from '../parameters.ts';
import type { Service } from '../service.ts';
import { findCaller } from './caller.ts';

/** Which calls are activities, by the name under which the cloud's audit log has them. */
const names: Record<string, string> = {
  'POST /groups': 'CreateFolder',
  'DELETE /groups/:group': 'DeleteFolder',
  'POST /groups/:group/users': 'AddFolderAccess',
  'PUT /groups/:group/users': 'UpdateFolderAccess',
  'DELETE /groups/:group/users/:user': 'DeleteFolderAccess',
  'POST /groups/:group/AssignToCapacity': 'MigrateWorkspaceIntoCapacity',
  'POST /GenerateToken': 'GenerateEmbedToken',
  'POST /groups/:group/reports/GenerateToken': 'GenerateEmbedToken',
  'POST /groups/:group/reports/:report/GenerateToken': 'GenerateEmbedToken',
  'POST /groups/:group/datasets/:dataset/GenerateToken': 'GenerateEmbedToken',
  'POST /groups/:group/dashboards/:dashboard/GenerateToken': 'GenerateEmbedToken',
  'POST /groups/:group/dashboards/:dashboard/tiles/:tile/GenerateToken': 'GenerateEmbedToken',
  'POST /groups/:group/reports/:report/ExportTo': 'ExportArtifact',
  'GET /groups/:group/reports/:report/Export': 'DownloadReport',
  'POST /groups/:group/reports/:report/Clone': 'CopyReport',
  'POST /groups/:group/reports/:report/Rebind': 'RebindReport',
  'DELETE /groups/:group/reports/:report': 'DeleteReport',
  'POST /groups/:group/imports': 'Import',
  'POST /groups/:group/datasets/:dataset/refreshes': 'RefreshDataset',
  'PATCH /groups/:group/datasets/:dataset/refreshSchedule': 'SetScheduledRefresh',
  'POST /groups/:group/datasets/:dataset/Default.UpdateParameters': 'EditDataset',
  'POST /groups/:group/datasets/:dataset/Default.TakeOver': 'TakeOverDataset',
  'POST /groups/:group/datasets/:dataset/executeQueries': 'RunDatasetQuery',
  'DELETE /groups/:group/datasets/:dataset': 'DeleteDataset',
  'POST /groups/:group/dashboards': 'CreateDashboard',
  'DELETE /groups/:group/dashboards/:dashboard': 'DeleteDashboard',
};

const base = '/v1.0/myorg';
const opening = '/embed-api/reports/:reportId';

const idIn = (request: FastifyRequest, name: string): string | undefined => parameterOf(request, name)?.toLowerCase();

const nameOf = ({ method, routeOptions: { url = '' } }: FastifyRequest): string | undefined =>
  method === 'GET' && url === opening ? 'ViewReport' : url.startsWith(base) ? names[`${method} ${url.slice(base.length)}`] : undefined;

/** Enters what was done, for those who ask what happened in the tenant. */
export const registerActivities = (app: FastifyInstance, { activities, state }: Pick<Service, 'activities' | 'state'>): void => {
  app.addHook('onResponse', async (request, reply) => {
    const name = reply.statusCode < 400 ? nameOf(request) : undefined;
    if (name === undefined) return;
    // Whoever reads with an embed token reads in the name of the service principal.
    const application = name === 'ViewReport' ? state.applications[0] : findCaller(request)?.application;
    // An answer that a fault has given is nothing that was done.
    if (!application) return;
    const found = {
      workspace_id: idIn(request, 'group'),
      report_id: idIn(request, 'report') ?? idIn(request, 'reportId'),
      dataset_id: idIn(request, 'dataset'),
      dashboard_id: idIn(request, 'dashboard'),
    };
    activities.add({
      name,
      user: application.object_id,
      request_id: String(reply.getHeader('RequestId')),
      ...Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined)),
    });
  });
};
