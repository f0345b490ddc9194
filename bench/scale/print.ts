/** The figures of two mornings, side by side. */
import { acts } from './acts.ts';
import type { Morning } from './morning.ts';

const line = (cells: readonly (string | number)[], widths: readonly number[]): string =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(widths[0] ?? 0) : String(cell).padStart(widths[index] ?? 0))).join('  ');

const round = (value: number, digits = 1): string => value.toFixed(digits);

export function printMorning(few: Morning, many: Morning): void {
  const widths = [44, 14, 16, 10, 10, 18];
  const print = (...cells: (string | number)[]): void => console.log(line(cells, widths));
  console.log(
    `\n${many.units} units, ${many.people} people, ${round(many.bytes / 2 ** 30)} GiB; beside them ${few.units} units, ${few.people} people\n`,
  );
  print('act', 'node, CPU-ms', 'database, CPU-ms', 'p50, ms', 'p99, ms', `times ${few.units} units`);
  for (const [index, { name, node, database, p50, p99 }] of many.acts.entries()) {
    const small = few.acts[index];
    const growth = small ? (node + database) / (small.node + small.database) : Number.NaN;
    print(name, round(node), round(database), round(p50), round(p99), round(growth, 2));
  }
  const perMorning = (of: 'node' | 'database') => many.acts.slice(1).reduce((sum, act) => sum + act[of] * act.times, 0);
  print('a morning of one person, without signing in', round(perMorning('node')), round(perMorning('database')), '', '', '');
  const requests = acts.reduce((sum, { steps, times }) => sum + steps.length * times, 0);
  const { mix, listening, rows } = many;
  const lines = Object.entries(rows).map(([table, { added, bytes }]) => `${round(added)} rows of ${table}, ${round(bytes, 0)} bytes each`);
  console.log(`
${requests} requests a morning and person. All mixed, ${mix.connections} at once: ${round(mix.rate, 0)} requests a second, p50 ${round(mix.p50)} ms, p99 ${round(mix.p99)} ms
(${few.units} units: ${round(few.mix.rate, 0)}, ${round(few.mix.p50)} ms, ${round(few.mix.p99)} ms); ${round(mix.nodeCores, 2)} cores in two nodes, ${round(mix.databaseCores, 2)} in the database, ${mix.databaseConnections} connections to it.
${listening.pages} pages listen at one node: ${round(listening.kib)} KiB each.
A morning adds ${lines.join('; ')}, indexes included.`);
}
