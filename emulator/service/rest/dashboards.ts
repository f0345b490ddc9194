import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Dashboard, Tile } from '../../definitions/dashboard.ts';
import { notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { findReport } from '../tenant/state.ts';
import type { AccessRight, Workspace } from '../tenant/state.ts';
import { callerOf, hasRight, idOf, workspaceFor, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { dashboardEmbedUrl, tileEmbedUrl } from './embedUrls.ts';
import { list } from './odata.ts';

const newDashboard = z.object({ name: z.string().trim().min(1) });
const cloneRequest = z.object({
  targetDashboardId: z.guid(),
  targetWorkspaceId: z.guid().nullish(),
  targetReportId: z.guid().nullish(),
});

/** The dashboard that the path names. */
export const dashboardOf = (
  service: Service,
  request: FastifyRequest,
  least?: AccessRight,
): { workspace: Workspace; dashboard: Dashboard } => {
  const workspace = workspaceOf(service, request, least);
  const id = idOf(request, 'dashboard');
  const dashboard = workspace.dashboards.find((one) => one.id.toLowerCase() === id);
  if (!dashboard) throw notFound();
  return { workspace, dashboard };
};

/** The tile that the path names. */
export const tileOf = (service: Service, request: FastifyRequest, least?: AccessRight) => {
  const { workspace, dashboard } = dashboardOf(service, request, least);
  const id = idOf(request, 'tile');
  const tile = dashboard.tiles.find((one) => one.id.toLowerCase() === id);
  if (!tile) throw notFound();
  return { workspace, dashboard, tile };
};

/** Dashboards and their tiles (docs/reference/powerbi.md A5). */
export const registerDashboards = (app: FastifyInstance, service: Service): void => {
  const row = (request: FastifyRequest, workspace: Workspace, dashboard: Dashboard) => ({
    id: dashboard.id,
    displayName: dashboard.name,
    isReadOnly: !hasRight(workspace, callerOf(request), 'Contributor'),
    webUrl: `${service.origin()}/groups/${workspace.id}/dashboards/${dashboard.id}`,
    embedUrl: dashboardEmbedUrl(service, workspace.id, dashboard.id),
  });

  const tileRow = (workspace: Workspace, dashboard: Dashboard, tile: Tile) => ({
    id: tile.id,
    title: tile.title,
    rowSpan: tile.rowSpan,
    colSpan: tile.colSpan,
    embedUrl: tileEmbedUrl(service, workspace.id, dashboard.id, tile.id),
    embedData: '',
    reportId: tile.report,
    datasetId: findReport(workspace, tile.report)?.model,
  });

  app.get('/groups/:group/dashboards', async (request) => {
    const workspace = workspaceOf(service, request);
    const rows = workspace.dashboards.map((dashboard) => row(request, workspace, dashboard));
    return list(service, `groups('${workspace.id}')/dashboards`, rows);
  });

  app.post('/groups/:group/dashboards', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Contributor');
    const dashboard: Dashboard = { id: randomUUID(), name: bodyAs(newDashboard, request.body).name, tiles: [] };
    workspace.dashboards.push(dashboard);
    return reply.code(201).send(row(request, workspace, dashboard));
  });

  app.get('/groups/:group/dashboards/:dashboard', async (request) => {
    const { workspace, dashboard } = dashboardOf(service, request);
    return row(request, workspace, dashboard);
  });

  app.delete('/groups/:group/dashboards/:dashboard', async (request, reply) => {
    const { workspace, dashboard } = dashboardOf(service, request, 'Contributor');
    workspace.dashboards.splice(workspace.dashboards.indexOf(dashboard), 1);
    return reply.code(200).send();
  });

  app.get('/groups/:group/dashboards/:dashboard/tiles', async (request) => {
    const { workspace, dashboard } = dashboardOf(service, request);
    const rows = dashboard.tiles.map((tile) => tileRow(workspace, dashboard, tile));
    return list(service, `groups('${workspace.id}')/dashboards('${dashboard.id}')/tiles`, rows);
  });

  app.get('/groups/:group/dashboards/:dashboard/tiles/:tile', async (request) => {
    const { workspace, dashboard, tile } = tileOf(service, request);
    return tileRow(workspace, dashboard, tile);
  });

  app.post('/groups/:group/dashboards/:dashboard/tiles/:tile/Clone', async (request) => {
    const { workspace, tile } = tileOf(service, request);
    const { targetDashboardId, targetWorkspaceId, targetReportId } = bodyAs(cloneRequest, request.body);
    const target = workspaceFor(service.state, callerOf(request), targetWorkspaceId ?? workspace.id, 'Contributor');
    const dashboard = target.dashboards.find(({ id }) => id.toLowerCase() === targetDashboardId.toLowerCase());
    const report = findReport(target, targetReportId ?? tile.report);
    if (!dashboard || !report) throw notFound();
    const copy: Tile = { ...tile, id: randomUUID(), report: report.id };
    dashboard.tiles.push(copy);
    return tileRow(target, dashboard, copy);
  });
};
