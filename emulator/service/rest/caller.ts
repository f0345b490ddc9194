import type { FastifyRequest } from 'fastify';
import { verifyAccessToken } from '../entra/accessToken.ts';
import type { Principal, TokenRefusal } from '../entra/accessToken.ts';
import { ServiceError, groupNotAccessible, invalidRequest, notAuthorized } from '../serviceError.ts';
import { parameterOf } from '../parameters.ts';
import { createRate } from '../rateLimit.ts';
import type { Service } from '../service.ts';
import { accessRights, memberOf } from '../tenant/state.ts';
import type { AccessRight, State, Workspace } from '../tenant/state.ts';

/** The inverted status codes of docs/reference/powerbi.md A11: whoever is not known is forbidden. All without a body. */
const refusals: Record<TokenRefusal, ServiceError> = {
  missing: new ServiceError(403, '', '', 'empty'),
  malformed: new ServiceError(403, 'InvalidToken', '', 'empty'),
  expired: new ServiceError(403, 'TokenExpired', '', 'empty'),
  wrong_audience: new ServiceError(401, '', '', 'empty'),
};

const callers = new WeakMap<FastifyRequest, Principal>();

/** Who called, when the call came as far as that. */
export const findCaller = (request: FastifyRequest): Principal | undefined => callers.get(request);

/** Who calls; set by `authorize` for every route of Power BI REST. */
export const callerOf = (request: FastifyRequest): Principal => {
  const caller = callers.get(request);
  if (!caller) throw new Error('The route is outside the reach of authorize');
  return caller;
};

/** The profile that a service principal acts as (docs/reference/powerbi.md A8). */
const profileOf = ({ state }: Service, request: FastifyRequest, caller: Principal): string | undefined => {
  const wanted = request.headers['x-powerbi-profile-id'];
  if (typeof wanted !== 'string') return undefined;
  const profile = state.profiles.find(({ id, object_id }) => id === wanted.toLowerCase() && object_id === caller.application.object_id);
  if (!profile) throw new ServiceError(401, 'PowerBINotAuthorizedException');
  return profile.id;
};

export const authorize = (service: Service) => {
  const countCall = createRate(service, 60_000);
  return async (request: FastifyRequest): Promise<void> => {
    const outcome = await verifyAccessToken(request.headers.authorization, {
      keys: service.keys,
      applications: service.state.applications,
      resource: 'powerbi',
      now: service.clock.now(),
    });
    if (typeof outcome === 'string') throw refusals[outcome];
    const profile_id = profileOf(service, request, outcome);
    callers.set(request, { ...outcome, ...(profile_id !== undefined && { profile_id }) });
    countCall(outcome.application.object_id, service.limits.requests_a_minute);
  };
};

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A path parameter that must be an id. */
export const idOf = (request: FastifyRequest, name: string): string => {
  const value = parameterOf(request, name) ?? '';
  if (!guid.test(value)) throw invalidRequest(`The value '${value}' is not a valid id.`);
  return value.toLowerCase();
};

const rightOf = (workspace: Workspace, caller: Principal): AccessRight =>
  memberOf(workspace, caller.application.object_id, caller.profile_id)?.groupUserAccessRight ?? 'None';

/** Whether the caller has at least that right in the workspace. */
export const hasRight = (workspace: Workspace, caller: Principal, least: AccessRight): boolean =>
  accessRights.indexOf(rightOf(workspace, caller)) >= accessRights.indexOf(least);

/** The workspace when the caller belongs to it: 401 without access, 403 without the right. */
export const workspaceFor = (state: State, caller: Principal, id: string, least: AccessRight = 'Viewer'): Workspace => {
  const workspace = state.workspaces.get(id.toLowerCase());
  if (!workspace || !hasRight(workspace, caller, 'Viewer')) throw groupNotAccessible();
  if (!hasRight(workspace, caller, least)) throw notAuthorized();
  return workspace;
};

/** The workspace that the path's `group` names. */
export const workspaceOf = (service: Service, request: FastifyRequest, least?: AccessRight): Workspace =>
  workspaceFor(service.state, callerOf(request), idOf(request, 'group'), least);
