import { X509Certificate, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { groupsOf } from '../directory/directory.ts';
import { groupShape, personShape } from '../directory/people.ts';
import { directoryIds, placeOf } from '../saml/place.ts';
import { SamlError } from '../saml/samlError.ts';
import { providerShape, readProviderMetadata, registerProvider } from '../saml/serviceProvider.ts';
import { provisioningSettings } from '../scim/records.ts';
import type { Service } from '../service.ts';

const newPerson = personShape.pick({ name: true, mail: true });
const personChanges = personShape.pick({ name: true, mail: true, disabled: true, vouched: true, guest: true }).partial();
const newGroup = groupShape.pick({ name: true });
const groupChanges = groupShape.pick({ name: true, members: true }).partial();
const newProvider = z.strictObject({ metadata: z.string().min(1), name: z.string().trim().max(200).optional() });
const providerChanges = z.strictObject({
  sign: providerShape.shape.sign.removeDefault().optional(),
  encrypt: z.boolean().optional(),
});
const named = z.object({ entity_id: z.string() });

/** A mistake of whoever uses the page, told beside the form. */
class Mistake extends Error {}

const certificateLine = ({ id, certificate, created_at }: { id: string; certificate: string; created_at: string }, signs: boolean) => ({
  id,
  created_at,
  ends_at: new Date(new X509Certificate(certificate).validTo).toISOString(),
  signs,
});

/** Everything that the page shows of the directory; the token of provisioning stays here. */
const directoryOverview = async (service: Service) => {
  const { directory, provisioner } = service;
  const { settings, last_run_at_ms, people } = directory.provisioning;
  return {
    places: await Promise.all(
      directoryIds(service).map(async (id) => ({
        ...placeOf(service, id),
        certificates: (await service.samlKeys.list(id)).map((one, at) => certificateLine(one, at === 0)),
      })),
    ),
    people: directory.people.map((person) => ({
      ...person,
      groups: groupsOf(directory, person).map(({ name }) => name),
      is_known: person.object_id in people,
    })),
    groups: directory.groups,
    service_providers: directory.service_providers.map(
      ({ entity_id, name, assertion_consumers, logout, sign, encrypt, signs_requests, encryption_certificates }) => ({
        entity_id,
        name,
        consumer: assertion_consumers[0]?.location,
        logs_out: logout !== undefined,
        sign,
        encrypt,
        can_encrypt: encryption_certificates.length > 0,
        signs_requests,
      }),
    ),
    entra: {
      keys: (await service.keys.list()).map(({ kid, place }) => ({ kid, place })),
      applications: service.state.applications.map(({ client_id, display_name, agreed_for_everybody }) => {
        const given = directory.consents.filter((one) => one.client_id === client_id);
        return {
          client_id,
          name: display_name,
          everybody: agreed_for_everybody === true || given.some(({ person }) => person === null),
          people: given.filter(({ person }) => person !== null).length,
        };
      }),
    },
    provisioning: {
      settings: settings && { ...settings, token: undefined },
      last_run_at: last_run_at_ms === undefined ? null : new Date(last_run_at_ms).toISOString(),
      is_running: provisioner.isRunning(),
      log: provisioner.log.list().slice(-200).toReversed(),
    },
  };
};

const registerPeople = (admin: FastifyInstance, { directory }: Service): void => {
  const found = <T>(item: T | undefined): T => {
    if (item === undefined) throw new Mistake('This is not in the directory any more.');
    return item;
  };
  const personOf = (id: string) => found(directory.people.find(({ object_id }) => object_id === id));
  const groupOf = (id: string) => found(directory.groups.find((group) => group.id === id));

  const mustBeFree = (mail: string | undefined, except?: string): void => {
    const taken = directory.people.some((one) => one.mail.toLowerCase() === mail?.toLowerCase() && one.object_id !== except);
    if (taken) throw new Mistake('Somebody else has this address.');
  };

  admin.post('/people', async (request, reply) => {
    const { name, mail } = newPerson.parse(request.body);
    mustBeFree(mail);
    directory.people.push({ object_id: randomUUID(), name, mail, vouched: true, guest: false });
    return reply.code(204).send();
  });
  admin.patch<{ Params: { id: string } }>('/people/:id', async (request, reply) => {
    const changes = personChanges.parse(request.body);
    mustBeFree(changes.mail, request.params.id);
    Object.assign(personOf(request.params.id), changes);
    return reply.code(204).send();
  });
  admin.delete<{ Params: { id: string } }>('/people/:id', async (request, reply) => {
    const person = personOf(request.params.id);
    directory.people.splice(directory.people.indexOf(person), 1);
    for (const group of directory.groups) group.members = group.members.filter((id) => id !== person.object_id);
    directory.consents = directory.consents.filter((one) => one.person !== person.object_id);
    return reply.code(204).send();
  });

  admin.post('/groups', async (request, reply) => {
    directory.groups.push({ id: randomUUID(), members: [], ...newGroup.parse(request.body) });
    return reply.code(204).send();
  });
  admin.patch<{ Params: { id: string } }>('/groups/:id', async (request, reply) => {
    const changes = groupChanges.parse(request.body);
    for (const member of changes.members ?? []) personOf(member);
    Object.assign(groupOf(request.params.id), changes);
    return reply.code(204).send();
  });
  admin.delete<{ Params: { id: string } }>('/groups/:id', async (request, reply) => {
    directory.groups.splice(directory.groups.indexOf(groupOf(request.params.id)), 1);
    return reply.code(204).send();
  });
};

/** The keys that sign, and what people agreed to. */
const registerEntraAdmin = (admin: FastifyInstance, { directory, keys, state }: Service): void => {
  admin.post<{ Params: { how: string } }>('/keys/:how', async (request, reply) => {
    await keys[z.enum(['rotate', 'replace']).parse(request.params.how)]();
    return reply.code(204).send();
  });

  type OfApplication = { Params: { client_id: string } };
  const forget = (clientId: string): void => {
    if (!state.applications.some(({ client_id }) => client_id === clientId)) throw new Mistake('There is no such application.');
    directory.consents = directory.consents.filter(({ client_id }) => client_id !== clientId);
  };
  admin.put<OfApplication>('/consents/:client_id', async (request, reply) => {
    const { client_id } = request.params;
    forget(client_id);
    directory.consents.push({ client_id, person: null, scopes: [] });
    return reply.code(204).send();
  });
  admin.delete<OfApplication>('/consents/:client_id', async (request, reply) => {
    forget(request.params.client_id);
    return reply.code(204).send();
  });
};

const registerSamlAdmin = (admin: FastifyInstance, service: Service): void => {
  const { directory, samlKeys } = service;
  const providerOf = (query: unknown) => {
    const { entity_id } = named.parse(query);
    const provider = directory.service_providers.find((one) => one.entity_id === entity_id);
    if (!provider) throw new Mistake('This application is not registered any more.');
    return provider;
  };

  admin.post('/service-providers', async (request, reply) => {
    const { metadata, name } = newProvider.parse(request.body);
    const provider = readProviderMetadata(metadata);
    registerProvider(directory, { ...provider, ...(name && { name }) });
    return reply.code(204).send();
  });
  admin.patch('/service-providers', async (request, reply) => {
    Object.assign(providerOf(request.query), providerChanges.parse(request.body));
    return reply.code(204).send();
  });
  admin.delete('/service-providers', async (request, reply) => {
    const { service_providers } = directory;
    service_providers.splice(service_providers.indexOf(providerOf(request.query)), 1);
    return reply.code(204).send();
  });

  type Certificate = { Params: { directory: string; id: string } };
  const known = (id: string): string => {
    if (!directoryIds(service).includes(id)) throw new Mistake('There is no such directory.');
    return id;
  };
  admin.post<Certificate>('/certificates/:directory', async (request, reply) => {
    await samlKeys.add(known(request.params.directory));
    return reply.code(204).send();
  });
  admin.put<Certificate>('/certificates/:directory/:id', async (request, reply) => {
    await samlKeys.use(known(request.params.directory), request.params.id);
    return reply.code(204).send();
  });
  admin.delete<Certificate>('/certificates/:directory/:id', async (request, reply) => {
    await samlKeys.remove(known(request.params.directory), request.params.id);
    return reply.code(204).send();
  });
};

const registerProvisioningAdmin = (admin: FastifyInstance, { directory, provisioner }: Service): void => {
  // Without a token the one that is known stays.
  const given = provisioningSettings.extend({ token: provisioningSettings.shape.token.optional() });
  admin.put('/provisioning', async (request, reply) => {
    const { token = directory.provisioning.settings?.token, ...settings } = given.parse(request.body);
    if (token === undefined) throw new Mistake('The token of the application is missing.');
    provisioner.configure({ ...settings, token });
    return reply.code(204).send();
  });
  admin.delete('/provisioning', async (_request, reply) => {
    provisioner.configure(undefined);
    provisioner.log.clear();
    return reply.code(204).send();
  });
  const configured = (): void => {
    if (!directory.provisioning.settings) throw new Mistake('Save address and token first.');
  };
  admin.post('/provisioning/test', async () => {
    configured();
    return { succeeded: await provisioner.test() };
  });
  admin.post('/provisioning/run', async () => {
    configured();
    return { succeeded: await provisioner.run() };
  });
};

/** People, groups, applications by SAML and provisioning, for the page of the service. */
export const registerDirectoryAdmin = (app: FastifyInstance, service: Service): void => {
  app.register(async (admin) => {
    admin.setErrorHandler<Error>((error, _request, reply) => {
      if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) });
      if (error instanceof Mistake || error instanceof SamlError) return reply.code(400).send({ message: error.message });
      throw error;
    });
    admin.get('/directory', () => directoryOverview(service));
    registerPeople(admin, service);
    registerEntraAdmin(admin, service);
    registerSamlAdmin(admin, service);
    registerProvisioningAdmin(admin, service);
  });
};
