/** The query of a task in its editor: names of the model by the keyboard, the place of a fault, and a plain field where no editor comes. */
import * as contract from '@vitrine/contract/automation/tasks.ts';
import { openPublishingWorld, publishingScene } from '@vitrine/api/test/harness/publishing.ts';
import { expect, test } from 'vitest';
import { screensOf } from '../harness/openScreen.ts';
import type { Part } from '../harness/part.ts';

const { world } = await openPublishingWorld();
const openScreen = screensOf(world);

async function newTask() {
  const made = await publishingScene(world);
  await made.publish({ title: 'Clima das lojas' });
  const { screen, user } = await openScreen('/auto_actions?task=new', made.administrator);
  const form = await screen.dialog('Nova tarefa');
  await form.fill('Nome', 'Vento demais');
  await form.findByText(/^Próximas: .* 08:00/);
  await user.type(await form.findByRole('combobox', { name: 'Relatório' }), 'Clima');
  await user.click(await screen.findByRole('option', { name: /Clima das lojas/ }));
  // The names are there.
  await expect.poll(() => form.getByRole('combobox', { name: 'Coluna de data' })).toHaveProperty('value', 'Data');
  const editor = await form.findByRole('textbox', { name: /^Consulta DAX/ });
  return { ...made, screen, user, form, editor };
}

/** Without a layout the list has no place on the page, and counts as hidden. */
const options = ({ element }: Part) => [...element.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);

/** The list takes a key once it has stood for a moment, so that nobody chooses what was not seen. */
async function listed(form: Part, name: RegExp): Promise<void> {
  await expect.poll(() => options(form)).toContainEqual(expect.stringMatching(name));
  const since = performance.now();
  await expect.poll(() => performance.now() - since).toBeGreaterThan(150);
}

test('names of the model and functions are completed with the keyboard, and the query answers', async () => {
  const { form, editor, user, admin } = await newTask();
  await user.click(editor);
  await user.keyboard('EVALUATE ROW("vento", MAX(Clima[[Ve');
  await listed(form, /Vento/);
  await user.keyboard('{Enter}');
  expect(editor.textContent).toBe('EVALUATE ROW("vento", MAX(Clima[Vento]');
  await user.keyboard('))');
  await form.click('button', 'Testar a consulta');
  await form.findByText(/^Valor comparado: \d.*Uma linha\.$/);
  await form.fill(/^Valor \*$/, '4');
  await form.click('button', 'Adicionar');
  await expect
    .poll(async () => {
      const [task] = (await admin.call(contract.list, {})).data;
      return task && (await admin.call(contract.get, { params: { id: task.id } })).query;
    })
    .toBe('EVALUATE ROW("vento", MAX(Clima[Vento]))');
});

test('what the service refuses is said at the editor and marked in the query until it is changed', async () => {
  const { form, editor, user } = await newTask();
  await form.fill(/^Consulta DAX/, 'EVALUATE\nROW("x", FROBNICATE(1))');
  await form.click('button', 'Testar a consulta');
  const sentence = await form.findByText(/O Power BI recusou a consulta/);
  await expect.poll(() => editor.getAttribute('aria-invalid')).toBe('true');
  expect(editor.getAttribute('aria-describedby')?.split(' ')).toContain(sentence.id);
  expect(editor.querySelector('.dax-fault')?.textContent).toBe('FROBNICATE');
  await user.click(editor);
  await user.keyboard(' ');
  expect(editor.querySelector('.dax-fault')).toBeNull();
});

test('Tab leaves the editor, and Escape closes its list and not the panel', async () => {
  const { form, editor, user, screen } = await newTask();
  await user.click(editor);
  await user.keyboard('SUM');
  await listed(form, /SUMX/);
  await user.keyboard('{Escape}');
  await expect.poll(() => options(form)).toEqual([]);
  await screen.dialog('Nova tarefa');
  await user.tab();
  expect(editor.contains(document.activeElement)).toBe(false);
  expect(editor.textContent).toBe('SUM');
});
