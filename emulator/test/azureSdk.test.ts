/** Microsoft's own packages, as they are, against the local reporting service behind TLS, which they insist on. */
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { PowerBIDedicated } from '@azure/arm-powerbidedicated';
import { ClientCertificateCredential, ClientSecretCredential } from '@azure/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoApplication, demoSubscription } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { makeCertificate } from './certificate.ts';
import { startWorld } from './world.ts';

const { certificate, key } = makeCertificate();
let emulator: Emulator;
let origin = '';
/** Headers that are not passed on: without the wait nobody waits, because every request moves the service's time. */
const hidden = new Set<string>();

const front = createServer({ cert: certificate, key }, (request, response) => {
  emulator.clock.advance(1_000);
  const onward = forward(
    `${emulator.address}${request.url}`,
    { method: request.method, headers: { ...request.headers, connection: 'close' } },
    (answer) => {
      const headers = Object.entries(answer.headers).filter(([name]) => !hidden.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
      void pipeline(answer, response);
    },
  );
  void pipeline(request, onward);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address() as AddressInfo;
  origin = `https://localhost:${address.port}`;
  emulator = await startWorld({ publicOrigin: origin, credentials: [{ ...demoApplication, certificates: [certificate] }] });
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await emulator.close();
});
beforeEach(() => {
  hidden.clear();
  hidden.add('retry-after');
});

const { tenant_id, client_id, client_secret } = demoApplication;
const tlsOptions = { ca: certificate };
const entra = () => ({ authorityHost: origin, disableInstanceDiscovery: true, tlsOptions });
const secret = (value = client_secret) => new ClientSecretCredential(tenant_id, client_id, value, entra());
const client = () => {
  // Told another endpoint, the package would ask for tokens for that as well.
  const arm = { endpoint: origin, credentialScopes: 'https://management.azure.com/.default', tlsOptions };
  return new PowerBIDedicated(secret(), demoSubscription.subscription_id, arm);
};
const { resource_group } = demoSubscription;
const fast = { updateIntervalInMs: 1 };

const scopes = ['https://analysis.windows.net/powerbi/api/.default', 'https://management.azure.com/.default'];

test.each(scopes)('a secret of @azure/identity gets a token for %s', async (scope) => {
  const { token, expiresOnTimestamp } = await secret().getToken(scope);
  expect(token.split('.')).toHaveLength(3);
  expect(expiresOnTimestamp).toBeGreaterThan(Date.now());
});

test.each(scopes)('a certificate of @azure/identity gets a token for %s', async (scope) => {
  const credential = new ClientCertificateCredential(tenant_id, client_id, { certificate: `${certificate}${key}` }, entra());
  expect((await credential.getToken(scope)).token.split('.')).toHaveLength(3);
});

test('a certificate that the application does not have is refused by its number', async () => {
  const other = makeCertificate();
  const credential = new ClientCertificateCredential(tenant_id, client_id, { certificate: `${other.certificate}${other.key}` }, entra());
  await expect(credential.getToken('https://management.azure.com/.default')).rejects.toThrow(/AADSTS700027/);
});

test('a wrong secret is refused by its number', async () => {
  await expect(secret('wrong').getToken('https://management.azure.com/.default')).rejects.toThrow(/AADSTS7000215/);
});

test('without TLS @azure/identity does not ask at all', () => {
  const plain = { ...entra(), authorityHost: emulator.address };
  expect(() => new ClientSecretCredential(tenant_id, client_id, client_secret, plain)).toThrow(/must use the 'https' protocol/);
});

test.each(['azure-asyncoperation', 'location'])('changes end for a client that does not know %s', async (header) => {
  hidden.add(header);
  const { capacities } = client();
  const names = [];
  for await (const { name } of capacities.list()) names.push(name);
  expect(names).toEqual(['vitrineembedded']);
  await capacities.beginSuspendAndWait(resource_group, 'vitrineembedded', fast);
  expect(await capacities.getDetails(resource_group, 'vitrineembedded')).toMatchObject({ state: 'Paused' });
  await capacities.beginResumeAndWait(resource_group, 'vitrineembedded', fast);
  expect(await capacities.getDetails(resource_group, 'vitrineembedded')).toMatchObject({ state: 'Succeeded', sku: { name: 'A1' } });
});

const wish = {
  location: 'Brazil South',
  sku: { name: 'A2', tier: 'PBIE_Azure' },
  administration: { members: [demoApplication.object_id] },
};

test.each(['azure-asyncoperation', 'location'])('creates, resizes and deletes a capacity without %s', async (header) => {
  hidden.add(header);
  const { capacities } = client();
  expect(await capacities.checkNameAvailability('brazilsouth', { name: 'newone' })).toMatchObject({ nameAvailable: true });
  expect(await capacities.beginCreateAndWait(resource_group, 'newone', wish, fast)).toMatchObject({ name: 'newone', state: 'Succeeded' });
  expect(await capacities.checkNameAvailability('brazilsouth', { name: 'newone' })).toMatchObject({ reason: 'AlreadyExists' });
  expect(await capacities.beginUpdateAndWait(resource_group, 'newone', { sku: { name: 'A4' } }, fast)).toMatchObject({
    sku: { name: 'A4' },
    state: 'Succeeded',
  });
  expect((await capacities.listSkusForCapacity(resource_group, 'newone')).value).toHaveLength(6);
  expect((await capacities.listSkus()).value?.map(({ name }) => name)).toContain('A6');
  await capacities.beginDeleteAndWait(resource_group, 'newone', fast);
  await expect(capacities.getDetails(resource_group, 'newone')).rejects.toMatchObject({ statusCode: 404, code: 'ResourceNotFound' });
});

test('a poller that was written down goes on in another program', async () => {
  const { capacities } = client();
  const started = await capacities.beginSuspend(resource_group, 'vitrineembedded', fast);
  const resumeFrom = started.toString();
  const continued = await client().capacities.beginSuspend(resource_group, 'vitrineembedded', { ...fast, resumeFrom });
  await continued.pollUntilDone();
  expect(await capacities.getDetails(resource_group, 'vitrineembedded')).toMatchObject({ state: 'Paused' });
  await capacities.beginResumeAndWait(resource_group, 'vitrineembedded', fast);
});

test('refusals arrive as the package knows them', async () => {
  const { capacities } = client();
  const refusal = { statusCode: 400, code: 'BadRequest' };
  await expect(capacities.beginResumeAndWait(resource_group, 'vitrineembedded', fast)).rejects.toMatchObject(refusal);
  const wrong = { ...wish, sku: { name: 'Z9' } };
  await expect(capacities.beginCreateAndWait(resource_group, 'other', wrong, fast)).rejects.toMatchObject(refusal);
  await expect(capacities.beginCreateAndWait(resource_group, 'vitrinefabric1', wish, fast)).rejects.toMatchObject({ statusCode: 409 });
});

test('lists by resource group, changes tags and generation, and names what roles may allow', async () => {
  const { capacities, operations } = client();
  const names = [];
  for await (const { name } of capacities.listByResourceGroup(resource_group)) names.push(name);
  expect(names).toEqual(['vitrineembedded']);
  const changed = await capacities.beginUpdateAndWait(resource_group, 'vitrineembedded', { tags: { cost: 'reports' }, mode: 'Gen1' }, fast);
  expect(changed).toMatchObject({ tags: { cost: 'reports' }, mode: 'Gen1', sku: { name: 'A1', tier: 'PBIE_Azure', capacity: 1 } });
  const allowed = [];
  for await (const { name } of operations.list()) allowed.push(name);
  expect(allowed).toContain('Microsoft.PowerBIDedicated/capacities/suspend/action');
});

test('makes, changes and deletes v-cores of autoscale', async () => {
  const { autoScaleVCores } = client();
  const all = async (rows: AsyncIterable<{ name?: string }>) => {
    const names = [];
    for await (const { name } of rows) names.push(name);
    return names;
  };
  const cores = { location: 'Brazil South', sku: { name: 'AutoScale', tier: 'AutoScale', capacity: 1 }, capacityLimit: 10 };
  expect(await autoScaleVCores.create(resource_group, 'morecores', cores)).toMatchObject({
    name: 'morecores',
    capacityLimit: 10,
    provisioningState: 'Succeeded',
  });
  expect(await autoScaleVCores.update(resource_group, 'morecores', { capacityLimit: 4 })).toMatchObject({ capacityLimit: 4 });
  expect(await autoScaleVCores.get(resource_group, 'morecores')).toMatchObject({ capacityLimit: 4, sku: { name: 'AutoScale' } });
  expect(await all(autoScaleVCores.listByResourceGroup(resource_group))).toEqual(['morecores']);
  expect(await all(autoScaleVCores.listBySubscription())).toEqual(['morecores']);
  await autoScaleVCores.delete(resource_group, 'morecores');
  await expect(autoScaleVCores.get(resource_group, 'morecores')).rejects.toMatchObject({ statusCode: 404, code: 'ResourceNotFound' });
  await autoScaleVCores.delete(resource_group, 'morecores');
});
