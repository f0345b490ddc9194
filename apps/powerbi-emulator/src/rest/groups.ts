import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../entra/access-token.ts';
import { ServiceError, notFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { accessRights, memberOf } from '../state.ts';
import type { Member, Workspace } from '../state.ts';
import { callerOf, hasRight, workspaceOf } from './authorize.ts';
import { bodyAs } from './body.ts';
import { filter, list, page } from './odata.ts';

const group = (workspace: Workspace, caller: Principal) => ({
  id: workspace.id,
  isReadOnly: !hasRight(workspace, caller, 'Contributor'),
  isOnDedicatedCapacity: workspace.capacity_id !== undefined,
  ...(workspace.capacity_id !== undefined && { capacityId: workspace.capacity_id }),
  defaultDatasetStorageFormat: 'Small',
  type: 'Workspace',
  name: workspace.name,
});

const membership = z.object({
  identifier: z.string().min(1),
  principalType: z.enum(['User', 'Group', 'App']),
  groupUserAccessRight: z.enum(accessRights),
  emailAddress: z.string().optional(),
  displayName: z.string().optional(),
});

const asMember = (body: unknown): Member => {
  const given = bodyAs(membership, body);
  return { ...given, displayName: given.displayName ?? given.identifier };
};

/** Workspaces and who belongs to them (powerbi.md A2). */
export const registerGroups = (app: FastifyInstance, service: Service): void => {
  app.get('/groups', async (request) => {
    const caller = callerOf(request);
    const visible = [...service.state.workspaces.values()].filter((workspace) => hasRight(workspace, caller, 'Viewer'));
    const groups = visible.map((workspace) => group(workspace, caller));
    return list(service, 'groups', page(filter(groups, request.query), request.query));
  });

  app.get('/groups/:group', async (request) => group(workspaceOf(service, request), callerOf(request)));

  app.get('/groups/:group/users', async (request) => list(service, 'users', page(workspaceOf(service, request).members, request.query)));

  app.post('/groups/:group/users', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const member = asMember(request.body);
    if (memberOf(workspace, member.identifier)) throw new ServiceError(400, 'AddingAlreadyExistsGroupUserNotSupportedError');
    workspace.members.push(member);
    return reply.code(200).send();
  });

  app.put('/groups/:group/users', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const member = asMember(request.body);
    const known = memberOf(workspace, member.identifier);
    if (!known) throw notFound();
    Object.assign(known, member);
    return reply.code(200).send();
  });

  app.delete('/groups/:group/users/:user', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const { user } = z.object({ user: z.string() }).parse(request.params);
    const known = memberOf(workspace, user);
    if (!known) throw notFound();
    workspace.members.splice(workspace.members.indexOf(known), 1);
    return reply.code(200).send();
  });
};
