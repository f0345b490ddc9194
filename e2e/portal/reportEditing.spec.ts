/** A person who may edit a report changes it in the portal, by pointer and by keyboard, and what was saved is there for everybody. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { reportFrame, rowHeads, visual } from './support/report.ts';
import { signIn } from './support/signIn.ts';

const [bars, card, renamed] = ['Faturamento por categoria', 'Ticket médio', 'Compra média'];

const bar = (page: Page) => reportFrame(page).getByRole('toolbar', { name: 'Editando' });
/** What lies over a visual while its report is edited. */
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
  // Who registers no reports has no use for a copy that nobody can open.
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
  // By keyboard: the message that it is saved lies over the bar for a while.
  await page.getByRole('button', { name: 'Sair da edição' }).press('Enter');
  await expect(visual(page, card)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await leftOf(page, card)).toBe(before);
});

test('an administrator saves a copy under a name of its own and is told where it is; Ana, who may not edit, is not offered it', async ({
  page,
  browser,
}) => {
  await signIn(page, demoPeople.admin);
  await page.getByRole('main').getByRole('link', { name: 'Vendas da rede' }).first().click();
  await openForEditing(page);
  await bar(page).getByRole('button', { name: 'Salvar como' }).press('Enter');
  const name = reportFrame(page).getByLabel('Nome do relatório');
  await expect(name).toHaveValue('Vendas da rede (cópia)');
  await name.fill('Rascunho da Adriana');
  await name.press('Enter');
  await expect(page.getByText('A cópia “Rascunho da Adriana” está no workspace')).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, demoPeople.ana);
  await second.goto(page.url());
  await expect(rowHeads(second, bars)).not.toHaveCount(0);
  await expect(second.getByRole('button', { name: 'Editar relatório' })).toHaveCount(0);
  await second.close();
});
