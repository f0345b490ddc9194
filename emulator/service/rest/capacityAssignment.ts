import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidRequest, notAuthorized } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { callerOf, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';

const request = z.object({ capacityId: z.guid().toLowerCase() });

/** Takes a workspace off its capacity. */
const none = '00000000-0000-0000-0000-000000000000';

/** Moving workspaces between capacities; the work is done a moment later (docs/reference/powerbi.md A2). */
export const registerCapacityAssignment = (app: FastifyInstance, service: Service): void => {
  app.post('/groups/:group/AssignToCapacity', async (call, reply) => {
    const workspace = workspaceOf(service, call, 'Admin');
    const { capacityId } = bodyAs(request, call.body);
    const capacity = service.state.capacities.get(capacityId);
    if (capacityId !== none) {
      if (!capacity) throw invalidRequest(`The capacity '${capacityId}' was not found`);
      if (!capacity.admins.includes(callerOf(call).application.object_id)) throw notAuthorized();
    }
    workspace.capacity_id = capacity?.id;
    workspace.assignment = { capacity_id: capacityId, started_at_ms: service.clock.now() };
    return reply.code(200).send();
  });

  app.get('/groups/:group/CapacityAssignmentStatus', async (call) => {
    const { assignment, capacity_id } = workspaceOf(service, call, 'Contributor');
    if (!assignment) return { status: 'CompletedSuccessfully', ...(capacity_id !== undefined && { capacityId: capacity_id }) };
    const ends_at_ms = assignment.started_at_ms + service.durations.assignment_ms;
    const isOver = ends_at_ms <= service.clock.now();
    return {
      status: isOver ? 'CompletedSuccessfully' : 'InProgress',
      startTime: new Date(assignment.started_at_ms).toISOString(),
      ...(isOver && { endTime: new Date(ends_at_ms).toISOString() }),
      capacityId: assignment.capacity_id,
    };
  });
};
