import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import * as reportUploads from '@vitrine/contract/reports/reportUploads.ts';
import { demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { makeCapacity } from '../harness/capacity.ts';
import { objectPage, row } from '../harness/grid.ts';
import type { Journey } from '../harness/journey.ts';
import { expect, test } from '../harness/journey.ts';
import { localAccount } from '../harness/publishing.ts';
import { reportFrame, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const csv = Buffer.from('loja;região;valor\nCentro;Sul;10\nPraia;Norte;20\nSerra;Sul;30\n');

type Makers = Pick<Journey, 'admin' | 'shelf' | 'callAs'>;

/** A report for the whole unit on a capacity of its own, which is paused. */
async function pausedReport({ admin, shelf, callAs }: Makers): Promise<{ id: string }> {
  const { workspace_id, pause } = await makeCapacity();
  const { call } = await callAs(admin);
  const { account_id, group_id } = shelf;
  const { name, version } = await call(reportingAccounts.get, { params: { id: account_id } });
  const { subscription_id } = demoSubscription;
  await call(reportingAccounts.update, { params: { id: account_id }, body: { ...localAccount, name, subscription_id, version } });
  const wanted = { account_id, workspace_id, file_name: 'vendas.csv', title: 'Vendas em pausa', group_id };
  const { id } = await call(reportUploads.begin, { body: { ...wanted, size: csv.length } });
  await call(reportUploads.sendPart, { params: { id, number: '0' }, body: csv });
  await call(reportUploads.finish, { params: { id } });
  const uploaded = async () => (await call(reportUploads.list, {})).data.find((upload) => upload.id === id);
  await expect.poll(async () => (await uploaded())?.state, { timeout: 30_000 }).toBe('done');
  const report = { id: (await uploaded())?.report_id ?? '' };
  await call(reportAccess.add, { params: report, body: { to: 'unit', to_id: null } });
  await pause();
  return report;
}

test('a reader is told who may wake a paused capacity; the administrator does, and both see the report', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
  callAs,
  database,
}) => {
  test.slow();
  const report = await pausedReport({ admin, shelf, callAs });

  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(second.getByRole('heading', { name: 'A capacidade deste relatório está pausada' })).toBeVisible();
  await expect(second.getByText(`Quem pode ligá-la: ${admin.name}`)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Ligar a capacidade' })).toHaveCount(0);
  // What the report itself reports is noted with the opening.
  const troubles = () => database.rows('select trouble from report_view where report_id = $1', [report.id]);
  await expect.poll(troubles).toEqual([{ trouble: 'capacity_paused' }]);

  await signIn(page, admin, signinTo(report));
  await page.getByRole('button', { name: 'Ligar a capacidade' }).click();
  await expect(page.getByRole('heading', { name: 'A capacidade está ligando' })).toBeVisible();
  // The reader's page hears of it.
  await expect(second.getByRole('heading', { name: 'A capacidade está ligando' })).toBeVisible();
  for (const each of [page, second]) {
    await expect(reportFrame(each).getByText('Vendas em pausa').first()).toBeVisible({ timeout: 40_000 });
  }
  await second.close();
});

test('a reader with the right wakes the capacity from the page that waits; one without it waits beside', async ({
  page,
  browser,
  admin,
  reader,
  unit,
  shelf,
  callAs,
  database,
}) => {
  test.slow();
  const report = await pausedReport({ admin, shelf, callAs });
  const beto = await unit.person('Beto Ramos', 'user');

  // The administrator gives the right in the form of the person.
  await signIn(page, admin, { at: '/user' });
  await row(page, 'Beto Ramos').click();
  const form = objectPage(page, 'Beto Ramos');
  await form.getByRole('switch', { name: 'Ligar capacidades pausadas' }).click();
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect
    .poll(() => database.rows('select wake_capacities from membership where id = $1', [beto.membership_id]))
    .toEqual([{ wake_capacities: true }]);

  const [woken, waiting] = [await browser.newPage(), await browser.newPage()];
  await signIn(waiting, reader, signinTo(report));
  await expect(waiting.getByText(`Quem pode ligá-la: ${admin.name}`)).toBeVisible();
  await expect(waiting.getByRole('button', { name: 'Ligar a capacidade' })).toHaveCount(0);
  await signIn(woken, beto, signinTo(report));
  await expect(woken.getByText('Ligá-la leva alguns minutos e custa por hora.')).toBeVisible();
  await woken.getByRole('button', { name: 'Ligar a capacidade' }).click();
  for (const each of [woken, waiting]) {
    await expect(reportFrame(each).getByText('Vendas em pausa').first()).toBeVisible({ timeout: 60_000 });
    await each.close();
  }
});
