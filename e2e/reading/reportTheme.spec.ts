/** The brand of a unit on its reports. */
import * as themes from '@vitrine/contract/organisation/themes.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';
const colours = { ...themes.nothingOwn.colours, button: '#8a1c4a', card: '#fff8ee', font: '#2a1020' };

/** What the page of the reporting service paints with. */
const painted = (page: Page) =>
  reportFrame(page)
    .locator('[data-scheme]')
    .first()
    .evaluate((element) => {
      const { style, dataset } = element as HTMLElement;
      return { page: style.getPropertyValue('--surface'), accent: style.getPropertyValue('--accent'), scheme: dataset['scheme'] };
    });

test('a report is drawn in the brand of the unit where the unit wants it, and follows light and dark', async ({
  page,
  admin,
  reader,
  shelf,
  callAs,
}) => {
  const report = await shelf.publish({ name: cars });
  const { call } = await callAs(admin);
  const { id, version } = await call(themes.add, { body: { name: 'Cereja' } });
  const draft = { ...themes.nothingOwn, own: ['colours' as const], colours, colours_dark: { card: '#20101c' } };
  const drafted = await call(themes.update, { params: { id }, body: { name: 'Cereja', draft, version } });
  await call(themes.publish, { params: { id }, body: { version: drafted.version, at: null } });
  await call(themes.use, { params: { id }, body: { self: true, unit_ids: [] } });
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  expect((await painted(page)).page, 'off until somebody wants it').not.toBe('#fff8ee');

  const { version: before } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { brand_reports: true, version: before } });
  await page.reload();
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  expect(await painted(page)).toEqual({ page: '#fff8ee', accent: '#8a1c4a', scheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => painted(page)).toMatchObject({ page: '#20101c', scheme: 'dark' });
  await expect(visual(page, 'Modelos')).toContainText(/\d/);

  const { version: now } = await call(themes.get, { params: { id } });
  const changed = await call(themes.update, {
    params: { id },
    body: { name: 'Cereja', draft: { ...draft, colours_dark: { card: '#0a1016' } }, version: now },
  });
  await call(themes.publish, { params: { id }, body: { version: changed.version, at: null } });
  await expect.poll(() => painted(page), 'another brand reaches an open report').toMatchObject({ page: '#0a1016' });
});
