import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createRate } from '../rateLimit.ts';
import type { Service } from '../service.ts';
import { registerActivityEvents } from './activityEvents.ts';
import { aboutWorkspace, dashboardsOf, datasetsOf, reportsOf, usersOf } from './adminRows.ts';
import { bodyAs } from './body.ts';
import { callerOf } from './caller.ts';
import { checkAdmin } from './fabricAdmin.ts';
import { filter, list, page } from './odata.ts';
import { registerWorkspaceScans } from './workspaceScans.ts';

const hourMs = 3_600_000;

const groupsQuery = z.object({
  $top: z.coerce.number().int().min(1).max(5_000),
  $expand: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((name) => name.trim().toLowerCase())),
});

/** What administrators of the tenant may ask of everybody's workspaces (docs/reference/powerbi.md A8). */
export const registerAdminApi = (app: FastifyInstance, service: Service): void => {
  const { state } = service;
  const countCall = createRate(service, hourMs);

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
        ...($expand.includes('datasets') && { datasets: datasetsOf(service, workspace) }),
        ...($expand.includes('dashboards') && { dashboards: dashboardsOf(workspace) }),
      }));
      return list(service, 'groups', page(filter(shown, request.query), request.query));
    });

    registerWorkspaceScans(admin, service);
    registerActivityEvents(admin, service);
  });
};
