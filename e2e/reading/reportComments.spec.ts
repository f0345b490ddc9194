import * as configuration from '@vitrine/contract/settings/settings.ts';
import { expect, test } from '../harness/journey.ts';
import { signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';

test('two readers talk beside a report: one is told, answers and resolves, and the other sees it at once', async ({
  page,
  browser,
  admin,
  reader,
  unit,
  shelf,
  callAs,
}) => {
  const report = await shelf.publish({ name: cars });
  const { call } = await callAs(admin);
  const { version } = await call(configuration.getConfig, {});
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await expect(page.getByRole('button', { name: /^Comentários/ })).toHaveCount(0);
  await call(configuration.updateConfig, { body: { report_comments: true, version } });
  await page.reload();
  await expect(visual(page, 'Modelos')).toContainText(/\d/);

  const dora = await unit.person('Dora Pires', 'user');
  await page.getByRole('button', { name: 'Comentários: nenhum em aberto' }).click();
  const panel = page.getByRole('complementary', { name: 'Comentários' });
  await expect(panel.getByRole('heading', { name: 'Comentários' })).toBeFocused();
  await panel.getByLabel('Novo comentário').fill('O consumo de 1973 confere?');
  await panel.getByRole('combobox', { name: 'Avisar' }).fill('dora');
  await page.getByRole('option', { name: 'Dora Pires' }).click();
  await panel.getByRole('button', { name: 'Comentar' }).click();
  const talk = panel.getByRole('region', { name: `Conversa com ${reader.name}` });
  await expect(talk.getByText('O consumo de 1973 confere?')).toBeVisible();
  await expect(talk.getByText('Avisados: Dora Pires')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comentários: 1 em aberto' })).toHaveAttribute('aria-pressed', 'true');

  const second = await browser.newPage();
  await signIn(second, dora, { at: '/notifications' });
  await second.getByText(`Você foi mencionado em ${report.title}`).click();
  const theirs = second.getByRole('region', { name: `Conversa com ${reader.name}` });
  await theirs.getByLabel('Resposta').fill('Confere com o arquivo.');
  await theirs.getByRole('button', { name: 'Responder' }).click();
  await expect(talk.getByText('Confere com o arquivo.')).toBeVisible();
  await theirs.getByRole('button', { name: 'Marcar como resolvido' }).click();
  await expect(talk.getByText('Resolvido por Dora Pires')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comentários: nenhum em aberto' })).toBeVisible();

  // By keyboard: the link to the view, then the panel closes and the focus is back.
  await talk.getByRole('link', { name: 'Ver esta página com estes filtros' }).press('Enter');
  await expect(page).toHaveURL(/view=.+&comments=/);
  await expect(panel.getByText('Confere com o arquivo.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await second.close();
});
