import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError, errorBody } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { registerActivities } from './activities.ts';
import { registerAdminApi } from './adminApi.ts';
import { authorize } from './caller.ts';
import { registerCapacities } from './capacityList.ts';
import { registerCapacityAssignment } from './capacityAssignment.ts';
import { registerDashboards } from './dashboards.ts';
import { registerDatasetSources } from './datasetSources.ts';
import { registerDatasetUsers } from './datasetUsers.ts';
import { registerDatasets } from './datasets.ts';
import { registerEmbedTokens } from './generateToken.ts';
import { registerExports } from './exportRoutes.ts';
import { registerFeatures } from './features.ts';
import { registerGroups } from './groups.ts';
import { registerImports } from './imports.ts';
import { registerProfiles } from './profiles.ts';
import { registerQueries } from './queries.ts';
import { registerRefreshables } from './refreshables.ts';
import { registerRefreshSchedules } from './refreshSchedules.ts';
import { registerRefreshes } from './refreshes.ts';
import { registerReports } from './reports.ts';

const subjects = [
  registerGroups,
  registerReports,
  registerDatasets,
  registerDatasetSources,
  registerDatasetUsers,
  registerRefreshes,
  registerRefreshSchedules,
  registerEmbedTokens,
  registerExports,
  registerQueries,
  registerImports,
  registerDashboards,
  registerCapacityAssignment,
  registerProfiles,
  registerCapacities,
  registerRefreshables,
  registerFeatures,
  registerAdminApi,
];

/** "My workspace" is for people; a service principal has none (docs/reference/powerbi.md A0). */
const ownWorkspace = /^\/v1\.0\/myorg\/(reports|datasets|dashboards|imports)(\/|\?|$)/i;

const send = (reply: FastifyReply, error: ServiceError): FastifyReply => {
  if (error.code !== '') reply.header('x-powerbi-error-info', error.code);
  if (error.retry_after_s !== undefined) reply.header('retry-after', String(error.retry_after_s));
  return reply.code(error.status).send(errorBody(error));
};

/** What Fastify refuses by itself: bodies that are no JSON, too large, of a foreign type. */
const asRefusal = (error: FastifyError): ServiceError => {
  const status = error.statusCode ?? 500;
  if (status >= 500) throw error;
  return new ServiceError(status === 413 ? 413 : 400, status === 413 ? 'RequestEntityTooLarge' : 'InvalidRequest', error.message);
};

/** Power BI REST under `/v1.0/myorg`: one file a subject. */
export const registerRest = (app: FastifyInstance, service: Service): void => {
  registerActivities(app, service);
  app.register(
    async (rest) => {
      rest.addHook('onRequest', authorize(service));
      rest.setErrorHandler<FastifyError>((error, _request, reply) => send(reply, error instanceof ServiceError ? error : asRefusal(error)));
      for (const register of subjects) register(rest, service);
      rest.all('/*', async (request) => {
        throw ownWorkspace.test(request.url)
          ? new ServiceError(403, '', 'API is not accessible for application', 'gateway')
          : new ServiceError(404, '', 'No HTTP resource was found that matches the request URI.', 'gateway');
      });
    },
    { prefix: '/v1.0/myorg' },
  );
};
