import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { transitionMs } from '../capacity.ts';
import type { Service } from '../service.ts';
import { resourceNotFound } from './armError.ts';
import type { Operation } from './armRecords.ts';
import { capacityAccess } from './capacityAccess.ts';
import { operationStatus } from './operations.ts';

const pollAfter = { 'retry-after': String(Math.ceil(transitionMs / 1_000)) };

/** Both ways of polling a change: its status, and its result once it is there. */
export const registerOperations = (app: FastifyInstance, service: Service): void => {
  const { capacities, operations } = service.state;
  const { shown } = capacityAccess(service);
  const polling = '/:subscription/providers/:provider/locations/:location';

  const operationOf = (request: FastifyRequest): Operation => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const known = operations.get(id);
    if (!known) throw resourceNotFound(id);
    return known;
  };

  app.get(`${polling}/operationstatuses/:id`, async (request, reply) => {
    const status = operationStatus(operationOf(request), service.clock.now());
    if (status.status !== 'Succeeded') reply.headers(pollAfter);
    return status;
  });

  app.get(`${polling}/operationresults/:id`, async (request, reply) => {
    const known = operationOf(request);
    if (operationStatus(known, service.clock.now()).status === 'Succeeded') {
      // What was made or changed is the result; switching has none.
      const hasResult = known.state === 'Provisioning' || known.state === 'Scaling';
      const capacity = capacities.get(known.capacity_id);
      return reply.code(200).send(hasResult && capacity ? shown(capacity) : undefined);
    }
    const address = `${service.origin()}${request.url}`;
    return reply
      .code(202)
      .headers({ location: address, ...pollAfter })
      .send();
  });
};
