/** Tasks: the form asks the model before it saves and says when it would run; the page tells what the runs found. */
import * as contract from '@vitrine/contract/automation/tasks.ts';
import { newSecret } from '@vitrine/contract/automation/taskWebhook.ts';
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { answering, openWebhookReceiver, verify } from '@vitrine/api/test/harness/webhookReceiver.ts';
import { afterAll, expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);
const receiver = await openWebhookReceiver();
afterAll(receiver.close);

test('a task is tried, refused with the reason, corrected, added and run', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima das lojas' });
  const { screen, user } = await openScreen('/auto_actions?task=new', administrator);
  const form = await screen.dialog('Nova tarefa');
  await form.fill('Nome', 'Chuva demais');
  await form.findByText(/^Próximas: .* 08:00/);
  await user.type(await form.findByRole('combobox', { name: 'Relatório' }), 'Clima');
  await user.click(await form.findByRole('option', { name: /Clima das lojas/ }));
  await form.fill(/^Consulta DAX/, 'EVALUATE Nothing');
  await form.click('button', 'Testar a consulta');
  await form.findByText(/O Power BI recusou a consulta/);
  await form.fill(/^Consulta DAX/, 'EVALUATE ROW("total", 41)');
  await form.click('button', 'Testar a consulta');
  await form.findByText('Valor comparado: 41. Uma linha.');
  await form.findByRole('columnheader', { name: '[total]' });
  await form.fill(/^Valor/, '40');
  await form.findByText(/^Próximas: .* 08:00/);
  await form.click('button', 'Adicionar');
  await screen.findByText('Chuva demais foi adicionada.');
  const { data } = await admin.call(contract.list, {});
  expect(data).toMatchObject([{ name: 'Chuva demais', report_id: report.id, kind: 'alert', state: 'unknown' }]);

  const page = await openScreen(`/auto_actions/${data[0]?.id}`, administrator);
  await page.screen.findByText('A tarefa ainda não foi executada.');
  await page.screen.click('button', 'Executar agora');
  await page.screen.findByText('Na fila');
  await world.runJobs();
  const after = await openScreen(`/auto_actions/${data[0]?.id}`, administrator);
  await after.screen.findByText(/Valor: 41 · uma linha · um usuário avisado · executada a pedido/);
  await after.screen.click('tab', 'Histórico');
  await after.screen.findByText('Valores encontrados');
  await after.screen.click('button', 'Ver como tabela');
  const cells = await after.screen.findAllByRole('cell');
  expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual(['41', 'Condição atendida', '1']);
});

test('a query and a value that are missing are told at their fields', async () => {
  const { administrator, admin } = await publishingScene(world);
  const { screen } = await openScreen('/auto_actions?task=new', administrator);
  const form = await screen.dialog('Nova tarefa');
  await form.fill('Nome', 'Sem nada');
  await form.click('button', 'Adicionar');
  await form.findByText('O campo Consulta DAX é obrigatório!');
  await form.findByText('O campo Valor é obrigatório!');
  await form.findByText('O campo Relatório é obrigatório!');
  expect((await admin.call(contract.list, {})).data).toEqual([]);
});

test('a task is paused, resumed and silenced on its page', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish();
  const { id } = await admin.call(contract.add, {
    body: {
      name: 'Fechamento do mês',
      report_id: report.id,
      kind: 'notice',
      message: 'Confira',
      to_self: true,
      triggers: [{ frequency: 'monthly', day_of_month: 31, times: ['08:00'] }],
    },
  });
  const { screen, user } = await openScreen(`/auto_actions/${id}`, administrator);
  await screen.click('button', 'Ações');
  await user.click(await screen.findByRole('menuitem', { name: /^Pausar/ }));
  await screen.findByText('A tarefa está em pausa.');
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ paused: 'person', next_run_at: null });
  await screen.click('button', 'Retomar');
  await screen.findByText('A tarefa volta a ser executada.');
  expect((await admin.call(contract.get, { params: { id } })).paused).toBeNull();
});

