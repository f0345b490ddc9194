import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import type { ListOptions } from './lists.ts';
import { paging } from './lists.ts';
import { listOf } from './wire/shapes.ts';
import { workspace, workspaceUser } from './wire/workspaces.ts';

/** A workspace, `Group` in Microsoft's words (docs/reference/powerbi.md A2). */
export type Workspace = z.infer<typeof workspace>;
/** Who may do what in a workspace; a service principal is an `App` named by its object id. */
export type WorkspaceUser = z.infer<typeof workspaceUser>;

/** Somebody with a role: an `App` and a `Group` by their object id, a `User` by the e-mail address. */
export type NewWorkspaceUser = Pick<WorkspaceUser, 'identifier' | 'principalType' | 'groupUserAccessRight'>;

/** All zeros stand for shared capacity. */
const noCapacity = '00000000-0000-0000-0000-000000000000';
const nothing = z.unknown().transform(() => undefined);

/** Workspaces that the service principal belongs to (docs/reference/powerbi.md A2). Errors: `PowerBiError`. */
export const workspaceCalls = (call: Caller) => ({
  /** `GET /groups`. `filter` is OData: `name eq 'Sales'`, `contains(name,'Sa')`. */
  list: (options: ListOptions & { filter?: string | undefined } = {}): Promise<Workspace[]> =>
    call({
      method: 'GET',
      path: 'groups',
      query: { $filter: options.filter, ...paging(options) },
      reply: listOf(workspace),
      signal: options.signal,
    }),

  /** `GET /groups/{id}`. A workspace without access is `not_authorized`, whether it exists or not. */
  get: (workspaceId: string, options: CallOptions = {}): Promise<Workspace> =>
    call({ method: 'GET', path: path`groups/${workspaceId}`, reply: workspace, signal: options.signal }),

  /** `GET /groups/{id}/users`. */
  users: (workspaceId: string, options: ListOptions = {}): Promise<WorkspaceUser[]> =>
    call({
      method: 'GET',
      path: path`groups/${workspaceId}/users`,
      query: paging(options),
      reply: listOf(workspaceUser),
      signal: options.signal,
    }),

  /** `POST /groups?workspaceV2=true`: who makes it becomes its Admin. Names are unique in the directory; a taken one is refused with 409. */
  create: async (name: string, options: CallOptions = {}): Promise<Workspace> => {
    // Microsoft's example wraps the answer in a list, its schema does not.
    const made = await call({
      method: 'POST',
      path: 'groups',
      query: { workspaceV2: 'true' },
      body: { name },
      reply: z.union([workspace, z.object({ value: z.tuple([workspace]) }).transform(({ value: [one] }) => one)]),
      signal: options.signal,
    });
    return made;
  },

  /** `PATCH /groups/{id}`. */
  rename: (workspaceId: string, name: string, options: CallOptions = {}): Promise<void> =>
    call({ method: 'PATCH', path: path`groups/${workspaceId}`, body: { name }, reply: nothing, signal: options.signal }),

  /** `DELETE /groups/{id}`, with everything in it. */
  remove: (workspaceId: string, options: CallOptions = {}): Promise<void> =>
    call({ method: 'DELETE', path: path`groups/${workspaceId}`, reply: nothing, signal: options.signal }),

  /** `POST /groups/{id}/users`. Somebody who is in it already is refused. */
  addUser: (workspaceId: string, user: NewWorkspaceUser, options: CallOptions = {}): Promise<void> =>
    call({ method: 'POST', path: path`groups/${workspaceId}/users`, body: user, reply: nothing, signal: options.signal }),

  /** `PUT /groups/{id}/users`: another role. */
  changeUser: (workspaceId: string, user: NewWorkspaceUser, options: CallOptions = {}): Promise<void> =>
    call({ method: 'PUT', path: path`groups/${workspaceId}/users`, body: user, reply: nothing, signal: options.signal }),

  /** `DELETE /groups/{id}/users/{user}`: an e-mail address, or the object id of a group or an application. */
  removeUser: (workspaceId: string, identifier: string, options: CallOptions = {}): Promise<void> =>
    call({ method: 'DELETE', path: path`groups/${workspaceId}/users/${identifier}`, reply: nothing, signal: options.signal }),

  /** `POST /groups/{id}/AssignToCapacity`; null takes it off its capacity. The service does it a moment later. */
  assignToCapacity: (workspaceId: string, capacityId: string | null, options: CallOptions = {}): Promise<void> =>
    call({
      method: 'POST',
      path: path`groups/${workspaceId}/AssignToCapacity`,
      body: { capacityId: capacityId ?? noCapacity },
      reply: nothing,
      repeatable: true,
      signal: options.signal,
    }),
});
