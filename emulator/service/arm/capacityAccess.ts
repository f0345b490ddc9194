import type { FastifyRequest } from 'fastify';
import type { Capacity } from '../capacity.ts';
import type { Service } from '../service.ts';
import { armCallerOf } from './armCaller.ts';
import { authorizationFailed, resourceNotFound } from './armError.ts';
import { capacityResource } from './capacityResource.ts';
import { scopeOf } from './scope.ts';

/** The capacities that a path names, and what its caller may do with them. */
export const capacityAccess = (service: Service) => {
  const { capacities } = service.state;
  const now = (): number => service.clock.now();

  /** What is being deleted is there until its time has come. */
  const existing = (): Capacity[] => {
    for (const [id, { transition }] of capacities)
      if (transition?.state === 'Deleting' && transition.ends_at_ms <= now()) capacities.delete(id);
    return [...capacities.values()];
  };

  const find = (request: FastifyRequest): Capacity[] => {
    const { subscription, provider, group, name } = scopeOf(service.state, request);
    return existing().filter(
      (capacity) =>
        capacity.subscription_id === subscription &&
        capacity.provider === provider &&
        (group === undefined || capacity.resource_group.toLowerCase() === group.toLowerCase()) &&
        (name === undefined || capacity.name === name),
    );
  };

  /** Who has made a capacity has rights in Azure, whether or not it administers it in Power BI. */
  const isPermitted = (request: FastifyRequest, { admins, created }: Capacity): boolean => {
    const { object_id } = armCallerOf(request).application;
    return admins.includes(object_id) || created?.by === object_id;
  };

  const checkPermitted = (request: FastifyRequest, capacity: Capacity, action: string): void => {
    const { object_id } = armCallerOf(request).application;
    if (!isPermitted(request, capacity)) throw authorizationFailed(object_id, `${capacity.provider}/capacities/${action}`);
  };

  return {
    find,
    checkPermitted,
    /** Those of the path that the caller may see. */
    list: (request: FastifyRequest): Capacity[] => find(request).filter((capacity) => isPermitted(request, capacity)),
    /** The one of the path, for a caller who may do this with it. */
    get: (request: FastifyRequest, action: string): Capacity => {
      const [capacity] = find(request);
      if (!capacity) throw resourceNotFound(scopeOf(service.state, request).name ?? '');
      checkPermitted(request, capacity, action);
      return capacity;
    },
    isTaken: (name: string): boolean => existing().some((capacity) => capacity.name === name),
    /** A capacity as Azure answers it. */
    shown: (capacity: Capacity) => capacityResource(capacity, service.state.applications[0].tenant_id, now()),
  };
};