test('a report is mailed: its page offers what it can be sent as, and tells who got it', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima para enviar', allow_export: true });
  const { id } = await admin.call(contract.add, {
    body: { name: 'Clima da semana', report_id: report.id, kind: 'mail', to_self: true },
  });
  const { screen } = await openScreen(`/auto_actions/${id}?tab=settings`, administrator);
  await screen.findByText(/Arquivos de mais de 8 MB não são anexados/);
  await screen.choose('Formato', 'PowerPoint (PPTX)');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Clima da semana foi salva.');
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ kind: 'mail', mail_format: 'PPTX', mail_page: null });
  await admin.call(contract.runNow, { params: { id } });
  await world.runJobs();
  const page = await openScreen(`/auto_actions/${id}`, administrator);
  await page.screen.findByText(/enviado a um usuário/);
});

test('the file of a mailed report is narrowed by columns of its model; a filter without a value is not saved', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima filtrado', allow_export: true });
  const { id } = await admin.call(contract.add, { body: { name: 'Clima de 2015', report_id: report.id, kind: 'mail', to_self: true } });
  const { screen, user } = await openScreen(`/auto_actions/${id}?tab=settings`, administrator);
  const filters = screen.within(await screen.findByRole('group', { name: 'Filtros do arquivo' }));
  await filters.click('button', 'Acrescentar filtro');
  await filters.choose('Coluna', 'Ano');
  await screen.click('button', 'Salvar alterações');
  await filters.findByText(/Filtros do arquivo é obrigatório/);
  await user.type(await filters.findByRole('combobox', { name: 'Valores' }), '2015');
  await user.click(await screen.findByRole('option', { name: '2015' }));
  expect(filters.queryByText(/do usuário/)).toBeNull();
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Clima de 2015 foi salva.');
  const kept = async () => (await admin.call(contract.get, { params: { id } })).mail_filters;
  expect(await kept()).toEqual([{ table: 'Clima', column: 'Ano', values: [2015] }]);
  await filters.click('button', 'Remover filtro 1');
  await screen.click('button', 'Salvar alterações');
  await expect.poll(kept).toEqual([]);
  // Where each user has rows of their own nobody is told the columns.
  const { id: report_id } = await publish({ sample: 'sales', title: 'Vendas filtradas', allow_export: true });
  const secured = await admin.call(contract.add, { body: { name: 'Vendas do sul', report_id, kind: 'mail', to_self: true } });
  const sales = await openScreen(`/auto_actions/${secured.id}?tab=settings`, administrator);
  await sales.screen.click('button', 'Acrescentar filtro');
  await sales.screen.findByText(/^Aqui cada usuário vê as próprias linhas/);
  await sales.screen.fill('Tabela', 'Loja');
  await sales.screen.fill('Coluna', 'Região');
  await sales.user.type(await sales.screen.findByRole('combobox', { name: 'Valores' }), 'Sul');
  await sales.user.click(await sales.screen.findByRole('option', { name: /^Sul/ }));
  await sales.screen.click('button', 'Salvar alterações');
  await sales.screen.findByText('Vendas do sul foi salva.');
  expect((await admin.call(contract.get, { params: { id: secured.id } })).mail_filters).toEqual([
    { table: 'Loja', column: 'Região', values: ['Sul'] },
  ]);
});

test('the list is narrowed to the tasks of a report, by the reports that have one', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const [first, second] = [await publish({ title: 'Clima' }), await publish({ title: 'Vendas' })];
  await publish({ title: 'Sem tarefa' });
  for (const [name, { id: report_id }] of [
    ['Do clima', first],
    ['Das vendas', second],
  ] as const)
    await admin.call(contract.add, { body: { name, report_id, kind: 'notice', message: 'Confira', to_self: true } });
  const { screen, user, address } = await openScreen('/auto_actions', administrator);
  await screen.row('Do clima');
  await screen.findByRole('button', { name: 'Responsável' });
  // The first is the filter over the list, the other one sorts by the column.
  const [filter] = await screen.findAllByRole('button', { name: 'Relatório' });
  await user.click(filter as HTMLElement);
  await screen.findByRole('menuitemradio', { name: 'Vendas' });
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual(['Todos', 'Clima', 'Vendas']);
  await screen.click('menuitemradio', 'Vendas');
  await screen.findByRole('button', { name: 'Relatório: Vendas' });
  await expect.poll(() => screen.queryByRole('cell', { name: 'Do clima' })).toBeNull();
  await screen.row('Das vendas');
  expect(address()).toContain(second.id);
});

