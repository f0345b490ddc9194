import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { EffectiveIdentity } from '@vitrine/powerbi/embedTokens.ts';
import { demoApplication, demoSubscription } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { addressesOf, credentialsOf, ids, startWorld } from './world.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());

const options = (service: Emulator) => ({
  addresses: addressesOf(service),
  credentials: credentialsOf(demoApplication),
  clock: { now: service.clock.now, sleep: async (ms: number) => service.clock.advance(ms) },
});

const mint = async (report: string, dataset: string, identities: EffectiveIdentity[] = [], service = emulator) => {
  const { token } = await createPowerBi(options(service)).generateToken({
    reports: [{ id: report }],
    datasets: [{ id: dataset }],
    identities,
  });
  return token;
};

const open = async (token: string, report = ids.openReport, service = emulator) => {
  const answer = await fetch(`${service.origin}/embed-api/reports/${report}`, { headers: { authorization: `EmbedToken ${token}` } });
  return { status: answer.status, body: await answer.json() };
};

test('opens the report that the token was minted for', async () => {
  const token = await mint(ids.openReport, ids.openModel);
  expect(await open(token)).toMatchObject({
    status: 200,
    body: { report: { id: ids.openReport }, permissions: { edit: false, save_as: false } },
  });
});

test('lets edit and save only whom the token allows', async () => {
  const powerBi = createPowerBi(options(emulator));
  const { token } = await powerBi.generateReportToken(ids.sales, ids.openReport, { accessLevel: 'Edit', allowSaveAs: true });
  expect(await open(token)).toMatchObject({ body: { permissions: { edit: true, save_as: true } } });
});

test('opens no other report', async () => {
  const token = await mint(ids.openReport, ids.openModel);
  expect(await open(token, ids.sharedReport)).toMatchObject({ status: 403, body: { message: 'LoadReportFailed' } });
});

test('answers nobody with an access token, a made-up token or none', async () => {
  for (const token of ['made-up', 'H4sIAAAA.e30=', '']) expect(await open(token)).toMatchObject({ status: 403 });
});

test('ends with the token', async () => {
  onTestFinished(() => emulator.clock.reset());
  const token = await mint(ids.openReport, ids.openModel);
  emulator.clock.advance(61 * 60_000);
  expect(await open(token)).toMatchObject({ status: 403, body: { message: 'TokenExpired' } });
});

test('says that the capacity is paused', async () => {
  const own = await startWorld();
  onTestFinished(() => own.close());
  const token = await mint(ids.openReport, ids.openModel, [], own);
  const { subscription_id, resource_group } = demoSubscription;
  const capacity = { provider: 'Microsoft.Fabric' as const, subscription_id, resource_group, name: 'vitrinefabric1' };
  const { capacities } = createArm(options(own));
  await capacities.suspend(capacity);
  const paused = { status: 403, body: { message: 'ExplorationContainer_FailedToLoadModel_DefaultDetails' } };
  expect(await open(token, ids.openReport, own)).toMatchObject(paused);
  await capacities.waitFor(capacity, 'paused');
  await capacities.resume(capacity);
  expect(await open(token, ids.openReport, own)).toMatchObject({ status: 200 });
});
