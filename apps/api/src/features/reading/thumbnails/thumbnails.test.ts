import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as exporting from '@vitrine/contract/reading/reportExports.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import * as users from '@vitrine/contract/people/users.ts';
import * as contract from '@vitrine/contract/reading/thumbnails.ts';
import { imageSize } from 'image-size';
import { expect, onTestFinished, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { moveWorkspace } from '#test/harness/refreshes.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { cleanFiles } from '#domain/files/files.jobs.ts';

const { world, service } = await openPublishingWorld();
const dayMs = 86_400_000;

/** Sales, of which Ana sees the south; Bia sees the north, and Caio the south by the same name. */
async function scene() {
  const made = await publishingScene(world);
  const report = await made.publish({ sample: 'sales' });
  const person = async (rls_roles: string[], rls_username: string | null) => {
    const somebody = await made.unit.person('user');
    const granted = await grant(made.admin, report, { to: 'membership', to_id: somebody.membership_id, rls_roles, rls_username });
    return { ...somebody, granted, browser: await world.signIn(somebody) };
  };
  const [ana, bia, caio] = [
    await person(['Região Sul'], 'sul'),
    await person(['Região Norte'], 'norte'),
    await person(['Região Sul'], 'sul'),
  ];
  return { ...made, report, anas: ana, bia, caio };
}

const ask = (browser: Browser, ...wanted: { id: string }[]) =>
  browser.call(contract.list, { body: { report_ids: wanted.map(({ id }) => id), make: true } });
const exportsBegun = () => service.calls.filter(({ path }) => path.endsWith('/ExportTo'));
const bytesAt = async (browser: Browser, address: string) => (await browser.inject({ method: 'GET', url: address })).rawPayload;

async function pictureOf(browser: Browser, report: { id: string }): Promise<string | null> {
  const { data } = await ask(browser, report);
  return data[0]?.address ?? null;
}

test('a visit asks for the picture and waits for nothing; the next one shows the first page, small, with the rows of its reader', async () => {
  const { report, anas, bia } = await scene();
  expect(await ask(anas.browser, report)).toEqual({ data: [], coming: true });
  await world.runJobs();
  const { data, coming } = await ask(anas.browser, report);
  expect([data.map(({ id }) => id), coming]).toEqual([[report.id], false]);
  // Other pages show what there is, and have nothing made.
  expect(await bia.browser.call(contract.list, { body: { report_ids: [report.id] } })).toEqual({ data: [], coming: false });
  const south = await bytesAt(anas.browser, data[0]?.address ?? '');
  expect(imageSize(south)).toMatchObject({ type: 'png', width: 480 });
  expect(south.length).toBeLessThan(150_000);
  expect(exportsBegun().map(({ body }) => [body.includes('Região Sul'), body.includes('"PNG"')])).toEqual([[true, true]]);

  // Who sees other rows gets another picture, and until there is one none.
  expect(await ask(bia.browser, report)).toEqual({ data: [], coming: true });
  await world.runJobs();
  const north = await bytesAt(bia.browser, (await pictureOf(bia.browser, report)) ?? '');
  expect(north.length).toBeGreaterThan(1000);
  expect(north.equals(south)).toBe(false);
  expect(await bytesAt(anas.browser, (await pictureOf(anas.browser, report)) ?? '')).toEqual(south);
});

test('those who see the same rows share a picture, which is made once a day', async () => {
  const { report, anas, caio } = await scene();
  await ask(anas.browser, report);
  expect(await ask(caio.browser, report)).toEqual({ data: [], coming: true });
  await world.runJobs();
  expect(await pictureOf(caio.browser, report)).toBe(await pictureOf(anas.browser, report));
  await world.runJobs();
  expect(exportsBegun()).toHaveLength(1);
  world.setTime(new Date(Date.now() + dayMs));
  // Yesterday's picture stands there until today's is made.
  const { data, coming } = await ask(await world.signIn(caio), report);
  expect([data.length, coming]).toEqual([1, true]);
  await world.runJobs();
  expect(exportsBegun()).toHaveLength(2);
});

test('after a change of the rule nobody is shown the old picture', async () => {
  const { admin, report, anas, caio } = await scene();
  await ask(anas.browser, report);
  await world.runJobs();
  expect(await pictureOf(caio.browser, report)).not.toBeNull();
  const place = { params: { id: report.id, grant_id: anas.granted.id } };
  await admin.call(reportAccess.update, {
    ...place,
    body: { rls_roles: ['Região Norte'], rls_username: 'sul', version: anas.granted.version },
  });
  expect(await ask(anas.browser, report)).toEqual({ data: [], coming: true });
  // Neither is what was asked for before the change.
  await world.owner.run(query.updateTable('report_grant').set({ ends_on: '2020-01-01' }).where('report_id', '=', report.id));
  service.calls.length = 0;
  await world.runJobs();
  expect(exportsBegun()).toEqual([]);
  for (const { browser } of [anas, caio]) expect(await ask(browser, report)).toEqual({ data: [], coming: false });
});

test('a report that is not theirs, of another unit or of nobody is answered with nothing, and nothing is made', async () => {
  const [{ unit, report, anas }, other] = [await scene(), await scene()];
  await ask(anas.browser, report);
  await world.runJobs();
  service.calls.length = 0;
  const stranger = await world.signIn(await unit.person('user'));
  for (const browser of [stranger, other.anas.browser, other.admin])
    expect(await ask(browser, report, { id: crypto.randomUUID() })).toEqual({ data: [], coming: false });
  await world.runJobs();
  expect(exportsBegun()).toEqual([]);
});

test('the address of a picture ends within two hours, is not there on another host, and not without its key', async () => {
  const { unit, report, anas } = await scene();
  await ask(anas.browser, report);
  await world.runJobs();
  const address = (await pictureOf(anas.browser, report)) ?? '';
  const response = await anas.browser.inject({ method: 'GET', url: address });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  const [, , , id = '', key = ''] = address.split('/');
  const [until = '', signature = ''] = key.split('.');
  const later = (Number.parseInt(until, 36) + dayMs).toString(36);
  const host = `other-${unit.id.slice(-8)}.example`;
  await world.unit({ host });
  const statusOf = async (browser: Browser, url: string) => (await browser.inject({ method: 'GET', url })).statusCode;
  expect(await statusOf(world.browser({ host }), address)).toBe(404);
  for (const forged of [`/api/files/${id}/0.${signature}`, `/api/files/${id}/${later}.${signature}`])
    expect(await statusOf(anas.browser, forged)).toBe(404);
  world.setTime(new Date(Date.now() + 2 * 3_600_000));
  expect(await statusOf(anas.browser, address)).toBe(404);
});

test('without a capacity the cover stays', async () => {
  const { report, anas } = await scene();
  await moveWorkspace(service, samples.sales.workspace_id, 'shared');
  onTestFinished(() => moveWorkspace(service, samples.sales.workspace_id, 'capacity'));
  await ask(anas.browser, report);
  await world.runJobs();
  expect((await ask(anas.browser, report)).data).toEqual([]);
  expect(exportsBegun()).toEqual([]);
});

test('a service that refuses, or sends what is no picture, leaves the cover, and is left alone until tomorrow', async () => {
  const { report, anas, bia } = await scene();
  const inAnHour = (browser: Browser) => {
    world.setTime(new Date(Date.now() + 3_600_000));
    return ask(browser, report);
  };
  service.faults.start({ name: 'export_failed', times: 1 });
  await ask(anas.browser, report);
  expect((await world.runJobs()).filter(({ status }) => status === 'failed')).toEqual([]);
  service.exportedFile.instead = Buffer.from('<svg onload="alert(1)"/>');
  await ask(bia.browser, report);
  await world.runJobs();
  expect(exportsBegun()).toHaveLength(2);
  for (const { browser } of [anas, bia]) expect(await inAnHour(browser)).toEqual({ data: [], coming: false });
  service.exportedFile.instead = null;
  world.setTime(new Date(Date.now() + dayMs));
  const tomorrow = await world.signIn(anas);
  await ask(tomorrow, report);
  await world.runJobs();
  expect(await pictureOf(tomorrow, report)).not.toBeNull();
});

test('exports that readers wait for go first', async () => {
  const { report, anas } = await scene();
  await world.owner.run(query.updateTable('report').set({ allow_export: true }).where('id', '=', report.id));
  await ask(anas.browser, report);
  await anas.browser.call(exporting.add, { params: { id: report.id }, body: { format: 'PDF' } });
  await world.runJobs();
  expect(exportsBegun().map(({ body }) => body.includes('"PDF"'))).toEqual([true]);
  world.setTime(new Date(Date.now() + 120_000));
  await world.runJobs();
  expect(exportsBegun()).toHaveLength(2);
});

test('there is none with watermarks on or under maintenance', async () => {
  const { unit, admin, report, anas } = await scene();
  await ask(anas.browser, report);
  await world.runJobs();
  const { version } = await admin.call(configuration.getConfig, {});
  await admin.call(configuration.updateConfig, { body: { enable_watermark: true, version } });
  expect(await ask(anas.browser, report)).toEqual({ data: [], coming: false });
  await admin.call(configuration.updateConfig, { body: { enable_watermark: false, version: version + 1 } });
  expect(await pictureOf(anas.browser, report)).not.toBeNull();
  const [starts_at, ends_at] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const closing = { tenant_id: unit.id, id: crypto.randomUUID(), report_id: report.id, starts_at, ends_at };
  await world.owner.run(query.insertInto('report_maintenance').values(closing));
  expect(await ask(anas.browser, report)).toEqual({ data: [], coming: false });
});

test('a picture is gone with its report, with its person, and after three days without a visit', async () => {
  const gone = async (how: (made: Awaited<ReturnType<typeof scene>>) => Promise<unknown>) => {
    const made = await scene();
    await ask(made.anas.browser, made.report);
    await world.runJobs();
    const files = () =>
      world.owner.run(query.selectFrom('file').select('id').where('kind', '=', 'thumbnail').where('tenant_id', '=', made.unit.id));
    expect(await files()).toHaveLength(1);
    await how(made);
    expect(await files()).toEqual([]);
  };
  await gone(({ admin, report }) => admin.call(reports.remove, { params: { id: report.id } }));
  await gone(async ({ admin, anas }) => {
    const confirm = anas.name.toUpperCase().replaceAll(' ', '_');
    await admin.call(users.erase, { params: { id: anas.membership_id ?? '' }, query: { confirm } });
  });
  await gone(async () => {
    world.setTime(new Date(Date.now() + 3 * dayMs + 1));
    await world.runJobs(cleanFiles);
  });
});
