/** Workspaces and who belongs to them (docs/reference/powerbi.md A2). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  isReadOnly: maybe(z.boolean()),
  isOnDedicatedCapacity: maybe(z.boolean()),
  capacityId: maybe(z.string()),
  defaultDatasetStorageFormat: maybe(z.string()),
  type: maybe(z.string()),
});
export const workspaceUser = z.object({
  identifier: z.string(),
  displayName: maybe(z.string()),
  emailAddress: maybe(z.string()),
  /** None, User, Group or App. */
  principalType: z.string(),
  /** None, Viewer, Contributor, Member or Admin. */
  groupUserAccessRight: z.string(),
});
export type SentWorkspace = Sent<typeof workspace>;
export type SentWorkspaceUser = Sent<typeof workspaceUser>;
