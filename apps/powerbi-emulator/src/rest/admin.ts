import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Activity } from '../activity-log.ts';
import { currentState } from '../datasets/refreshes.ts';
import { invalidRequest, notFound } from '../errors.ts';
import { createRate } from '../rate.ts';
import type { Service } from '../service.ts';
import { findModel, findPaginated, findReport } from '../state.ts';
import type { Scan, Workspace } from '../state.ts';
import { callerOf, idOf } from './authorize.ts';
import { bodyAs } from './body.ts';
import { checkAdmin } from './fabric-admin.ts';
import { filter, list, page } from './odata.ts';

const hourMs = 3_600_000;
/** So long the result of a scan is there. */
const scanKeptMs = 24 * hourMs;
/** Activities of one answer; the rest is fetched with its token. */
const activitiesAtOnce = 100;

const groupsQuery = z.object({
  $top: z.coerce.number().int().min(1).max(5_000),
  $expand: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((name) => name.trim().toLowerCase())),
});
const scanRequest = z.object({ workspaces: z.array(z.guid().toLowerCase()).min(1).max(100) });
const quoted = z.string().regex(/^'[^']*'$/, "must be in single quotes, such as '2026-01-31T00:00:00Z'");
const moment = quoted.transform((text, context) => {
  const time = Date.parse(text.slice(1, -1).replace(/(?<!Z)$/, 'Z'));
  if (Number.isNaN(time)) context.addIssue('must be a time, such as 2026-01-31T00:00:00Z');
  return time;
});
const activityQuery = z.object({
  startDateTime: moment.optional(),
  endDateTime: moment.optional(),
  continuationToken: quoted.transform((text) => decodeURIComponent(text.slice(1, -1))).optional(),
  $filter: z.string().optional(),
});
const continuation = z.object({ from: z.number(), until: z.number(), skip: z.number(), where: z.string().nullable() });
type Wanted = z.infer<typeof continuation>;

const usersOf = (workspace: Workspace) =>
  workspace.members.map(({ displayName, identifier, principalType, groupUserAccessRight, emailAddress }) => ({
    ...(emailAddress !== undefined && { emailAddress }),
    groupUserAccessRight,
    displayName,
    identifier,
    graphId: identifier,
    principalType,
  }));

const aboutWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  type: 'Workspace',
  state: 'Active',
  isOnDedicatedCapacity: workspace.capacity_id !== undefined,
  ...(workspace.capacity_id !== undefined && { capacityId: workspace.capacity_id }),
  defaultDatasetStorageFormat: workspace.storage_format,
});

const reportsOf = (workspace: Workspace) => [
  ...workspace.reports.map(({ id, name, model }) => ({ id, name, datasetId: model, reportType: 'PowerBIReport' })),
  ...workspace.paginated.map(({ id, name }) => ({ id, name, reportType: 'PaginatedReport' })),
];

const dashboardsOf = (workspace: Workspace) => workspace.dashboards.map(({ id, name }) => ({ id, displayName: name, isReadOnly: false }));

