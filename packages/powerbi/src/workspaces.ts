import type { z } from 'zod';
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
});
