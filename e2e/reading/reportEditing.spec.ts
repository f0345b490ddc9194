/** A person who may edit a report changes it in the portal, by pointer and by keyboard, and what was saved is there for everybody. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { reportsOfWorkspace } from '../harness/capacity.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, reportPath, rowHeads, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const [bars, card, renamed] = ['Faturamento por categoria', 'Ticket médio', 'Compra média'];

const bar = (page: Page) => reportFrame(page).getByRole('toolbar', { name: 'Editando' });
/** The editing controls over a visual. */
const handle = (page: Page, title: string) => reportFrame(page).getByRole('button', { name: `${title}. Setas movem` });
const leftOf = async (page: Page, title: string): Promise<string> => visual(page, title).evaluate((frame: HTMLElement) => frame.style.left);

async function openForEditing(page: Page): Promise<void> {
  await expect(rowHeads(page, bars)).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Editar relatório' }).click();
  await expect(bar(page)).toBeVisible();
}

/** Opens a visual's menu by keyboard and goes to an entry. */
async function choose(page: Page, title: string, role: 'menuitem' | 'menuitemradio', entry: string): Promise<void> {
  await visual(page, title)
    .getByRole('button', { name: `Mais opções: ${title}` })
    .press('Enter');
  await reportFrame(page).getByRole(role, { name: entry, exact: true }).press('Enter');
}

async function retitle(page: Page, from: string, to: string): Promise<void> {
  await choose(page, from, 'menuitem', 'Alterar título');
  await reportFrame(page).getByLabel('Título', { exact: true }).fill(to);
  await page.keyboard.press('Enter');
  await expect(visual(page, to)).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Salvar', exact: true }).press('Enter');
  await expect(page.getByText('Alterações salvas no Power BI.')).toBeVisible();
  await expect(bar(page).getByRole('status')).toHaveText('Tudo salvo');
}

test('Elisa moves, renames and redraws visuals; what she saved is there after a reload', async ({ page }) => {
  test.slow();
  await signIn(page, demoPeople.elisa);
  await page.getByRole('main').getByRole('link', { name: 'Vendas da rede' }).first().click();
  await openForEditing(page);
  // Who registers no reports has no use for a copy that nobody can open, and is told whom to ask.
  await expect(
    page.getByText(
      `O que for salvo muda o relatório para todos que o leem. Para ter uma cópia à parte, fale com: ${demoPeople.admin.name}.`,
    ),
  ).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Salvar como' })).toHaveCount(0);
  const before = await leftOf(page, card);

  await handle(page, card).press('ArrowLeft');
  await expect(handle(page, card)).toBeFocused();
  await retitle(page, card, renamed);
  const box = await handle(page, bars).boundingBox();
  if (!box) throw new Error('The bars have no place');
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await choose(page, bars, 'menuitemradio', 'Gráfico de colunas');
  await expect(reportFrame(page).getByRole('group', { name: `Gráfico de colunas: ${bars}` })).toBeVisible();
  await save(page);

  await page.reload();
  await expect(visual(page, renamed)).toBeVisible();
  expect(await leftOf(page, renamed)).not.toBe(before);
  await expect(reportFrame(page).getByRole('group', { name: `Gráfico de colunas: ${bars}` })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);

  // As it was, for the journeys that come after.
  await openForEditing(page);
  await handle(page, renamed).press('ArrowRight');
  await retitle(page, renamed, card);
  await choose(page, bars, 'menuitemradio', 'Gráfico de barras');
  await handle(page, bars).press('ArrowDown');
  await save(page);
  // The message that it is saved stands clear of what is needed next.
  await page.getByRole('button', { name: 'Sair da edição' }).click();
  await expect(page.getByText('Alterações salvas no Power BI.')).toBeVisible();
  await expect(visual(page, card)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await leftOf(page, card)).toBe(before);
});

test('an administrator saves a copy and registers it from where it was saved; Ana, who may not edit, is not offered it', async ({
  page,
  browser,
  database,
}) => {
  test.slow();
  const copyName = `Rascunho ${Date.now()}`;
  await signIn(page, demoPeople.admin);
  await page.getByRole('main').getByRole('link', { name: 'Vendas da rede' }).first().click();
  const original = page.url();
  await openForEditing(page);
  await bar(page).getByRole('button', { name: 'Salvar como' }).press('Enter');
  const name = reportFrame(page).getByLabel('Nome do relatório');
  await expect(name).toHaveValue('Vendas da rede (cópia)');
  await name.fill(copyName);
  await name.press('Enter');
  await expect(page.getByText(`A cópia “${copyName}” está no workspace do Power BI, mas ainda não no portal.`)).toBeVisible();
  const [sales] = await database.rows<{ workspace_id: string; external_report_id: string }>(
    'select workspace_id, external_report_id from report where id = $1',
    [original.split('/')[3]],
  );
  expect(await reportsOfWorkspace(sales?.workspace_id ?? '')).toContain(copyName);

  await page.getByRole('button', { name: 'Registrar no portal' }).click();
  const form = panel(page, `Registrar a cópia “${copyName}”`);
  await expect(form.getByLabel('Título')).toHaveValue(copyName);
  await expect(form.getByRole('combobox', { name: 'Grupo', exact: true })).toHaveValue('Vendas');
  await form.getByRole('switch', { name: 'Copiar as atribuições' }).click();
  await form.getByRole('button', { name: 'Registrar' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('heading', { name: copyName, level: 1 })).toBeVisible();
  const [registered] = await database.rows<{ id: string; same: boolean; grants: number }>(
    `select r.id, r.external_report_id = $2 as same, (select count(*)::int from report_grant g where g.report_id = r.id) as grants
     from report r where r.title = $1`,
    [copyName, sales?.external_report_id],
  );
  expect(registered).toMatchObject({ same: false });
  expect(registered?.grants).toBeGreaterThan(0);

  // Whoever reads the original reads the copy, with the same rows.
  const second = await browser.newPage();
  await signIn(second, demoPeople.ana);
  await second.goto(reportPath({ id: registered?.id ?? '' }));
  await expect(rowHeads(second, 'Faturamento por região')).toHaveText(['Sul']);
  await second.goto(original);
  await expect(rowHeads(second, bars)).not.toHaveCount(0);
  await expect(second.getByRole('button', { name: 'Editar relatório' })).toHaveCount(0);
  await second.close();
  // Other journeys count the reports of the demo.
  await database.rows('delete from report where id = $1', [registered?.id]);
});
