/** What processes cost, as the operating system counts it. Linux only. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux that Node runs on: the unit of /proc/<pid>/stat. */
const msPerTick = 10;

type Stat = { parent: number; ticks: number };

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may itself hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // utime, stime, and what children that ended had used, so that their share is not lost.
    return { parent: Number(fields[1]), ticks: [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}

/** The processes under some roots, and the roots. */
function treeOf(roots: readonly number[]): Map<number, Stat> {
  const all = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat) all.set(Number(name), stat);
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid; ;) {
      if (roots.includes(at)) return true;
      const stat = all.get(at);
      if (!stat || stat.parent === 0) return false;
      at = stat.parent;
    }
  };
  return new Map([...all].filter(([pid]) => isBelow(pid)));
}

/** CPU milliseconds that the trees under some processes have used so far. */
export function cpuMs(roots: readonly number[]): number {
  return [...treeOf(roots).values()].reduce((sum, { ticks }) => sum + ticks, 0) * msPerTick;
}

/** Memory of the trees under some processes in KiB; what is shared is counted in parts (PSS). */
export function pssKiB(roots: readonly number[]): number {
  return [...treeOf(roots).keys()].reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return sum + Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  }, 0);
}

/** From now on the peak of a process's memory is counted anew. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most memory that a process has held since, in MiB. */
export function peakMiB(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}
