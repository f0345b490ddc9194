import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidRequest, notAuthorized, notFound } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { callerOf, idOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { filter, list, page } from './odata.ts';

const request = z.object({ displayName: z.string().trim().min(1).max(256) });

/** Profiles of a service principal, one for each of its customers (docs/reference/powerbi.md A8). */
export const registerProfiles = (app: FastifyInstance, service: Service): void => {
  const { state } = service;

  const own = (call: FastifyRequest) => {
    const { application, profile_id } = callerOf(call);
    // A profile itself may not call these.
    if (profile_id !== undefined) throw notAuthorized();
    return { object_id: application.object_id, profiles: state.profiles.filter(({ object_id }) => object_id === application.object_id) };
  };

  const one = (call: FastifyRequest) => {
    const id = idOf(call, 'profile');
    const profile = own(call).profiles.find((known) => known.id === id);
    if (!profile) throw notFound();
    return profile;
  };

  const row = ({ id, displayName }: { id: string; displayName: string }) => ({ id, displayName });

  const checkName = (call: FastifyRequest, displayName: string, except?: string): void => {
    if (own(call).profiles.some((known) => known.displayName === displayName && known.id !== except))
      throw invalidRequest(`A profile with the display name '${displayName}' already exists`);
  };

  app.get('/profiles', async (call) => {
    const rows = own(call).profiles.map(row);
    return list(service, 'profiles', page(filter(rows, call.query), call.query));
  });

  app.post('/profiles', async (call, reply) => {
    const { object_id, profiles } = own(call);
    const { displayName } = bodyAs(request, call.body);
    const most = service.limits.profiles_per_principal;
    if (exceeds(profiles.length + 1, most)) throw invalidRequest(`A service principal can have at most ${most} profiles`);
    checkName(call, displayName);
    const profile = { id: randomUUID(), displayName, object_id };
    state.profiles.push(profile);
    return reply.code(201).send(row(profile));
  });

  app.get('/profiles/:profile', async (call) => row(one(call)));

  app.put('/profiles/:profile', async (call) => {
    const profile = one(call);
    const { displayName } = bodyAs(request, call.body);
    checkName(call, displayName, profile.id);
    profile.displayName = displayName;
    return row(profile);
  });

  app.delete('/profiles/:profile', async (call, reply) => {
    const profile = one(call);
    state.profiles.splice(state.profiles.indexOf(profile), 1);
    for (const { members } of state.workspaces.values()) {
      const at = members.findIndex((member) => member.profile?.id === profile.id);
      if (at >= 0) members.splice(at, 1);
    }
    return reply.code(200).send();
  });
};
