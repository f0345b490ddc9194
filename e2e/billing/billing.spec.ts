/** Invoices: checked, issued, mailed and settled by the operator with the keyboard; explained to the partner down to the days. */
import { demoClients } from '@vitrine/api/demo/contracts.ts';
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Locator } from '@playwright/test';
import { excessWidth, violations } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { mailsTo } from '../harness/outbox.ts';
import { signIn } from '../harness/signIn.ts';

const [aurora] = demoClients;

/** By the keyboard alone. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

test('a draft is issued and mailed with its PDF, the bank’s statement proposes its payment, and it is paid', async ({ page }) => {
  await signIn(page, demoPeople.operador);
  await page.goto('/billing?state=draft');
  await press(page.getByRole('main').getByRole('row').nth(1).getByRole('link'));
  const paper = page.getByRole('tabpanel');
  await expect(paper.getByRole('row').last()).toContainText('Valor total');
  const total = (await paper.getByRole('row').last().getByRole('cell').last().innerText()).replace(/[^\d,.]/g, '');
  await page.getByRole('tab', { name: 'Contagem' }).click();
  await expect(page.getByRole('heading', { name: 'Por dia' })).toBeVisible();
  await press(page.getByRole('button', { name: 'Emitir fatura' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Emitir fatura' }));
  const title = page.getByRole('heading', { name: /^Fatura \d+: / });
  await expect(title).toBeVisible();
  const [, number = '', client = ''] = /^Fatura (\d+): (.+)$/.exec(await title.innerText()) ?? [];
  const address = demoClients.find(({ name }) => name === client);
  const mails = () => mailsTo(address && 'invoice_email' in address ? address.invoice_email : '');
  await expect.poll(async () => (await mails()).filter((mail) => mail.includes(`fatura-${number}.pdf`)).length).toBe(1);

  await page.goto('/billing');
  await press(page.getByRole('button', { name: 'Pagamentos do banco' }));
  const panel = page.getByRole('dialog', { name: 'Pagamentos do banco' });
  const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  await panel.getByLabel('Enviar extrato').setInputFiles({
    name: 'extrato.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Data;Histórico;Valor\n${today};PIX RECEBIDO FATURA ${number};${total}\n`),
  });
  const payment = panel.getByRole('region').filter({ hasText: `Fatura ${number}, ${client}: valor e número conferem.` });
  await press(payment.getByRole('button', { name: 'Confirmar' }));
  await expect(page.getByText('1 fatura paga.')).toBeVisible();
  await page.goto('/billing?state=paid');
  await page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: number, exact: true }) })
    .getByRole('link')
    .click();
  await expect(page.getByText('Extrato do banco')).toBeVisible();
});

test('a partner reads its summary, opens an invoice down to its people and days, and the charts as tables', async ({ page }) => {
  await signIn(page, demoPeople.parceiro);
  await page.goto('/billing/summary');
  await press(page.getByRole('button', { name: aurora.name }));
  const panel = page.getByRole('dialog', { name: new RegExp(`^Fatura \\d+: ${aurora.name}$`) });
  await expect(panel.getByRole('table', { name: 'Quem conta nesta fatura' }).getByRole('row').nth(1)).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Por dia' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const revenue = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Faturamento por mês' }) });
  await expect(revenue.getByRole('img', { name: 'Faturamento por mês' })).toBeVisible();
  await press(revenue.getByRole('button', { name: 'Ver como tabela' }));
  await expect(revenue.getByRole('table').getByRole('row')).toHaveCount(13);
});

test('an administrator who has to do with bills finds the invoices of the unit, pays by Pix', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, demoPeople.admin);
  await page.getByRole('link', { name: 'Faturas da unidade' }).click();
  await expect(page.getByRole('heading', { name: 'Faturas', exact: true })).toBeVisible();
  await press(
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /Aberta|Vencida/ })
      .first()
      .getByRole('link'),
  );
  await expect(page.getByRole('row').last()).toContainText('Valor total');
  await press(page.getByRole('button', { name: 'Copiar Pix' }));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('financeiro@vitrine.example');
  const download = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Baixar PDF' }));
  expect((await download).suggestedFilename()).toMatch(/^fatura-\d+\.pdf$/);
  expect(await violations(page, 'all')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await excessWidth(page)).toBe(0);
});

test('an administrator without bills has no such page', async ({ page, admin }) => {
  await signIn(page, admin);
  await expect(page.getByRole('link', { name: 'Usuários', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Faturas da unidade' })).toHaveCount(0);
});
