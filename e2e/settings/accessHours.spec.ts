import { list } from '@vitrine/contract/settings/accessHours.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

/** Searches for a person and takes the one that is found, by keyboard: the page above still grows while its parts come. */
async function chooseOnly(page: Page, box: Locator, name: string): Promise<void> {
  await box.fill(name);
  await expect(page.getByRole('option').filter({ visible: true })).toHaveText([name]);
  await box.press('ArrowDown');
  await box.press('Enter');
}

test('hours are made by keyboard, tried before, and bind whom they name', async ({ page, admin, reader, callAs }) => {
  await signIn(page, admin, { at: '/setting?section=hours' });
  await page.getByRole('button', { name: 'Novo horário' }).press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Nome').fill('Comercial');
  await panel
    .getByRole('group', { name: 'sábado' })
    .getByRole('button', { name: /Nova faixa/ })
    .press('Enter');
  await panel.getByLabel('sábado, faixa 1: fim').fill('13:00');
  const holidays = panel.getByRole('combobox', { name: 'Feriados' });
  await holidays.fill('31/02/2027');
  await holidays.press('Enter');
  await expect(panel.getByText('“31/02/2027” não é uma data como 25/12/2026.')).toBeVisible();
  await holidays.fill('1/5/2027');
  await holidays.press('Enter');
  await expect(panel.getByText('01/05/2027', { exact: true })).toBeVisible();
  await chooseOnly(page, panel.getByRole('combobox', { name: 'Usuários' }), reader.name);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Quem teria ficado de fora?' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'ficado de fora' })).toBeInViewport({ ratio: 1 });
  await panel.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByText('seg.–sex. 08:00–18:00; sáb. 08:00–13:00')).toBeVisible();

  const { data } = await (await callAs(admin)).call(list, {});
  expect(data.map(({ name, holidays: days, members }) => [name, days, members.map((member) => member.name)])).toEqual([
    ['Comercial', ['2027-05-01'], [reader.name]],
  ]);
});

test('somebody is warned before the hours end, and an administrator gives thirty more minutes at once', async ({
  page,
  browser,
  admin,
  reader,
  unit,
  database,
}) => {
  // The hours of access end in four minutes in the unit's time zone.
  await database.rows(
    `with hours as (
       insert into shift (tenant_id, id, name, ranges, active)
       select $1, uuidv7(), 'Agora', jsonb_agg(jsonb_build_object('day', day, 'start', to_char(wall - interval '1 hour', 'HH24:MI'), 'end', to_char(wall + interval '4 minutes', 'HH24:MI'))), true
       from generate_series(0, 6) as day, (select now() at time zone 'America/Sao_Paulo' as wall) as clock group by wall returning id)
     insert into shift_membership (tenant_id, shift_id, membership_id) select $1, id, $2 from hours returning shift_id`,
    [unit.id, reader.membership_id],
  );
  await signIn(page, reader);
  const warning = page.getByText('Seu horário de acesso termina às');
  await expect(warning).toBeVisible();
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, admin, { at: '/setting?section=hours' });
  await chooseOnly(desk, desk.getByRole('combobox', { name: 'Mais tempo para um usuário' }), reader.name);
  await desk.getByRole('button', { name: 'Dar mais 30 minutos' }).click();
  await expect(desk.getByText('Acesso até')).toBeVisible();
  await desk.context().close();
  await expect(warning).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notificações: 1 não lida' })).toBeVisible();
});
