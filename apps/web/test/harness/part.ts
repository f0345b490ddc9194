/** A part of the page as people use it: what they see in it, and what they do there. */
import type { BoundFunctions, ByRoleMatcher, queries } from '@testing-library/dom';
import { configure, getConfig, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { outline } from './outline.ts';

type Name = string | RegExp;

export type Part = BoundFunctions<typeof queries> & {
  element: HTMLElement;
  /** What is typed into, chosen from or ticked, by its label. */
  field: (label: Name) => Promise<HTMLInputElement>;
  click: (role: ByRoleMatcher, name?: Name) => Promise<void>;
  /** Replaces what stands in a field. */
  fill: (label: Name, text: string) => Promise<void>;
  /** Chooses from the list of a field; the list is drawn elsewhere on the page. */
  choose: (label: Name, option: Name) => Promise<void>;
  dialog: (title: Name) => Promise<Part>;
  /** The page of an object, by its name. */
  object: (name: Name) => Promise<Part>;
  /** Another part of the page. */
  within: (element: HTMLElement) => Part;
  /** The row of a list that has a cell with this text. */
  row: (text: Name) => Promise<Part>;
  /** Opens the menu of a row and chooses. */
  chooseAction: (row: Name, action: Name) => Promise<void>;
};

configure({
  // Generous, because a slow machine is not a failure.
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => {
    const [said] = (message ?? '').split('\n');
    // While something is waited for nobody reads it: the outline is drawn for what never came.
    const isWaiting = Object.entries(getConfig()).some(([name, value]) => name === '_disableExpensiveErrorDiagnostics' && value === true);
    const error = new Error(isWaiting ? said : `${said}\n\n${outline(container)}`);
    error.name = 'NotOnThePage';
    return error;
  },
});

/** A label is read without the star of what is required. */
const labelled = (label: Name) => (typeof label === 'string' ? (text: string) => text.replace(/\s*\*$/, '') === label : label);

/** An editor keeps a document of its own: what empties it are keys. */
async function emptied(editor: HTMLElement, user: UserEvent): Promise<void> {
  await user.click(editor);
  await user.keyboard('{Control>}a{/Control}{Backspace}');
}

export function partOf(element: HTMLElement, user: UserEvent): Part {
  const found = within(element);
  const everywhere = within(document.body);
  const part: Part = {
    ...found,
    element,
    field: (label) =>
      found.findByLabelText<HTMLInputElement>(labelled(label), { selector: 'input, textarea, select, [contenteditable="true"]' }),
    async click(role, name) {
      const named = name === undefined ? {} : { name };
      // As people do, it waits for what is still at work: a press there is lost.
      await waitFor(() => {
        if (found.getByRole(role, named).matches(':disabled')) throw new Error(`“${String(name ?? role)}” cannot be pressed.`);
      });
      await user.click(found.getByRole(role, named));
    },
    async fill(label, text) {
      const field = await part.field(label);
      await (field.isContentEditable ? emptied(field, user) : user.clear(field));
      if (text !== '') await user.paste(text);
    },
    async choose(label, option) {
      await user.click(await found.findByRole('combobox', { name: label }));
      await user.click(await everywhere.findByRole('option', { name: option }));
    },
    dialog: async (title) => partOf(await everywhere.findByRole('dialog', { name: title }), user),
    within: (inner) => partOf(inner, user),
    object: async (name) => partOf(await everywhere.findByRole('article', { name }), user),
    async row(text) {
      const cell = await found.findByRole('cell', { name: text });
      return partOf(cell.closest('tr') ?? cell, user);
    },
    async chooseAction(row, action) {
      await (await part.row(row)).click('button', 'Ações');
      await user.click(await everywhere.findByRole('menuitem', { name: action }));
    },
  };
  return part;
}
