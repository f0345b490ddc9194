/** Row 20: the tasks of a unit that has 10,000 of them, listed and searched, against one that has 1,000. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import type { Step } from '../load/job.ts';
import { interleave, middleOf, ratioOf } from '../measure/rounds.ts';
import { administrator, ask, type Session, signIn, startPortal } from '../servers/portal.ts';

const usual = { unit: 1, tasks: 1000 };
const large = { unit: 2, tasks: 10_000 };

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };
const get = (path: string): Step => ({ method: 'GET', path, headers, expect: 200 });

/** A search that finds ten times as much reads it; orders that no index has read every task, and are told without a target. */
const questions: Record<string, { step: Step; target: number | null }> = {
  'the first page': { step: get('/api/tasks'), target: 1.2 },
  'one task': { step: get('/api/tasks/{task}'), target: 1.2 },
  'what runs next first': { step: get('/api/tasks?sort=next_run_at'), target: null },
  'those that stand still': { step: get('/api/tasks?state=paused'), target: null },
  'a search for one of them': { step: get('/api/tasks?q=painel%20777'), target: null },
};

export const measureTasks: Measurement = async (bench) => {
  const database = await bench.data.load('people', { fresh: true });
  const template = await readFile(fileURLToPath(new URL('../data/tasks.sql', import.meta.url)), 'utf8');
  await asOwner(database.ownerUrl, async (client) => {
    for (const { unit, tasks } of [usual, large])
      await client.query(template.replaceAll('$unit', String(unit)).replaceAll('$count', String(tasks)));
    await client.query('vacuum (analyze) task, task_condition, task_trigger');
  });
  const portal = await startPortal(database);
  try {
    const sideOf = async ({ unit }: { unit: number }): Promise<Session & { task: string }> => {
      const session = await signIn(portal, administrator(unit));
      const { data } = await ask<{ data: { id: string }[] }>(portal, session, 'GET', '/api/tasks');
      if (data.length < 20) throw new Error('The tasks are not those that were meant to be there');
      return { ...session, task: data[0]?.id ?? '' };
    };
    const sides = { usual: await sideOf(usual), large: await sideOf(large) };
    const lines: Line[] = [];
    for (const [what, { step, target }] of Object.entries(questions)) {
      const round = (variables: Record<string, string>) =>
        load(bench, portal, { steps: [step], connections: Array.from({ length: 4 }, () => ({ variables: { ...variables } })) });
      const samples = await interleave({ usual: () => round(sides.usual), large: () => round(sides.large) }, bench);
      const note = `${middleOf(samples.usual, 'cost').toFixed(2)} CPU-ms, large ${middleOf(samples.large, 'cost').toFixed(2)}`;
      lines.push({ row: '20', what: `10× the tasks, ${what}: cost`, ratio: ratioOf(samples.large, samples.usual, 'cost'), target, note });
    }
    return lines;
  } finally {
    await portal.stop();
  }
};
