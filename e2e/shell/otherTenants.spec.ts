import { demoPeople } from '@vitrine/api/demo/people.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import { expect, test } from '../harness/journey.ts';
import { reportPath } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

test('ids of another unit in the address lead to what is not there', async ({ page, shelf, reader }) => {
  const report = await shelf.publish({ name: 'Cinema', title: 'Só desta unidade' });
  await signIn(page, demoPeople.serra_admin);
  await page.goto(reportPath(report));
  await expect(page.getByRole('heading', { name: 'Este relatório não está disponível para você', level: 2 })).toBeVisible();
  await page.goto(`/${shelf.group_id}/reports`);
  await expect(page.getByRole('heading', { name: 'Este grupo não existe!' })).toBeVisible();
  // Also as the messages of former versions have it.
  for (const path of [`/management/report/${report.id}`, `/management/report?report=${report.id}&tab=access`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Não encontrado', level: 1 })).toBeVisible();
  }
  await page.goto(`/reports?edit=${shelf.group_id}`);
  await expect(page.getByRole('heading', { name: 'Grupos de relatórios' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const path of ['/', '/all/reports', '/reports', '/management/report']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Só desta unidade')).toHaveCount(0);
    await expect(page.getByText(reader.name)).toHaveCount(0);
  }
});

test('calls with ids of another unit are answered as if there were nothing', async ({ callAs, shelf }) => {
  const report = await shelf.publish({ name: 'Cinema' });
  const { call } = await callAs(demoPeople.serra_admin);
  const params = { id: report.id };
  const group = { id: shelf.group_id };
  await expect(call(reports.get, { params })).rejects.toThrow(/404 .*not_found/);
  await expect(call(reports.remove, { params })).rejects.toThrow(/404 .*not_found/);
  await expect(call(reportAccess.list, { params })).rejects.toThrow(/404 .*not_found/);
  await expect(call(reportAccess.add, { params, body: { to: 'unit', to_id: null } })).rejects.toThrow(/404 .*not_found/);
  await expect(call(reportGroups.get, { params: group })).rejects.toThrow(/404 /);
  await expect(call(reportGroups.subgroups, { params: group })).rejects.toThrow(/404 /);
});

test('a search finds nothing of another unit', async ({ page, shelf }) => {
  await shelf.publish({ name: 'Cinema', title: 'Relatório inconfundível' });
  await signIn(page, demoPeople.serra_admin, { at: '/management/report' });
  await expect(page.getByRole('table', { name: 'Gestão de relatórios' }).locator('tbody tr').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar nesta lista' }).fill('inconfundivel');
  await expect(page.getByRole('heading', { name: 'Nenhum resultado para estes filtros' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Buscar ou executar…').fill('inconfundivel');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
});
