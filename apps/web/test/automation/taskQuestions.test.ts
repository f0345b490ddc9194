/** A query by choosing, and the past of a rule: both in the form, before anything is saved. */
import * as contract from '@vitrine/contract/automation/tasks.ts';
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function newTask(at: string | null = null) {
  if (at !== null) world.setTime(new Date(at));
  const made = await publishingScene(world);
  await made.publish({ title: 'Clima das lojas' });
  const { screen, user } = await openScreen('/auto_actions?task=new', made.administrator);
  const form = await screen.dialog('Nova tarefa');
  const choose = async (label: string | RegExp, typed: string, option: string | RegExp) => {
    const box = await form.findByRole('combobox', { name: label });
    if (typed === '') await user.click(box);
    else await user.type(box, typed);
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await form.fill('Nome', 'Vento demais');
  await form.findByText(/^Próximas: .* 08:00/);
  await form.findByRole('button', { name: 'Mostrar quando teria avisado' });
  return { ...made, screen, user, form, choose };
}

test('a query is chosen, written, tried and saved without typing DAX', async () => {
  const { admin, form, choose, user } = await newTask();
  await choose('Relatório', 'Clima', /Clima das lojas/);
  await form.click('button', 'Montar a consulta sem DAX');
  await choose('O que perguntar', 'Vento', 'Vento');
  await choose('Como calcular', '', 'Maior');
  await form.findByText(/MAX\('Clima'\[Vento\]\)/);
  await form.click('button', 'Adicionar filtro');
  await choose('Coluna', 'Ano', 'Ano');
  await user.type(await form.findByRole('combobox', { name: 'Valores' }), 'muito{Enter}');
  await form.findByText(/inválido/);
  await user.keyboard('{Backspace}');
  // What the model has is offered.
  await choose('Valores', '15', '2015');
  await form.findByText(/'Clima'\[Ano\] IN \{2015\}/);
  await form.click('button', 'Usar esta consulta');
  await form.click('button', 'Testar a consulta');
  await form.findByText(/^Valor comparado: 8/);
  await form.fill(/^Valor \*$/, '4');
  await form.click('button', 'Adicionar');
  await expect.poll(async () => (await admin.call(contract.list, {})).data.map(({ name }) => name)).toEqual(['Vento demais']);
});

test('a measure needs no way to work it out, and its groups stand in an order', async () => {
  const { form, choose } = await newTask();
  await choose('Relatório', 'Clima', /Clima das lojas/);
  await form.click('button', 'Montar a consulta sem DAX');
  await choose('O que perguntar', 'Dias com', 'Dias com chuva (medida)');
  expect(form.queryByRole('combobox', { name: 'Como calcular' })).toBeNull();
  await choose('Para cada', '', 'Ano');
  await choose('Primeira linha', '', 'A de menor valor');
  await form.findByText(/SUMMARIZECOLUMNS\('Clima'\[Ano\], "value", 'Clima'\[Dias com chuva\]\)\s+ORDER BY \[value\] ASC/);
});

test('the form says when the rule would have told, and nothing of another rule', async () => {
  const { form, choose } = await newTask('2015-06-15T15:00:00Z');
  const show = await form.findByRole('button', { name: 'Mostrar quando teria avisado' });
  expect(show).toHaveProperty('disabled', true);
  await choose('Relatório', 'Clima', /Clima das lojas/);
  await form.fill(/^Consulta DAX/, 'EVALUATE ROW("vento", MAX(Clima[Vento]))');
  await form.fill(/^Valor \*$/, '4');
  // The only column of dates is chosen by itself.
  await expect.poll(() => form.getByRole('combobox', { name: 'Coluna de data' })).toHaveProperty('value', 'Data');
  await form.click('button', 'Mostrar quando teria avisado');
  await form.findByText(/^Teria avisado \d+ vezes\./);
  await form.findByText('Valores e avisos por dia');
  await form.click('button', 'Ver como tabela');
  await form.findByRole('cell', { name: '14/06/2015' });
  await form.fill(/^Valor \*$/, '40');
  await expect.poll(() => form.queryByText(/^Teria avisado/)).toBeNull();
  await form.click('button', 'Mostrar quando teria avisado');
  await form.findByText('Não teria avisado nenhuma vez.');
  await form.fill(/^Consulta DAX/, 'EVALUATE ROW("vento", NOW())');
  await form.click('button', 'Mostrar quando teria avisado');
  await form.findByText(/esta consulta não pode ser feita para cada dia/);
});

test('of a rule that calls another system the calls are counted as well', async () => {
  const { form, choose } = await newTask('2015-06-15T15:00:00Z');
  await choose('Relatório', 'Clima', /Clima das lojas/);
  await form.choose('Tipo', 'Chamada a outro sistema (webhook)');
  expect(form.queryByRole('button', { name: 'Mostrar quando teria avisado' })).toBeNull();
  await form.choose('Quando chamar', 'Quando uma condição é atendida');
  await form.fill(/^Consulta DAX/, 'EVALUATE ROW("vento", MAX(Clima[Vento]))');
  await form.fill(/^Valor \*$/, '4');
  await expect.poll(() => form.getByRole('combobox', { name: 'Coluna de data' })).toHaveProperty('value', 'Data');
  await form.click('button', 'Mostrar quando teria avisado');
  const [, times = ''] = /^Teria avisado (\d+) vezes/.exec((await form.findByText(/^Teria avisado \d+ vezes\./)).textContent ?? '') ?? [];
  expect(Number(times)).toBeGreaterThan(1);
  expect((await form.findByText('Chamadas ao outro sistema')).nextElementSibling?.textContent).toBe(times);
});
