/** Questions and answers: written and ordered by the administration, read and searched by everybody. */
import * as contract from '@vitrine/contract/support/faq.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const body = (question: string, answer: string) => ({
  topic: 'reports' as const,
  question: { 'pt-BR': question },
  answer: { 'pt-BR': answer },
});

test('an administrator writes a question, puts it first with the keyboard, and a reader finds it in English', async ({
  page,
  browser,
  admin,
  reader,
  callAs,
}) => {
  const { call } = await callAs(admin);
  await call(contract.add, { body: body('Quem vê os relatórios?', 'Quem recebeu acesso.') });
  await signIn(page, admin, { at: '/faq?edit=new' });
  const form = panel(page, 'Nova pergunta');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(form.getByLabel('Pergunta · Português (Brasil)')).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('combobox', { name: 'Assunto' }).click();
  await page.getByRole('option', { name: 'Relatórios' }).click();
  await form.getByLabel('Pergunta · Português (Brasil)').fill('Como exporto um relatório?');
  await form.getByLabel('Resposta · Português (Brasil)').fill('Pelo botão Exportar, acima do relatório.');
  await form.getByLabel('Pergunta · English').fill('How do I export a report?');
  await form.getByLabel('Resposta · English').fill('With the Export button above the report.');
  await form.getByRole('button', { name: 'Adicionar' }).click();
  await expect(form).toHaveCount(0);

  // Of the topic alone: the demo's operator answers something else everywhere.
  const questions = page
    .getByRole('main')
    .locator('section section', { has: page.getByRole('heading', { name: 'Relatórios' }) })
    .locator('summary');
  await expect(questions).toHaveText(['Quem vê os relatórios?', 'Como exporto um relatório?']);
  const handle = page.getByRole('button', { name: /^Mover Como exporto/ });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(questions).toHaveText(['Como exporto um relatório?', 'Quem vê os relatórios?']);
  await page.reload();
  await expect(questions).toHaveText(['Como exporto um relatório?', 'Quem vê os relatórios?']);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto('/signin');
  await theirs.locator('select').selectOption('en-US');
  await expect(theirs.locator('html')).toHaveAttribute('lang', 'en-US');
  await signIn(theirs, reader, { at: '/faq' });
  await theirs.getByRole('searchbox').fill('EXPORT');
  const answer = theirs.getByText('With the Export button above the report.');
  await expect(theirs.getByRole('main').locator('summary')).toHaveText(['How do I export a report?']);
  await theirs.getByText('How do I export a report?').click();
  await expect(answer).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'New question' })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  // What the address of an editor opens for somebody who may not edit.
  await theirs.goto('/faq?edit=new');
  await expect(theirs.getByRole('main').locator('summary')).toHaveCount(3);
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await theirs.context().close();
});
