/** Settings whose effect is to be seen in the browser alone. */
import * as configuration from '@vitrine/contract/settings/settings.ts';
import type { Configuration } from '@vitrine/contract/settings/settings.ts';
import type { Caller } from '../harness/caller.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

type Change = Partial<Pick<Configuration, 'logo_page' | 'logo_page_default' | 'last_update' | 'show_name_report' | 'show_last_refresh'>>;

async function set({ call }: Caller, change: Change): Promise<void> {
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { ...change, version } });
}

test('lists and covers tell how old the data is, unless the unit says no', async ({ page, admin, shelf, callAs }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  const caller = await callAs(admin);
  await signIn(page, admin, { at: '/all/reports' });
  const column = page.getByRole('columnheader', { name: 'Dados' });
  await expect(column).toBeVisible();
  await set(caller, { last_update: false });
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Grupo', exact: true })).toBeVisible();
  await expect(column).toHaveCount(0);
});

test('the name of a report and the age of its data are shown where the unit wants them', async ({ page, admin, reader, shelf, callAs }) => {
  const name = 'Automóveis de 1970 a 1982';
  const report = await shelf.publish({ name });
  const caller = await callAs(admin);
  await set(caller, { show_name_report: true, show_last_refresh: true });
  await signIn(page, reader, { at: `/${report.id}/reports/view` });
  const title = page.getByRole('heading', { name, level: 1 });
  const age = page.getByRole('button', { name: 'Sem atualização registrada' });
  await expect(title).not.toHaveClass('visually-hidden');
  await expect(age).toBeVisible();
  await set(caller, { show_name_report: false, show_last_refresh: false });
  await page.reload();
  await expect(title).toHaveClass('visually-hidden');
  await expect(age).toHaveCount(0);
});
