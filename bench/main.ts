/** `npm run bench [-- <row …>] [-- --gate]`: ratios to the limit program, measured in the same run. */
import { parseArgs } from 'node:util';
import type { Bench, Gap, Line, Measurement } from './bench.ts';
import { isOver } from './bench.ts';
import { openData } from './data.ts';
import { startGenerator } from './load/generator.ts';
import { measureAnalysis } from './rows/analyze.ts';
import { measureBilling } from './rows/billing.ts';
import { measureEconomy } from './rows/economy.ts';
import { measureExports } from './rows/exports.ts';
import { measureGrowth } from './rows/growth.ts';
import { measureIsolation } from './rows/isolation.ts';
import { measureList } from './rows/list.ts';
import { measureLive } from './rows/live.ts';
import { measureLogin } from './rows/login.ts';
import { measurePaint } from './rows/paint.ts';
import { measurePeople } from './rows/people.ts';
import { measureQueries } from './rows/query.ts';
import { measureSchedule } from './rows/schedule.ts';
import { measureScim } from './rows/scim.ts';
import { measureShell } from './rows/shell.ts';
import { measureStalls } from './rows/stall.ts';
import { measureStart } from './rows/start.ts';
import { measureTasks } from './rows/tasks.ts';
import { measureTenfold } from './rows/tenfold.ts';
import { measureTickets } from './rows/tickets.ts';
import { measureUnits } from './rows/units.ts';
import { measureViewer } from './rows/viewer.ts';
import { measureWrites } from './rows/write.ts';
import { printTable } from './table.ts';

const rows: Record<string, Measurement> = {
  list: measureList,
  growth: measureGrowth,
  tenfold: measureTenfold,
  isolation: measureIsolation,
  write: measureWrites,
  people: measurePeople,
  scim: measureScim,
  exports: measureExports,
  login: measureLogin,
  economy: measureEconomy,
  start: measureStart,
  stall: measureStalls,
  live: measureLive,
  shell: measureShell,
  viewer: measureViewer,
  query: measureQueries,
  paint: measurePaint,
  billing: measureBilling,
  tickets: measureTickets,
  units: measureUnits,
  analyze: measureAnalysis,
  tasks: measureTasks,
  schedule: measureSchedule,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    gate: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const unknown = positionals.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. There are: ${Object.keys(rows).join(', ')}.`);
  process.exit(2);
}

const data = await openData();
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = true;
    // The servers end with this process; PostgreSQL would go on.
    void data.close().finally(() => process.exit(1));
  });
}
const generator = startGenerator();
const bench: Bench = { data, generator, rounds: Number(values.rounds), seconds: Number(values.seconds) };
const lines: (Line | Gap)[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(rows)) {
  if (stopping) break;
  console.error(`Measuring ${name} …`);
  try {
    lines.push(...((await rows[name]?.(bench)) ?? []));
  } catch (error) {
    if (stopping) break;
    // A row that cannot be measured does not stop the others.
    console.error(error);
    const missing = `could not be measured: ${error instanceof Error ? error.message : String(error)}`;
    lines.push({ row: name, what: name, missing, broken: true });
  }
}
generator.close();
await data.close();

if (!stopping) {
  printTable(lines);
  if (values.gate && lines.some((line) => ('ratio' in line ? isOver(line) : line.broken))) process.exitCode = 1;
}
