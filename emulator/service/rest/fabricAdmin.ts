import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../serviceError.ts';
import type { Service } from '../service.ts';
import { callerOf } from './caller.ts';

/** The tenant setting for admin APIs names the first application alone; to the others they are closed (docs/reference/powerbi.md A8). */
export const checkAdmin = ({ state }: Pick<Service, 'state'>, request: FastifyRequest): void => {
  const { application, profile_id } = callerOf(request);
  if (application.object_id !== state.applications[0].object_id || profile_id !== undefined)
    throw new ServiceError(401, '', 'API is not accessible for application', 'gateway');
};
