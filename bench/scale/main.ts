/**
 * `npm run bench -- scale`: an ordinary morning on a platform of 10,000 units and 1,000,000 people, by two nodes over one database; beside it
 * the same morning in ten such units. Prints what docs/scale.md reckons with. The first run fills the database, which takes some minutes
 * and 4 GB.
 */
import { parseArgs } from 'node:util';
import { openData } from '../data.ts';
import { startGenerator } from '../load/generator.ts';
import { startReporting } from '../servers/reporting.ts';
import { measureMorning } from './morning.ts';
import { printMorning } from './print.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });

const data = await openData();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void data.close().finally(() => process.exit(1)));
const reporting = await startReporting();
const generators = [startGenerator(), startGenerator()];
try {
  const place = { data, generators, reporting, seconds: Number(values.seconds) };
  const few = await measureMorning(place, 'ten_units', { units: 10, apart: 1 });
  const many = await measureMorning(place, 'morning', { units: 100, apart: 100 });
  printMorning(few, many);
} finally {
  for (const generator of generators) generator.close();
  await reporting.stop();
  await data.close();
}
