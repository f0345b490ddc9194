import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import { invalidRequest, notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { findReport } from '../tenant/state.ts';
import type { Scan, Workspace } from '../tenant/state.ts';
import { aboutWorkspace, dashboardsOf, datasetsOf, reportsOf, usersOf } from './adminRows.ts';
import { bodyAs } from './body.ts';
import { idOf } from './caller.ts';

/** So long the result of a scan is there. */
const scanKeptMs = 24 * 3_600_000;

const asked = z.stringbool().default(false);
const scanDetail = z.object({ datasetSchema: asked, datasetExpressions: asked });
const scanRequest = z.object({ workspaces: z.array(z.guid().toLowerCase()).min(1).max(100) });

/** Tables and roles, as a scan tells them that was asked for them. */
const schemaOf = (model: ModelDefinition | undefined) => ({
  tables: model?.tables.map((table) => ({
    name: table.name,
    isHidden: false,
    columns: table.columns.map((column) => ({ name: column.name, dataType: column.type, isHidden: column.hidden ?? false })),
  })),
  roles: model?.roles.map((role) => ({
    name: role.name,
    modelPermission: 'Read',
    tablePermissions: role.filters.map(({ table, expression }) => ({ name: table, filterExpression: expression })),
  })),
});

/** A workspace with all that is in it. */
const scannedWorkspace = (service: Service, workspace: Workspace, { schema }: Scan) => {
  const tiles = workspace.dashboards.map((dashboard) =>
    dashboard.tiles.map((tile) => ({
      id: tile.id,
      title: tile.title,
      reportId: tile.report,
      datasetId: findReport(workspace, tile.report)?.model,
    })),
  );
  return {
    ...aboutWorkspace(workspace),
    reports: reportsOf(workspace),
    dashboards: dashboardsOf(workspace).map((dashboard, at) => ({ ...dashboard, tiles: tiles[at] ?? [] })),
    datasets: datasetsOf(service, workspace).map((dataset, at) => ({ ...dataset, ...(schema && schemaOf(workspace.models[at])) })),
    dataflows: [],
    datamarts: [],
    users: usersOf(workspace),
  };
};

/** Scans of workspaces: started, waited for, and read once they have ended. */
export const registerWorkspaceScans = (admin: FastifyInstance, service: Service): void => {
  const { state, clock } = service;

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
    const { datasetSchema, datasetExpressions } = bodyAs(scanDetail, request.query);
    const scan: Scan = { id: randomUUID(), created_at_ms: clock.now(), workspaces, schema: datasetSchema && datasetExpressions };
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
        return workspace ? [scannedWorkspace(service, workspace, scan)] : [];
      }),
      datasourceInstances: [],
      misconfiguredDatasourceInstances: [],
    };
  });
};
