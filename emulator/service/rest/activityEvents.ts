import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Activity } from '../activityLog.ts';
import { invalidRequest } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { findModel, findPaginated, findReport } from '../tenant/state.ts';
import type { State, Workspace } from '../tenant/state.ts';
import { bodyAs } from './body.ts';
import { filter } from './odata.ts';

/** Activities of one answer; the rest is fetched with its token. */
const activitiesAtOnce = 100;

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

const reportIn = (workspace: Workspace, id = '') => findReport(workspace, id) ?? findPaginated(workspace, id);

/** What an activity was done with, as far as it is still there. */
const subjectsOf = ({ workspaces, capacities }: State, { workspace_id = '', report_id, dataset_id }: Activity) => {
  const workspace = workspaces.get(workspace_id) ?? [...workspaces.values()].find((one) => reportIn(one, report_id));
  if (!workspace) return { datasetId: dataset_id };
  const report = reportIn(workspace, report_id);
  const datasetId = dataset_id ?? report?.model;
  return {
    workspace,
    report,
    datasetId,
    dataset: findModel(workspace, datasetId ?? ''),
    capacity: capacities.get(workspace.capacity_id ?? ''),
  };
};

const activityRow = (state: State, activity: Activity) => {
  const { workspace, report, datasetId, dataset, capacity } = subjectsOf(state, activity);
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
  const { startDateTime: from, endDateTime: until, continuationToken: token, $filter: where = null } = bodyAs(activityQuery, request.query);
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

/** What was done in a span of one day, page by page. */
export const registerActivityEvents = (admin: FastifyInstance, service: Service): void => {
  admin.get('/admin/activityevents', async (request) => {
    const wanted = wantedOf(request);
    const inSpan = service.activities.list().filter(({ at_ms }) => at_ms >= wanted.from && at_ms <= wanted.until);
    const rows = (wanted.where ?? '')
      .split(/ and /i)
      .filter((part) => part.trim() !== '')
      .reduce(
        (kept, $filter) => filter(kept, { $filter }),
        inSpan.map((activity) => activityRow(service.state, activity)),
      );
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
};