test('another system is called: its address and condition are typed, its secret is shown once, a test says what came back', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish({ title: 'Clima para chamar' });
  const { id } = await admin.call(contract.add, {
    body: { name: 'Chuva no estoque', report_id: report.id, kind: 'webhook', webhook_url: 'http://127.0.0.1:9/' },
  });
  const { screen } = await openScreen(`/auto_actions/${id}?tab=settings`, administrator);
  await screen.fill(/^Endereço/, 'http://estoque.example/');
  await screen.choose('Quando chamar', 'Quando uma condição é atendida');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('O campo Consulta DAX é obrigatório!');
  await screen.fill(/^Consulta DAX/, 'EVALUATE ROW("total", 41)');
  await screen.fill(/^Valor/, '40');
  await screen.click('button', 'Salvar alterações');
  await screen.findByText(/^O endereço precisa começar com https:\/\//);
  await screen.fill(/^Endereço/, receiver.url);
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Chuva no estoque foi salva.');
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({
    webhook_url: receiver.url,
    query: 'EVALUATE ROW("total", 41)',
    operator: 'more',
    to_self: false,
  });

  const page = await openScreen(`/auto_actions/${id}`, administrator);
  await page.screen.findByText('Ainda não há segredo: nenhuma chamada é enviada.');
  await page.screen.click('button', 'Criar segredo');
  await page.screen.findByText('Copie agora: o segredo não aparece de novo.');
  const secret = (await page.screen.findByText(/^whsec_/)).textContent ?? '';
  await page.screen.findByText(/^Criado em/);
  receiver.answer(answering(404));
  await page.screen.click('button', 'Enviar um teste');
  await page.screen.findByText('O teste não foi aceito: o outro sistema respondeu 404.');
  receiver.answer(answering(202));
  await page.screen.click('button', 'Enviar um teste');
  await page.screen.findByText(/O outro sistema aceitou a chamada: respondeu 202/);
  const call = receiver.received.at(-1);
  verify(call?.headers ?? {}, call?.body ?? '', secret);
});

test('the runs say what became of a call, and one that was given up is sent again', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish();
  const { id } = await admin.call(contract.add, {
    body: { name: 'Chamada do dia', report_id: report.id, kind: 'webhook', webhook_url: receiver.url },
  });
  await admin.call(contract.runNow, { params: { id } });
  await world.runJobs();
  const { screen } = await openScreen(`/auto_actions/${id}`, administrator);
  await screen.findByText('Chamada não entregue: falta criar o segredo · uma tentativa');
  await admin.call(newSecret, { params: { id } });
  receiver.answer(answering(500));
  await screen.click('button', 'Enviar de novo');
  await screen.findByText('A chamada está na fila de novo.');
  await world.runJobs();
  const waiting = await openScreen(`/auto_actions/${id}`, administrator);
  await waiting.screen.findByText(/^Chamada ainda não entregue: o outro sistema respondeu 500\. Próxima tentativa: .* · uma tentativa$/);
  world.setTime(new Date(Date.now() + 2 * 60_000));
  receiver.answer(answering(204));
  await world.runJobs();
  world.setTime(null);
  const done = await openScreen(`/auto_actions/${id}`, administrator);
  await done.screen.findByText('Chamada entregue: resposta 204 · 2 tentativas');
});

test('a notice becomes a call of another system, which tells nobody besides', async () => {
  const { administrator, admin, publish } = await publishingScene(world);
  const report = await publish();
  const { id } = await admin.call(contract.add, {
    body: { name: 'Fechamento para o estoque', report_id: report.id, kind: 'notice', message: 'x', to_self: true },
  });
  const { screen } = await openScreen(`/auto_actions/${id}?tab=settings`, administrator);
  await screen.choose('Tipo', 'Chamada a outro sistema (webhook)');
  await screen.fill(/^Endereço/, receiver.url);
  await screen.click('button', 'Salvar alterações');
  await screen.findByText('Fechamento para o estoque foi salva.');
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({
    kind: 'webhook',
    webhook_url: receiver.url,
    to_self: false,
    query: '',
  });
});
