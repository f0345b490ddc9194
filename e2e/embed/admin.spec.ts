import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import type { EmbedService } from './service.ts';
import { retailReport } from './service.ts';

const open = async (page: Page, service: EmbedService) => {
  await page.goto(`${service.emulator.address}/`);
  await expect(page.getByRole('heading', { name: 'Varejo Horizonte' })).toBeVisible();
};

/** Any call of the REST interface. */
const callGroups = async (service: EmbedService) => (await fetch(`${service.emulator.address}/v1.0/myorg/groups`)).status;

test.afterEach(({ service }) => service.emulator.faults.clear());

test('the page of the service shows what it holds and does', async ({ page, service }) => {
  await open(page, service);
  const workspace = page.getByRole('article').filter({ hasText: 'Varejo Horizonte' });
  for (const text of ['Vendas da rede', 'Reports', 'Datasets', 'Dashboards']) await expect(workspace.getByText(text).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Capacities' }).getByRole('row', { name: /vitrineembedded/ })).toContainText('A1');
  await service.mint({ report: retailReport, roles: ['Tudo'] });
  await expect(page.getByRole('region', { name: 'Last requests' })).toContainText('POST /v1.0/myorg/GenerateToken');

  await page.getByRole('button', { name: 'Pause vitrineembedded' }).click();
  await expect(page.getByRole('row', { name: /vitrineembedded/ })).toContainText('Paused');
  await expect(page.getByRole('button', { name: 'Resume vitrineembedded' })).toBeFocused();
  await page.getByRole('button', { name: 'Resume vitrineembedded' }).click();
  await expect(page.getByRole('row', { name: /vitrineembedded/ })).not.toContainText('Paused');

  await service.refresh(retailReport);
  await expect(page.getByRole('region', { name: 'Jobs' }).getByRole('row').nth(1)).toContainText('refresh');
});

test('a fault is started and ended by keyboard', async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('combobox', { name: 'Fault' }).focus();
  await page.keyboard.type('Server');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Varejo');
  await page.getByRole('combobox', { name: 'Workspace' }).press('Home');
  for (const label of ['Times', 'Service', 'Method', 'Path contains', 'Retry after (s)', 'Said as', 'Status']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(label);
  }
  await page.keyboard.type('503');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Server error (5xx): started.' })).toBeVisible();
  const active = page.getByRole('list', { name: 'Active faults' });
  await expect(active.getByRole('listitem')).toHaveText([/Server error \(5xx\) · Power BI · until ended/]);
  expect(await callGroups(service)).toBe(503);
  await expect(page.getByRole('region', { name: 'Last requests' }).getByRole('row').nth(1)).toContainText('server_error');

  await active.getByRole('button', { name: 'End: Server error (5xx)' }).focus();
  await page.keyboard.press('Enter');
  await expect(active.getByRole('listitem')).toHaveCount(0);
  await expect(active).toBeFocused();
  expect(await callGroups(service)).toBe(403);
});

test('a mistake is told, and the fault is not started', async ({ page, service }) => {
  await open(page, service);
  await page.getByRole('combobox', { name: 'Fault' }).selectOption('server_error');
  const status = page.getByRole('spinbutton', { name: 'Status' });
  await status.fill('404');
  await page.getByRole('button', { name: 'Start fault' }).click();
  await expect(status).toBeFocused();
  expect(await status.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true);
  expect(service.emulator.faults.list()).toEqual([]);
});

test('the clock and a limit are moved', async ({ page, service }) => {
  await open(page, service);
  const before = service.emulator.clock.now();
  await page.getByRole('button', { name: '+1 day' }).click();
  // What ran before on this service may have moved it already.
  await expect.poll(() => service.emulator.clock.now() - before).toBeGreaterThan(86_000_000);
  await expect(page.getByRole('group', { name: 'Clock of the service' })).toContainText('(moved)');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('group', { name: 'Clock of the service' })).not.toContainText('(moved)');

  const most = service.emulator.limits.queries_a_minute;
  const field = page.getByRole('spinbutton', { name: 'queries a minute' });
  await field.fill('7');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'queries a minute: 7.' })).toBeVisible();
  expect(service.emulator.limits.queries_a_minute).toBe(7);
  await field.fill('');
  await field.press('Tab');
  await expect(page.getByRole('status').filter({ hasText: 'queries a minute: off.' })).toBeVisible();
  expect(service.emulator.limits.queries_a_minute).toBeNull();
  service.emulator.limits.queries_a_minute = most;
});

test('what goes wrong when people sign in is started here, and the keys of Entra are changed', async ({ page, service }) => {
  await open(page, service);
  const start = async (fault: string, fields: Record<string, string>) => {
    await page.getByRole('combobox', { name: 'Fault' }).selectOption(fault);
    for (const [name, value] of Object.entries(fields)) await page.getByRole('combobox', { name, exact: true }).selectOption(value);
    await page.getByRole('button', { name: 'Start fault' }).click();
    await expect(page.getByRole('list', { name: 'Active faults' }).getByRole('listitem').last()).toContainText(fault);
  };
  await start('Latency', { Service: 'Entra' });
  await start('Server error (5xx)', { Service: 'Entra' });
  await start('No answer', { Service: 'SAML' });
  await start('Token of a person lies', { Lie: 'unknown_key' });
  await start('Assertion by SAML lies', { Lie: 'audience' });
  expect(service.emulator.faults.list()).toMatchObject([
    { name: 'latency', latency_ms: 2_000, service: 'entra' },
    { name: 'server_error', service: 'entra' },
    { name: 'hang', service: 'saml' },
    { name: 'lying_token', lie: 'unknown_key' },
    { name: 'lying_assertion', lie: 'audience' },
  ]);
  await page.getByRole('button', { name: 'End all' }).click();
  await expect(page.getByText('All faults are ended.')).toBeVisible();

  const keys = page.getByRole('region', { name: 'Keys that sign tokens' }).getByRole('row');
  await expect(keys).toHaveText([/Key/, /signs$/, /published, signs next/]);
  await page.getByRole('button', { name: 'Sign with the next key' }).click();
  await expect(keys).toHaveText([/Key/, /signs$/, /published, signs next/, /signed before/]);
  await page.getByRole('button', { name: 'Replace all keys at once' }).click();
  await expect(keys).toHaveText([/Key/, /signs$/, /published, signs next/]);
  const application = page.getByRole('row', { name: /Vitrine \(local\)/ });
  await expect(application).toContainText('everybody is asked');
  await page.getByRole('button', { name: 'Agree for everybody Vitrine (local)' }).click();
  await expect(application).toContainText('agreed for everybody');
  await page.getByRole('button', { name: 'Ask again Vitrine (local)' }).click();
  await expect(application).toContainText('everybody is asked');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, size] of [
    ['desk', { width: 1280, height: 800 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`it can be read by everybody: ${device}, ${colorScheme}`, async ({ page, service }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      service.emulator.faults.start({ name: 'latency', latency_ms: 1, service: 'arm' });
      await service.mint({ report: retailReport, roles: ['Tudo'] });
      await open(page, service);
      await expect(page.getByRole('list', { name: 'Active faults' }).getByRole('listitem')).toHaveCount(1);
      const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
      expect(violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    });
  }
}
