import type { FastifyInstance } from 'fastify';
import type { SentWorkspace, SentWorkspaceUser } from '@vitrine/powerbi/wire/workspaces.ts';
import { z } from 'zod';
import type { Principal } from '../entra/accessToken.ts';
import { ServiceError, invalidRequest, notFound } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import { newWorkspace, removeWorkspace } from '../publishing.ts';
import type { Service } from '../service.ts';
import { accessRights, memberOf } from '../tenant/state.ts';
import type { Member, Workspace } from '../tenant/state.ts';
import { callerOf, hasRight, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { filter, list, page } from './odata.ts';

const group = (workspace: Workspace, caller: Principal): SentWorkspace => ({
  id: workspace.id,
  isReadOnly: !hasRight(workspace, caller, 'Contributor'),
  isOnDedicatedCapacity: workspace.capacity_id !== undefined,
  ...(workspace.capacity_id !== undefined && { capacityId: workspace.capacity_id }),
  defaultDatasetStorageFormat: workspace.storage_format,
  type: 'Workspace',
  name: workspace.name,
});

const membership = z.object({
  identifier: z.string().min(1),
  principalType: z.enum(['User', 'Group', 'App']),
  groupUserAccessRight: z.enum(accessRights),
  emailAddress: z.string().optional(),
  displayName: z.string().optional(),
  profile: z.object({ id: z.guid().toLowerCase(), displayName: z.string().default('') }).optional(),
});

const newGroup = z.object({ name: z.string().trim().min(1).max(256) });
const change = z.object({
  name: z.string().trim().min(1).max(256).optional(),
  defaultDatasetStorageFormat: z.enum(['Small', 'Large']).optional(),
});

const asMember = (body: unknown): Member => {
  const given = bodyAs(membership, body);
  return { ...given, displayName: given.displayName ?? given.identifier };
};

/** Workspaces and who belongs to them (docs/reference/powerbi.md A2). */
export const registerGroups = (app: FastifyInstance, service: Service): void => {
  /** A principal, and each of its profiles, can be in so many workspaces. */
  const checkRoomFor = (identifier: string, profileId: string | undefined): void => {
    const most = service.limits.workspaces_per_principal;
    const own = [...service.state.workspaces.values()].filter((workspace) => memberOf(workspace, identifier, profileId));
    if (exceeds(own.length + 1, most)) throw invalidRequest(`A principal can be in at most ${most} workspaces`);
  };

  /** Names are unique in the directory, whatever their letter case. */
  const checkName = (name: string, own?: Workspace): void => {
    const isTaken = (one: Workspace): boolean => one !== own && one.name.toLowerCase() === name.toLowerCase();
    if ([...service.state.workspaces.values()].some(isTaken))
      throw new ServiceError(409, 'PowerBIEntityAlreadyExists', `A workspace with the name '${name}' already exists`);
  };

  app.get('/groups', async (request) => {
    const caller = callerOf(request);
    const visible = [...service.state.workspaces.values()].filter((workspace) => hasRight(workspace, caller, 'Viewer'));
    const groups = visible.map((workspace) => group(workspace, caller));
    return list(service, 'groups', page(filter(groups, request.query), request.query));
  });

  app.get('/groups/:group', async (request) => group(workspaceOf(service, request), callerOf(request)));

  app.post('/groups', async (request) => {
    const caller = callerOf(request);
    const { name } = bodyAs(newGroup, request.body);
    checkRoomFor(caller.application.object_id, caller.profile_id);
    checkName(name);
    const workspace = newWorkspace(service.state, caller, name);
    return { '@odata.context': `${service.origin()}/v1.0/myorg/$metadata#groups/$entity`, ...group(workspace, caller) };
  });

  app.patch('/groups/:group', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const { name, defaultDatasetStorageFormat } = bodyAs(change, request.body);
    if (name !== undefined) checkName(name, workspace);
    workspace.name = name ?? workspace.name;
    workspace.storage_format = defaultDatasetStorageFormat ?? workspace.storage_format;
    return reply.code(200).send();
  });

  app.delete('/groups/:group', async (request, reply) => {
    removeWorkspace(service, workspaceOf(service, request, 'Admin'));
    return reply.code(200).send();
  });

  // Rights hold at once here; the call is there for those who make it.
  app.post('/RefreshUserPermissions', async (_request, reply) => reply.code(200).send());

  app.get('/groups/:group/users', async (request) =>
    list<SentWorkspaceUser>(service, 'users', page(workspaceOf(service, request).members, request.query)),
  );

  app.post('/groups/:group/users', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const member = asMember(request.body);
    if (memberOf(workspace, member.identifier, member.profile?.id))
      throw new ServiceError(400, 'AddingAlreadyExistsGroupUserNotSupportedError');
    checkRoomFor(member.identifier, member.profile?.id);
    workspace.members.push(member);
    return reply.code(200).send();
  });

  app.put('/groups/:group/users', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const member = asMember(request.body);
    const known = memberOf(workspace, member.identifier, member.profile?.id);
    if (!known) throw notFound();
    Object.assign(known, member);
    return reply.code(200).send();
  });

  app.delete('/groups/:group/users/:user', async (request, reply) => {
    const workspace = workspaceOf(service, request, 'Admin');
    const { user } = z.object({ user: z.string() }).parse(request.params);
    const { profileId } = bodyAs(z.object({ profileId: z.string().toLowerCase().optional() }), request.query);
    const known = memberOf(workspace, user, profileId);
    if (!known) throw notFound();
    workspace.members.splice(workspace.members.indexOf(known), 1);
    return reply.code(200).send();
  });
};
