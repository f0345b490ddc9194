import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidRequest, notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { findReport } from '../tenant/state.ts';
import type { Scan, Workspace } from '../tenant/state.ts';
import { aboutWorkspace, dashboardsOf, datasetsOf, reportsOf, usersOf } from './adminRows.ts';
import { bodyAs } from './body.ts';
import { idOf } from './caller.ts';

/** So long the result of a scan is there. */
const scanKeptMs = 24 * 3_600_000;

const scanRequest = z.object({ workspaces: z.array(z.guid().toLowerCase()).min(1).max(100) });

/** A workspace with all that is in it. */
const scannedWorkspace = (service: Service, workspace: Workspace) => {
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
    datasets: datasetsOf(service, workspace),
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
        return workspace ? [scannedWorkspace(service, workspace)] : [];
      }),
      datasourceInstances: [],
      misconfiguredDatasourceInstances: [],
    };
  });
};
