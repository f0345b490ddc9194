/** People who are mentioned in a ticket: found by their names, chosen with the keyboard, and shown in what was said. */
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { screen as page, fireEvent } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openScreens } from '../harness/openScreen.ts';

const { world, openScreen } = await openScreens();

test('an agent names a colleague in a note with the keyboard, and cannot name who opened the ticket there', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true } });
  const ana = await unit.person('user', { person: { name: 'Ana Brito' } });
  const davi = await unit.person('user', { person: { name: 'Davi Rosa' }, membership: { support_agent: true } });
  await unit.person('user', { person: { name: 'Rita Melo' }, membership: { support_agent: true } });
  const { id } = await (await world.signIn(ana)).call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.' } });
  const { screen } = await openScreen(`/help_desk/${id}`, davi);
  const ticket = await screen.object('#1001 Total de março');
  await ticket.fill('Resposta', 'Olá @An');
  const list = await ticket.findByRole('listbox', { name: 'Pessoas que veem o chamado' });
  expect(list.textContent).toContain('Ana Brito');
  fireEvent.keyDown(await ticket.findByLabelText('Resposta'), { key: 'Escape' });
  await expect.poll(() => ticket.queryByRole('listbox')).toBeNull();

  await ticket.click('switch', /Nota interna/);
  await ticket.fill('Nota interna', 'Veja isto, @');
  const colleagues = await ticket.findByRole('listbox');
  expect(colleagues.textContent).not.toContain('Ana Brito');
  const field = await ticket.findByLabelText('Nota interna');
  const first = await ticket.findByRole('option', { name: /Rita Melo/ });
  expect(field.getAttribute('aria-activedescendant')).toBe(first.id);
  fireEvent.keyDown(field, { key: 'Enter' });
  await expect.poll(() => (field as HTMLTextAreaElement).value).toBe('Veja isto, @Rita Melo ');
  await ticket.click('button', 'Guardar nota');
  const name = await ticket.findByText('@Rita Melo');
  expect(name.tagName).toBe('STRONG');
  expect(page.queryByRole('listbox')).toBeNull();
});
