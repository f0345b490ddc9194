import type { FastifyRequest } from 'fastify';
import { verifyAccessToken } from '../entra/accessToken.ts';
import type { Principal, TokenRefusal } from '../entra/accessToken.ts';
import type { Service } from '../service.ts';
import { ArmError } from './armError.ts';

const refusals: Record<TokenRefusal, ArmError> = {
  missing: new ArmError(401, 'AuthenticationFailed', "Authentication failed. The 'Authorization' header is missing."),
  malformed: new ArmError(401, 'InvalidAuthenticationToken', 'The access token is invalid.'),
  wrong_audience: new ArmError(
    401,
    'InvalidAuthenticationTokenAudience',
    'The access token has been obtained for wrong audience or resource.',
  ),
  expired: new ArmError(401, 'ExpiredAuthenticationToken', 'The access token expiry UTC time is earlier than current UTC time.'),
};

const callers = new WeakMap<FastifyRequest, Principal>();

/** Who calls; set by `authorizeArm` for every route below `/subscriptions`. */
export const armCallerOf = (request: FastifyRequest): Principal => {
  const caller = callers.get(request);
  if (!caller) throw new Error('The route is outside the reach of authorizeArm');
  return caller;
};

export const authorizeArm = (service: Service) => async (request: FastifyRequest) => {
  const outcome = await verifyAccessToken(request.headers.authorization, {
    keys: service.keys,
    applications: service.state.applications,
    resource: 'arm',
    now: service.clock.now(),
  });
  if (typeof outcome === 'string') throw refusals[outcome];
  callers.set(request, outcome);
};
