import { candidates, extend } from '@vitrine/contract/settings/accessHours.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('the bell rings while the page is open; what it says is read, deleted and taken back', async ({ page, admin, reader, callAs }) => {
  await signIn(page, reader);
  await expect(page.getByRole('button', { name: 'Notificações: nenhuma não lida' })).toBeVisible();

  const { call } = await callAs(admin);
  const { members } = await call(candidates, { query: { q: reader.name } });
  await call(extend, { body: { membership_id: members[0]?.id ?? '' } });
  const bell = page.getByRole('button', { name: 'Notificações: 1 não lida' });
  await expect(bell).toBeVisible({ timeout: 15_000 });

  await bell.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Notificações' }).getByText('Acesso prolongado')).toBeVisible();
  await page.getByRole('button', { name: 'Ver todas' }).click();
  const act = async (name: string) => {
    await page.getByRole('row', { name: 'Acesso prolongado' }).getByRole('button', { name: 'Ações' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Marcar como lida');
  await expect(page.getByRole('button', { name: 'Notificações: nenhuma não lida' })).toBeVisible();

  await act('Excluir');
  await expect(page.getByText('Nenhuma notificação')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Acesso prolongado')).toBeVisible();
});
