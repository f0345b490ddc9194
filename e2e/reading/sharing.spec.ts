/** A report is shared: with somebody who does not see it yet, as a view, and with what readers learn of who vouches for it. */
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import type { Page } from '@playwright/test';
import { devices } from '@playwright/test';
import { panel, row } from '../harness/grid.ts';
import { excessWidth, violations } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';
const note = 'Vamos fechar o mês com estes números.';

/** From the menu of an open report. */
async function beginSharing(page: Page): Promise<ReturnType<typeof panel>> {
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Compartilhar' }).click();
  return panel(page, `Compartilhar ${cars}`);
}

async function shareWith(page: Page, words: string, found: RegExp): Promise<ReturnType<typeof panel>> {
  const dialog = await beginSharing(page);
  await dialog.getByRole('combobox', { name: 'Com quem' }).fill(words);
  await page.getByRole('option', { name: found }).click();
  return dialog;
}

const send = (dialog: ReturnType<typeof panel>) => dialog.getByRole('button', { name: 'Compartilhar', exact: true }).click();

test('somebody who does not see a report is asked for, an administrator decides, and the link leads there', async ({
  page,
  browser,
  admin,
  reader,
  unit,
  shelf,
}) => {
  const dora = await unit.person('Dora Pires', 'user');
  const report = await shelf.publish({ name: cars, grants: [{ to: 'membership', to_id: reader.membership_id }] });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const dialog = await shareWith(page, dora.email, new RegExp(dora.email));
  await expect(dialog.getByText(/seu pedido vai para os administradores/)).toBeVisible();
  await dialog.getByLabel('Mensagem').fill(note);
  await send(dialog);
  await expect(page.getByText('Pedido enviado aos administradores. Você será avisado da decisão.')).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, dora, signinTo(report));
  await expect(visual(second, 'Modelos')).toHaveCount(0);
  const third = await browser.newPage();
  await signIn(third, admin, { at: '/catalogs?tab=queue' });
  await row(third, dora.name).click();
  const decision = panel(third, `${reader.name} pede ${cars} para ${dora.name}`);
  await expect(decision.getByText(note)).toBeVisible();
  await decision.getByRole('button', { name: 'Conceder', exact: true }).click();
  await expect(third.getByRole('heading', { name: 'Nenhum pedido a decidir' })).toBeVisible();

  await second.goto('/notifications');
  await second.getByRole('main').getByText(new RegExp(reader.name)).first().click();
  await expect(visual(second, 'Modelos')).toContainText(/\d/);
  await page.reload();
  await page.getByRole('button', { name: /^Notificações/ }).click();
  await expect(page.getByText(`O acesso de ${dora.name} a ${cars}, que você compartilhou, foi concedido.`)).toBeVisible();
  for (const other of [second, third]) await other.close();
});

test('a group of the reader is asked for as a whole, and each of it sees the report then', async ({
  page,
  browser,
  admin,
  reader,
  unit,
  shelf,
  callAs,
}) => {
  const dora = await unit.person('Dora Pires', 'user');
  const { call } = await callAs(admin);
  const group = await call(userGroups.add, { body: { name: 'Compradores' } });
  await call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [reader.membership_id, dora.membership_id] } });
  const report = await shelf.publish({ name: cars, grants: [{ to: 'membership', to_id: reader.membership_id }] });
  await signIn(page, reader, signinTo(report));
  const dialog = await shareWith(page, 'Compradores', /Compradores/);
  await dialog.getByLabel('Mensagem').fill(note);
  await send(dialog);
  await expect(page.getByText(/^Pedido enviado aos administradores/)).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, admin, { at: '/catalogs?tab=queue' });
  await row(second, 'Compradores').click();
  const decision = panel(second, `${reader.name} pede ${cars} para Compradores`);
  await expect(decision.getByText('Para 2 usuários do grupo')).toBeVisible();
  await decision.getByRole('button', { name: 'Conceder', exact: true }).click();
  await expect(second.getByRole('heading', { name: 'Nenhum pedido a decidir' })).toBeVisible();
  await second.close();
  const third = await browser.newPage();
  await signIn(third, dora, signinTo(report));
  await expect(visual(third, 'Modelos')).toContainText(/\d/);
  await third.close();
});

