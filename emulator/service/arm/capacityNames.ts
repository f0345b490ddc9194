import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Service } from '../service.ts';
import { bodyAs } from './armBody.ts';
import { capacityAccess } from './capacityAccess.ts';

const nameCheck = z.object({ name: z.string(), type: z.string().optional() });

export const isValidName = (name: string): boolean => /^[a-z][a-z0-9]{2,62}$/.test(name);

/** Whether a capacity may be called so. */
export const registerCapacityNames = (app: FastifyInstance, service: Service): void => {
  const { isTaken } = capacityAccess(service);

  app.post('/:subscription/providers/:provider/locations/:location/checkNameAvailability', async (request) => {
    const { name } = bodyAs(nameCheck, request.body);
    if (!isValidName(name))
      return { nameAvailable: false, reason: 'Invalid', message: 'The name must have 3 to 63 lower-case letters and digits.' };
    return isTaken(name)
      ? { nameAvailable: false, reason: 'AlreadyExists', message: `The name '${name}' is taken.` }
      : { nameAvailable: true };
  });
};
