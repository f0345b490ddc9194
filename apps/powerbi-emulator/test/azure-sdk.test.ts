/** Microsoft's own packages, as they are, against the local reporting service. */
import { PowerBIDedicated } from '@azure/arm-powerbidedicated';
import { ClientSecretCredential } from '@azure/identity';
import type { HttpClient } from '@azure/core-rest-pipeline';
import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoApplication, demoSubscription } from '../src/demo.ts';
import type { Emulator } from '../src/emulator.ts';
import { startWorld } from './world.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld({ publicOrigin: 'https://management.azure.com' });
});
afterAll(() => emulator.close());

/** The packages insist on https addresses of Microsoft; the wire leads to this machine. Every poll moves the service's time. */
const wire = (): HttpClient => {
  const inner = createDefaultHttpClient();
  return {
    sendRequest: async (request) => {
      const { url } = request;
      const { pathname, search } = new URL(url);
      emulator.clock.advance(1_000);
      Object.assign(request, { url: `${emulator.address}${pathname}${search}`, allowInsecureConnection: true });
      try {
        const response = await inner.sendRequest(request);
        // Time moves by itself here, so nobody has to wait.
        response.headers.delete('retry-after');
        return response;
      } finally {
        // The packages know their requests by identity, and send them again.
        request.url = url;
      }
    },
  };
};

const credential = () =>
  new ClientSecretCredential(demoApplication.tenant_id, demoApplication.client_id, demoApplication.client_secret, {
    httpClient: wire(),
    disableInstanceDiscovery: true,
  });
const client = () => new PowerBIDedicated(credential(), demoSubscription.subscription_id, { httpClient: wire() });
const { resource_group } = demoSubscription;
const fast = { updateIntervalInMs: 1 };

test('a credential of @azure/identity gets tokens for both services', async () => {
  for (const scope of ['https://analysis.windows.net/powerbi/api/.default', 'https://management.azure.com/.default'])
    expect((await credential().getToken(scope)).token.split('.')).toHaveLength(3);
});

test('lists, pauses and resumes capacities', async () => {
  const { capacities } = client();
  const names = [];
  for await (const { name } of capacities.list()) names.push(name);
  expect(names).toEqual(['vitrineembedded']);
  await capacities.beginSuspendAndWait(resource_group, 'vitrineembedded', fast);
  expect(await capacities.getDetails(resource_group, 'vitrineembedded')).toMatchObject({ state: 'Paused' });
  await capacities.beginResumeAndWait(resource_group, 'vitrineembedded', fast);
  expect(await capacities.getDetails(resource_group, 'vitrineembedded')).toMatchObject({
    state: 'Succeeded',
    sku: { name: 'A1' },
  });
});

test('creates, resizes and deletes a capacity', async () => {
  const { capacities } = client();
  const wish = {
    location: 'Brazil South',
    sku: { name: 'A2', tier: 'PBIE_Azure' },
    administration: { members: [demoApplication.object_id] },
  };
  expect(await capacities.checkNameAvailability('brazilsouth', { name: 'newone' })).toMatchObject({ nameAvailable: true });
  expect(await capacities.beginCreateAndWait(resource_group, 'newone', wish, fast)).toMatchObject({ name: 'newone' });
  expect(await capacities.checkNameAvailability('brazilsouth', { name: 'newone' })).toMatchObject({ reason: 'AlreadyExists' });
  expect(await capacities.beginUpdateAndWait(resource_group, 'newone', { sku: { name: 'A4' } }, fast)).toMatchObject({
    sku: { name: 'A4' },
  });
  expect((await capacities.listSkusForCapacity(resource_group, 'newone')).value).toHaveLength(6);
  expect((await capacities.listSkus()).value?.map(({ name }) => name)).toContain('A6');
  await capacities.beginDeleteAndWait(resource_group, 'newone', fast);
  await expect(capacities.getDetails(resource_group, 'newone')).rejects.toMatchObject({ statusCode: 404, code: 'ResourceNotFound' });
});

test('refusals arrive as the package knows them', async () => {
  const { capacities } = client();
  await expect(capacities.beginResumeAndWait(resource_group, 'vitrineembedded', fast)).rejects.toMatchObject({
    statusCode: 400,
    code: 'BadRequest',
  });
  const wrong = { location: 'x', sku: { name: 'Z9' }, administration: { members: ['x'] } };
  await expect(capacities.beginCreateAndWait(resource_group, 'other', wrong, fast)).rejects.toMatchObject({ statusCode: 400 });
  await expect(
    capacities.beginCreateAndWait(resource_group, 'vitrinefabric1', { ...wrong, sku: { name: 'A1' } }, fast),
  ).rejects.toMatchObject({
    statusCode: 409,
  });
});