test('the view that is open is shared: the receiver sees the same page and filters, from whom, and keeps the own rows', async ({
  page,
  browser,
  reader,
  unit,
  shelf,
}) => {
  const dora = await unit.person('Dora Pires', 'user');
  const report = await shelf.publish({ name: cars });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const frame = reportFrame(page);
  await frame
    .getByRole('button', { name: /: Todos$/ })
    .first()
    .click();
  const option = frame.getByRole('dialog').locator('label').nth(1);
  const value = ((await option.textContent()) ?? '').trim();
  await option.click();
  await page.keyboard.press('Escape');
  const slicer = (shown: Page) => reportFrame(shown).getByRole('button', { name: new RegExp(`: ${value}`) });
  await expect(slicer(page)).toBeVisible();

  const dialog = await shareWith(page, dora.name, /Dora Pires/);
  await expect(dialog.getByRole('checkbox', { name: 'Incluir a página e os filtros que estão na tela' })).toBeChecked();
  await send(dialog);
  await expect(page.getByText(`${dora.name} recebeu o link.`)).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, dora, { at: '/notifications' });
  await second.getByRole('main').getByText(new RegExp(reader.name)).first().click();
  await expect(second.getByText(`Você está vendo a visão que ${reader.name} compartilhou.`)).toBeVisible();
  await expect(slicer(second)).toBeVisible();
  await second.close();
});

test('an administrator certifies a report and answers for it; readers see the mark and the name', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
}) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, admin, { at: `/management/report/${report.id}?tab=settings` });
  await page.getByLabel(/^Por que é confiável/).fill('Conferido no fechamento.');
  await page.getByRole('button', { name: 'Certificar', exact: true }).click();
  await expect(page.getByText(`${cars} está certificado.`)).toBeVisible();
  const mark = (shown: Page) => shown.getByRole('img', { name: 'Certificado' });
  await expect(page.getByRole('article').locator('header').getByRole('img', { name: 'Certificado' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Escolher o responsável' }).fill(admin.name);
  await page.getByRole('option', { name: new RegExp(admin.email) }).click();
  await expect(page.getByText(`${admin.name} responde agora por ${cars}.`)).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, reader, { at: '/all/reports' });
  await expect(mark(second).first()).toBeVisible();
  await second.goto(signinTo(report).at);
  await expect(mark(second)).toBeVisible();
  await second.getByRole('button', { name: 'Mais ações' }).click();
  await second.getByRole('menuitem', { name: 'Sobre este relatório' }).click();
  const about = panel(second, cars);
  await expect(about.getByText('Conferido no fechamento.')).toBeVisible();
  await expect(about.getByText(admin.name).first()).toBeVisible();
  await expect(about.getByText(admin.email)).toHaveCount(0);
  await second.close();
});

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: devices['Pixel 7'].userAgent };

for (const [device, screen] of [
  ['desktop', desktop],
  ['phone', phone],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ ...screen, colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      test('the dialog to share and what is known about a report are for everybody', async ({ page, admin, reader, shelf, callAs }) => {
        const report = await shelf.publish({ name: cars });
        const { call } = await callAs(admin);
        await call(reports.certify, { params: { id: report.id }, body: { certified: true, note: 'Conferido no fechamento.' } });
        await call(reports.setOwner, { params: { id: report.id }, body: { membership_id: admin.membership_id } });
        await signIn(page, reader, signinTo(report));
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await expect(reportFrame(page).getByRole('group').first()).toBeVisible();
        const wrong: string[] = [];
        const inspect = async (where: string) => {
          const excess = await excessWidth(page);
          wrong.push(
            ...(await violations(page, 'all')).map((violation) => `${where}: ${violation}`),
            ...(excess > 0 ? [`${where}: wide`] : []),
          );
        };
        const dialog = await beginSharing(page);
        await inspect('share');
        await dialog.getByRole('combobox', { name: 'Com quem' }).fill('Alice');
        await expect(page.getByRole('option', { name: /Alice/ })).toBeVisible();
        await inspect('found');
        await page.getByRole('option', { name: /Alice/ }).click();
        await expect(dialog.getByText(/recebe um aviso com o link/)).toBeVisible();
        await inspect('chosen');
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await page.getByRole('button', { name: 'Mais ações' }).click();
        await page.getByRole('menuitem', { name: 'Sobre este relatório' }).click();
        const about = panel(page, cars);
        await expect(about.getByText('Conferido no fechamento.')).toBeVisible();
        await inspect('about');
        await about.getByRole('button', { name: 'Perguntar ao responsável' }).click();
        await expect(about.getByLabel('Sua pergunta')).toBeVisible();
        await inspect('question');
        expect(wrong).toEqual([]);
      });
    });
