/** Tickets as a file: those that one sees in the list, and what they took only for those who work on them. */
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true } });
  const [reader, other] = [await world.signIn(await unit.person('user')), await world.signIn(await unit.person('user'))];
  const agent = await world.signIn(await unit.person('user', { membership: { support_agent: true } }));
  return { reader, other, agent };
}

const open = (browser: Browser, title: string) => browser.call(contract.add, { body: { title, text: 'Está zerado.' } });

async function linesOf(browser: Browser, more = '') {
  const { statusCode, body } = await browser.inject({ method: 'GET', url: `/api/tickets/export?format=csv&scope=all${more}` });
  expect(statusCode).toBe(200);
  return body.replace('\uFEFF', '').trim().split('\r\n');
}

test('an agent takes the tickets of the unit away with what they took, a formula as words', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  await open(elsewhere.reader, 'De outra unidade');
  const ticket = await open(here.reader, '=HYPERLINK("http://example.com")');
  await open(here.other, 'Filtro');
  const at = { params: { id: ticket.id } };
  await here.agent.call(contract.say, { ...at, body: { text: 'Olhando.' } });
  await here.agent.call(contract.setState, { ...at, body: { resolved: true } });
  await here.reader.call(contract.rate, { ...at, body: { helped: 'partly', words: 'Segredo' } });
  const [header = '', ...rows] = await linesOf(here.agent);
  expect(rows).toHaveLength(2);
  expect(header).toContain('Minutos de trabalho até a solução');
  const row = rows.find((line) => line.includes('HYPERLINK')) ?? '';
  expect(row).toContain("'=HYPERLINK");
  expect(row).toContain('Em parte');
  expect(row).not.toContain('Segredo');
  expect(await linesOf(here.agent, '&state=open')).toHaveLength(2);
});

test('a reader takes the own ones, without times; chosen columns stand in the order of the list', async () => {
  const { reader, other } = await scene();
  await open(reader, 'Meu');
  await open(other, 'Dela');
  const [header = '', ...rows] = await linesOf(reader, '&columns=title,number');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('Meu');
  expect(header).toMatch(/^"?Número"?[;,]"?Título/);
  expect(header).not.toContain('Minutos');
  expect((await reader.inject({ method: 'GET', url: '/api/tickets/export?format=csv&columns=text' })).statusCode).toBe(422);
});