/** What administrators of the tenant may ask of everybody's workspaces (powerbi.md A8). */
export const registerAdminApi = (app: FastifyInstance, service: Service): void => {
  const { state, clock } = service;
  const countCall = createRate(service, hourMs);

  const datasetsOf = (workspace: Workspace) =>
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

  app.register(async (admin) => {
    admin.addHook('preHandler', async (request) => {
      checkAdmin(service, request);
      countCall(callerOf(request).application.object_id, service.limits.admin_calls_an_hour);
    });

    admin.get('/admin/groups', async (request) => {
      const { $expand } = bodyAs(groupsQuery, request.query);
      const shown = [...state.workspaces.values()].map((workspace) => ({
        ...aboutWorkspace(workspace),
        isReadOnly: false,
        ...($expand.includes('users') && { users: usersOf(workspace) }),
        ...($expand.includes('reports') && { reports: reportsOf(workspace) }),
        ...($expand.includes('datasets') && { datasets: datasetsOf(workspace) }),
        ...($expand.includes('dashboards') && { dashboards: dashboardsOf(workspace) }),
      }));
      return list(service, 'groups', page(filter(shown, request.query), request.query));
    });

    const scanRow = (scan: Scan) => ({
      id: scan.id,
      createdDateTime: new Date(scan.created_at_ms).toISOString(),
      status: scan.created_at_ms + service.durations.scan_ms <= clock.now() ? 'Succeeded' : 'Running',
    });
    const scanOf = (request: FastifyRequest): Scan => {
      const scan = state.scans.find(({ id }) => id === idOf(request, 'scan'));
      if (!scan || scan.created_at_ms + scanKeptMs <= clock.now()) throw notFound();
      return scan;
    };

    admin.post('/admin/workspaces/getInfo', async (request, reply) => {
      const { workspaces } = bodyAs(scanRequest, request.body);
      const unknown = workspaces.find((id) => !state.workspaces.has(id));
      if (unknown !== undefined) throw invalidRequest(`The workspace '${unknown}' was not found`);
      const scan: Scan = { id: randomUUID(), created_at_ms: clock.now(), workspaces };
      state.scans.splice(0, state.scans.length, ...state.scans.filter((old) => old.created_at_ms + scanKeptMs > clock.now()), scan);
      return reply.code(202).send({ ...scanRow(scan), status: 'NotStarted' });
    });

    admin.get('/admin/workspaces/scanStatus/:scan', async (request) => scanRow(scanOf(request)));

    admin.get('/admin/workspaces/scanResult/:scan', async (request) => {
      const scan = scanOf(request);
      if (scanRow(scan).status !== 'Succeeded') throw invalidRequest(`The scan '${scan.id}' has not ended`);
      return {
        workspaces: scan.workspaces.flatMap((id) => {
          const workspace = state.workspaces.get(id);
          if (!workspace) return [];
          const tiles = workspace.dashboards.map((dashboard) =>
            dashboard.tiles.map((tile) => ({
              id: tile.id,
              title: tile.title,
              reportId: tile.report,
              datasetId: findReport(workspace, tile.report)?.model,
            })),
          );
          return [
            {
              ...aboutWorkspace(workspace),
              reports: reportsOf(workspace),
              dashboards: dashboardsOf(workspace).map((dashboard, at) => ({ ...dashboard, tiles: tiles[at] ?? [] })),
              datasets: datasetsOf(workspace),
              dataflows: [],
              datamarts: [],
              users: usersOf(workspace),
            },
          ];
        }),
        datasourceInstances: [],
        misconfiguredDatasourceInstances: [],
      };
    });

    const activityRow = (activity: Activity) => {
      const workspace =
        state.workspaces.get(activity.workspace_id ?? '') ??
        [...state.workspaces.values()].find(
          (one) => findReport(one, activity.report_id ?? '') ?? findPaginated(one, activity.report_id ?? ''),
        );
      const report = workspace && (findReport(workspace, activity.report_id ?? '') ?? findPaginated(workspace, activity.report_id ?? ''));
      const datasetId = activity.dataset_id ?? report?.model;
      const dataset = workspace && findModel(workspace, datasetId ?? '');
      const capacity = state.capacities.get(workspace?.capacity_id ?? '');
      return {
        Id: activity.id,
        RecordType: 20,
        CreationTime: new Date(activity.at_ms).toISOString().slice(0, 19),
        Operation: activity.name,
        OrganizationId: state.applications[0].tenant_id,
        UserType: 6,
        UserKey: activity.user,
        Workload: 'PowerBI',
        UserId: activity.user,
        Activity: activity.name,
        IsSuccess: true,
        RequestId: activity.request_id,
        ActivityId: activity.request_id,
        ...(workspace && { WorkSpaceName: workspace.name, WorkspaceId: workspace.id }),
        ...(report && { ItemName: report.name, ReportName: report.name, ReportType: 'PowerBIReport' }),
        ...(activity.report_id !== undefined && { ReportId: activity.report_id, ObjectId: activity.report_id }),
        ...(dataset && { DatasetName: dataset.name }),
        ...(datasetId !== undefined && { DatasetId: datasetId }),
        ...(activity.dashboard_id !== undefined && { DashboardId: activity.dashboard_id }),
        ...(capacity && { CapacityId: capacity.id, CapacityName: capacity.name }),
      };
    };

    /** A first question names a span within one day; further ones their token. */
    const wantedOf = (request: FastifyRequest): Wanted => {
      const {
        startDateTime: from,
        endDateTime: until,
        continuationToken: token,
        $filter: where = null,
      } = bodyAs(activityQuery, request.query);
      if (token !== undefined) {
        try {
          return continuation.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
        } catch {
          throw invalidRequest('The continuation token is not valid');
        }
      }
      if (from === undefined || until === undefined) throw invalidRequest('startDateTime and endDateTime are required');
      const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
      if (dayOf(from) !== dayOf(until) || from > until) throw invalidRequest('startDateTime and endDateTime must be on the same UTC day');
      return { from, until, skip: 0, where };
    };

    admin.get('/admin/activityevents', async (request) => {
      const wanted = wantedOf(request);
      const inSpan = service.activities.list().filter(({ at_ms }) => at_ms >= wanted.from && at_ms <= wanted.until);
      const rows = (wanted.where ?? '')
        .split(/ and /i)
        .filter((part) => part.trim() !== '')
        .reduce((kept, $filter) => filter(kept, { $filter }), inSpan.map(activityRow));
      const next = wanted.skip + activitiesAtOnce;
      const isLast = next >= rows.length;
      const token = Buffer.from(JSON.stringify({ ...wanted, skip: next })).toString('base64');
      const address = `${service.origin()}/v1.0/myorg/admin/activityevents?continuationToken='${encodeURIComponent(token)}'`;
      return {
        activityEventEntities: rows.slice(wanted.skip, next),
        continuationUri: isLast ? null : address,
        continuationToken: isLast ? null : encodeURIComponent(token),
        lastResultSet: isLast,
      };
    });
  });
};
