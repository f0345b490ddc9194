/** Row 19: the help desk of a unit with 100,000 tickets against one with 10,000: its lists, a ticket, and a word about one. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import type { Job, Step } from '../load/job.ts';
import { interleave, middleOf, ratioOf } from '../measure/rounds.ts';
import { administrator, ask, type Session, signIn, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';

const usual = { unit: 1, tickets: 10_000 };
const large = { unit: 2, tickets: 100_000 };

async function fill(ownerUrl: string): Promise<void> {
  const template = await readFile(fileURLToPath(new URL('../data/tickets.sql', import.meta.url)), 'utf8');
  await asOwner(ownerUrl, async (client) => {
    for (const { unit, tickets } of [usual, large])
      await client.query(template.replaceAll('$unit', String(unit)).replaceAll('$count', String(tickets)));
    await client.query('vacuum (analyze) ticket, ticket_clock, ticket_words');
  });
}

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };
const get = (path: string): Step => ({ method: 'GET', path, headers, expect: 200 });

/** What a row of the list, or the page after it, is asked for by. */
async function known(server: Server, session: Session) {
  const page = (query: string) =>
    ask<{ data: { id: string }[]; meta: { next: string | null } }>(server, session, 'GET', `/api/tickets?scope=all&per_page=20${query}`);
  const deep = (await page('&page=50')).meta.next;
  const late = await page('&late=true');
  if (deep === null || late.data.length < 20) throw new Error('The tickets are not those that were meant to be there');
  return { deep, ticket: late.data[0]?.id ?? '' };
}

/** A search reads as far as a list counts; only then is it of no matter how many there are. */
const searchTarget = 3;

const steps: Record<string, Step> = {
  'the first page': get('/api/tickets?scope=all'),
  'page 51 by its place': get('/api/tickets?scope=all&page=51&after={deep}'),
  'by number': get('/api/tickets?scope=all&sort=-number'),
  'what is due first': get('/api/tickets?scope=all&sort=due_at'),
  'late ones alone': get('/api/tickets?scope=all&late=true&sort=due_at'),
  'open ones alone': get('/api/tickets?scope=all&state=open'),
  'a search by number': get('/api/tickets?scope=all&q=%235000'),
  'a search for a word of a few': get('/api/tickets?scope=all&q=caixa%205000'),
  'a search for a word of a fifth': get('/api/tickets?scope=all&q=exportacao'),
  'one ticket': get('/api/tickets/{ticket}'),
};

export const measureTickets: Measurement = async (bench) => {
  const database = await bench.data.load('people', { fresh: true });
  await fill(database.ownerUrl);
  const portal = await startPortal(database);
  try {
    const sideOf = async ({ unit }: { unit: number }) => {
      const session = await signIn(portal, administrator(unit));
      return { ...session, ...(await known(portal, session)) };
    };
    const sides = { usual: await sideOf(usual), large: await sideOf(large) };
    const lines: Line[] = [];
    for (const [what, step] of Object.entries(steps)) {
      const jobOf = (variables: Record<string, string>): Omit<Job, 'host' | 'port' | 'seconds'> => ({
        steps: [step],
        connections: Array.from({ length: 4 }, () => ({ variables: { ...variables } })),
      });
      const samples = await interleave(
        { usual: () => load(bench, portal, jobOf(sides.usual)), large: () => load(bench, portal, jobOf(sides.large)) },
        bench,
      );
      const note = `${middleOf(samples.usual, 'cost').toFixed(2)} CPU-ms, large ${middleOf(samples.large, 'cost').toFixed(2)}`;
      lines.push({
        row: '19',
        what: `10× the tickets, ${what}: cost`,
        ratio: ratioOf(samples.large, samples.usual, 'cost'),
        target: what.startsWith('a search for') ? searchTarget : 1.2,
        note,
      });
    }
    return lines;
  } finally {
    await portal.stop();
  }
};
