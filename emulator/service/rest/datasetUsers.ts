import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { datasetRights } from '../datasets/datasetRecord.ts';
import type { DatasetRight, DatasetUser } from '../datasets/datasetRecord.ts';
import { invalidRequest, notFound } from '../serviceError.ts';
import type { Service } from '../service.ts';
import type { AccessRight, Workspace } from '../tenant/state.ts';
import { bodyAs } from './body.ts';
import { datasetOf } from './datasetOf.ts';
import { list } from './odata.ts';

const wish = z.object({
  identifier: z.string().min(1),
  principalType: z.enum(['User', 'Group', 'App']),
  datasetUserAccessRight: z.enum(datasetRights),
});

/** What belonging to a workspace means for its datasets. */
const rightByRole: Record<AccessRight, DatasetRight> = {
  None: 'None',
  Viewer: 'Read',
  Contributor: 'ReadWriteExplore',
  Member: 'ReadWriteReshareExplore',
  Admin: 'ReadWriteReshareExplore',
};

const sameUser = (identifier: string) => (user: { identifier: string }) => user.identifier.toLowerCase() === identifier.toLowerCase();

const canWrite = (right: DatasetRight): boolean => right.includes('Write');

/** Everybody who may read: by the workspace first, then those with whom the dataset was shared. */
const usersOf = (workspace: Workspace, shared: DatasetUser[]): DatasetUser[] => {
  const members = workspace.members.map(({ identifier, principalType, groupUserAccessRight }) => ({
    identifier,
    principalType,
    datasetUserAccessRight: rightByRole[groupUserAccessRight],
  }));
  return [...members, ...shared.filter(({ identifier }) => !members.some(sameUser(identifier)))];
};

/** With whom a dataset is shared (docs/reference/powerbi.md A4). */
export const registerDatasetUsers = (app: FastifyInstance, service: Service): void => {
  const path = '/groups/:group/datasets/:dataset/users';

  app.get(path, async (request) => {
    const { workspace, model, state } = datasetOf(service, request, 'Contributor');
    return list(service, `groups('${workspace.id}')/datasets('${model.id}')/users`, usersOf(workspace, state.users));
  });

  app.post(path, async (request, reply) => {
    const { state } = datasetOf(service, request, 'Member');
    const user = bodyAs(wish, request.body);
    if (user.principalType === 'App') throw invalidRequest('A dataset cannot be shared with a service principal');
    if (canWrite(user.datasetUserAccessRight)) throw invalidRequest('The right to write cannot be granted to a single dataset');
    if (user.datasetUserAccessRight === 'None') throw invalidRequest('A new user of the dataset needs a right');
    if (state.users.some(sameUser(user.identifier))) throw invalidRequest('The dataset is shared with this user already');
    state.users.push(user);
    return reply.code(200).send();
  });

  app.put(path, async (request, reply) => {
    const { state } = datasetOf(service, request, 'Member');
    const user = bodyAs(wish, request.body);
    const at = state.users.findIndex(sameUser(user.identifier));
    const known = state.users[at];
    if (!known) throw notFound();
    if (canWrite(known.datasetUserAccessRight) !== canWrite(user.datasetUserAccessRight))
      throw invalidRequest('The right to write can neither be granted nor withdrawn for a single dataset');
    // `None` takes the user away.
    state.users.splice(at, 1, ...(user.datasetUserAccessRight === 'None' ? [] : [{ ...known, ...user }]));
    return reply.code(200).send();
  });
};
