import type { FastifyRequest } from 'fastify';
import { currentState } from '../datasets/refreshJobs.ts';
import type { WorkspaceModel } from '../datasets/refreshJobs.ts';
import type { DatasetState } from '../datasets/datasetRecord.ts';
import { ServiceError, notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { findModel } from '../tenant/state.ts';
import type { AccessRight, Workspace } from '../tenant/state.ts';
import type { Principal } from '../entra/accessToken.ts';
import { callerOf, hasRight, idOf, workspaceOf } from './caller.ts';

/** The dataset that the path names, with its state as of now. */
export const datasetOf = (service: Service, request: FastifyRequest, least?: AccessRight): WorkspaceModel & { state: DatasetState } => {
  const workspace = workspaceOf(service, request, least);
  const model = findModel(workspace, idOf(request, 'dataset'));
  if (!model) throw notFound();
  return { workspace, model, state: currentState(service, { workspace, model }) };
};

/** As `datasetOf`, but only for the owner, which a caller becomes by TakeOver (docs/reference/powerbi.md A4). */
export const ownDatasetOf = (service: Service, request: FastifyRequest): ReturnType<typeof datasetOf> => {
  const found = datasetOf(service, request, 'Contributor');
  if (found.state.owner === callerOf(request).application.object_id) return found;
  throw new ServiceError(403, 'DatasetOwnerRequired', 'Only the owner of the dataset may change this. Take the dataset over first.');
};

/** Whether the caller may build on the dataset: by its role in the workspace, or because the dataset was shared so. */
export const canBuild = (workspace: Workspace, { users }: DatasetState, caller: Principal): boolean =>
  hasRight(workspace, caller, 'Contributor') ||
  users.some(
    ({ identifier, datasetUserAccessRight: right }) =>
      identifier.toLowerCase() === caller.application.object_id && caller.profile_id === undefined && right.endsWith('Explore'),
  );
