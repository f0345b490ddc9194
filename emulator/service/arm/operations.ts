import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { transitionMs } from '../capacity.ts';
import type { Capacity } from '../capacity.ts';
import type { Operation } from './armRecords.ts';
import type { Service } from '../service.ts';

/** So long its outcome can be asked for. */
const keptMs = 24 * 3_600_000;

/** Starts a change of the capacity and answers 202 (201 for a new one) with both polling addresses. */
export const accept = (service: Service, reply: FastifyReply, capacity: Capacity, state: Operation['state']): FastifyReply => {
  const { operations } = service.state;
  const started_at_ms = service.clock.now();
  const ends_at_ms = started_at_ms + transitionMs;
  capacity.transition = { state, ends_at_ms };
  for (const [id, old] of operations) if (old.ends_at_ms + keptMs < started_at_ms) operations.delete(id);
  const operation: Operation = { id: randomUUID(), capacity_id: capacity.id, state, started_at_ms, ends_at_ms };
  operations.set(operation.id, operation);
  const { subscription_id, provider, location } = capacity;
  const base = `${service.origin()}/subscriptions/${subscription_id}/providers/${provider}/locations/${location}`;
  const { 'api-version': asked } = z.object({ 'api-version': z.string() }).parse(reply.request.query);
  const version = `?api-version=${encodeURIComponent(asked)}`;
  return reply
    .code(state === 'Provisioning' ? 201 : 202)
    .header('azure-asyncoperation', `${base}/operationstatuses/${operation.id}${version}`)
    .header('location', `${base}/operationresults/${operation.id}${version}`)
    .header('retry-after', String(Math.ceil(transitionMs / 1000)));
};

export const operationStatus = (operation: Operation, now: number) => {
  const isDone = operation.ends_at_ms <= now;
  return {
    id: operation.id,
    name: operation.id,
    status: isDone ? 'Succeeded' : 'InProgress',
    startTime: new Date(operation.started_at_ms).toISOString(),
    ...(isDone && { endTime: new Date(operation.ends_at_ms).toISOString() }),
  };
};
