/** Settings whose effect is to be seen in the browser alone. */
import * as configuration from '@vitrine/contract/features/configuration.ts';
import type { Configuration } from '@vitrine/contract/features/configuration.ts';
import { origin } from './support/addresses.ts';
import type { Caller } from './support/caller.ts';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/signIn.ts';

type Change = Partial<
  Pick<Configuration, 'logo_page' | 'logo_page_default' | 'last_update' | 'show_name_report' | 'mostrar_ultima_atualizacao_relatorio'>
>;

async function set({ call }: Caller, change: Change): Promise<void> {
  const { version } = await call(configuration.getConfig, {});
  await call(configuration.updateConfig, { body: { ...change, version } });
}

test('the logo leads where the unit says, and home again', async ({ page, unit, admin, reader, callAs }) => {
  const caller = await callAs(admin);
  const logo = page.getByRole('banner').getByRole('link', { name: unit.name });
  await set(caller, { logo_page: '/all/reports', logo_page_default: 0 });
  await signIn(page, reader);
  await logo.click();
  await expect(page).toHaveURL(`${origin}/all/reports`);
  await set(caller, { logo_page: 'https://intranet.example/inicio' });
  await page.reload();
  await expect(logo).toHaveAttribute('href', 'https://intranet.example/inicio');
  await set(caller, { logo_page_default: 1 });
  await page.reload();
  await logo.click();
  await expect(page).toHaveURL(`${origin}/`);
});

test('lists and covers tell how old the data is, unless the unit says no', async ({ page, admin, shelf, callAs }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  const caller = await callAs(admin);
  await signIn(page, admin, { at: '/signin?redirect=/all/reports' });
  const column = page.getByRole('columnheader', { name: 'Dados' });
  await expect(column).toBeVisible();
  await set(caller, { last_update: 'N' });
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Grupo', exact: true })).toBeVisible();
  await expect(column).toHaveCount(0);
});

test('the name of a report and the age of its data are shown where the unit wants them', async ({ page, admin, reader, shelf, callAs }) => {
  const name = 'Automóveis de 1970 a 1982';
  const report = await shelf.publish({ name });
  const caller = await callAs(admin);
  await set(caller, { show_name_report: 'S', mostrar_ultima_atualizacao_relatorio: true });
  await signIn(page, reader, { at: `/signin?redirect=/${report.id}/reports/view` });
  const title = page.getByRole('heading', { name, level: 1 });
  const age = page.getByRole('button', { name: 'Sem atualização registrada' });
  await expect(title).not.toHaveClass('visually-hidden');
  await expect(age).toBeVisible();
  await set(caller, { show_name_report: 'N', mostrar_ultima_atualizacao_relatorio: false });
  await page.reload();
  await expect(title).toHaveClass('visually-hidden');
  await expect(age).toHaveCount(0);
});
