/** The list of notifications: found, marked and put away with mouse and keys, and what one wants to be told about. */
import { query } from '@vitrine/api/platform/database/query.ts';
import type { Person } from '@vitrine/api/test/harness/population.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';
import { sceneIn } from '../harness/scene.ts';

const { world, openScreen } = await openScreens();

/** Told in this order; the last stands first. */
async function tell(tenant_id: string, { id: person_id }: Person, ...told: [kind: string, values: object][]): Promise<void> {
  const rows = told.map(([kind, values], at) => ({
    tenant_id,
    id: crypto.randomUUID(),
    person_id,
    kind,
    values: JSON.stringify(values),
    link: '/privacy',
    created_at: new Date(Date.now() + at * 1000),
  }));
  await world.owner.run(query.insertInto('notification').values(rows));
}

test('what was told is found, marked and put away together, and taken back', async () => {
  const { unit, reader } = await sceneIn(world);
  const report = (name: string): [string, object] => ['report_granted', { report: name }];
  await tell(unit.id, reader, report('Vendas'), report('Compras'), ['refresh_completed', { report: 'Vendas' }]);
  const { screen } = await openScreen('/notifications', reader);
  await screen.findByRole('tab', { name: 'Não lidas (3)' });
  await screen.fill(/Buscar/, 'vendas liberado');
  await screen.findByText('O relatório Vendas foi liberado para você.');
  await expect.poll(() => screen.queryByText('O relatório Compras foi liberado para você.')).toBeNull();

  await screen.click('button', 'Limpar filtros');
  await screen.findByText('O relatório Compras foi liberado para você.');
  await screen.click('checkbox', 'Selecionar esta página');
  await screen.within(await screen.findByRole('toolbar')).click('button', 'Marcar como lida');
  await screen.findByText('3 notificações marcadas como lidas.');
  await screen.findByRole('tab', { name: 'Não lidas' });
  await screen.click('button', 'Desfazer');
  await screen.findByRole('tab', { name: 'Não lidas (3)' });

  await screen.click('button', 'Assunto');
  await screen.click('menuitemradio', 'Relatórios');
  await expect.poll(() => screen.queryByText('Atualização concluída')).toBeNull();
  await screen.click('checkbox', 'Selecionar esta página');
  await screen.within(await screen.findByRole('toolbar')).click('button', 'Excluir');
  await screen.findByText('2 notificações excluídas.');
  const browser = await world.signIn(reader);
  expect((await browser.call(notifications.list, {})).data.map(({ kind }) => kind)).toEqual(['refresh_completed']);
});

test('keys walk, mark, select and delete', async () => {
  const { unit, reader } = await sceneIn(world);
  await tell(unit.id, reader, ['report_granted', { report: 'Vendas' }], ['report_granted', { report: 'Compras' }]);
  const { screen, user, address } = await openScreen('/notifications', reader);
  await screen.findByText('O relatório Compras foi liberado para você.');
  const unread = () => screen.queryAllByText('Não lida:').length;
  await user.keyboard('jr');
  await expect.poll(unread).toBe(1);
  await user.keyboard('u');
  await expect.poll(unread).toBe(2);
  await user.keyboard('j{Delete}');
  await screen.findByText('1 notificação excluída.');
  await expect.poll(() => screen.queryByText('O relatório Vendas foi liberado para você.')).toBeNull();
  await user.keyboard('j{Enter}');
  await expect.poll(address).toBe('/privacy');
});

test('somebody says what to be told about, when, and is told what comes in any case', async () => {
  const { reader } = await sceneIn(world, { settings: { send_email_notification: true } });
  const { screen } = await openScreen('/notifications', reader);
  await screen.click('button', 'Como quero ser avisado');
  const panel = await screen.dialog('Como quero ser avisado');
  await panel.click('radio', 'Um resumo por dia');
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Respostas sobre meus dados: por e-mail' }).disabled).toBe(true);
  expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Comunicados da unidade: no portal' }).disabled).toBe(true);
  expect(panel.queryByRole('checkbox', { name: /Domínios/ })).toBeNull();
  await panel.click('checkbox', 'Telas que pararam: no portal');
  await panel.click('checkbox', 'Relatórios novos para mim: por e-mail');
  await panel.click('button', 'Salvar alterações');
  await screen.findByText('Sua escolha foi guardada.');
  const browser = await world.signIn(reader);
  expect(await browser.call(notifications.getChoice, {})).toMatchObject({
    mails: 'daily',
    digest_hour: 8,
    not_in_portal: ['screens'],
    not_by_mail: ['reports'],
  });
});

test('quiet hours are typed, and what makes no sense is told at its field', async () => {
  const { reader } = await sceneIn(world, { settings: { send_email_notification: true } });
  const { screen } = await openScreen('/notifications?choice=open', reader);
  const panel = await screen.dialog('Como quero ser avisado');
  await panel.click('switch', /^Horas sem e-mails/);
  await panel.fill('Até', '20:00');
  await panel.click('button', 'Salvar alterações');
  await panel.findByText('O campo Até é inválido!');
  const browser = await world.signIn(reader);
  expect((await browser.call(notifications.getChoice, {})).quiet).toBeNull();
  await panel.fill('Até', '06:30');
  await panel.click('button', 'Salvar alterações');
  await screen.findByText('Sua escolha foi guardada.');
  expect((await browser.call(notifications.getChoice, {})).quiet).toEqual({ from: '20:00', until: '06:30' });
});

test('the staff of a partner switch the weekly summary off, and on again, also where the unit sends no mails', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { send_email_notification: false } });
  const [staff, colleague] = [await partner.person({ unit }), await partner.person({ unit })];
  const wanted = () =>
    world.owner.run(query.selectFrom('staff').select(['person_id', 'weekly_summary']).where('person_id', 'in', [staff.id, colleague.id]));
  const both = (own: boolean) =>
    expect.arrayContaining([
      { person_id: staff.id, weekly_summary: own },
      { person_id: colleague.id, weekly_summary: true },
    ]) as unknown;
  for (const own of [false, true]) {
    const { screen } = await openScreen('/notifications?choice=open', staff);
    const panel = await screen.dialog('Como quero ser avisado');
    const box = await panel.findByRole<HTMLInputElement>('checkbox', { name: 'Resumo semanal: por e-mail' });
    expect(box.checked).toBe(!own);
    expect(panel.getByRole<HTMLInputElement>('checkbox', { name: 'Relatórios novos para mim: por e-mail' }).disabled).toBe(true);
    await panel.click('checkbox', 'Resumo semanal: por e-mail');
    await panel.click('button', 'Salvar alterações');
    await screen.findByText('Sua escolha foi guardada.');
    expect(await wanted()).toEqual(both(own));
  }
});
