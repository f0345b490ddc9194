/** The context of a measurement, and its result. */
import type { Data } from './data.ts';
import type { Generator } from './load/generator.ts';
import type { Job } from './load/job.ts';
import { cpuMs } from './measure/processes.ts';
import type { Ratio, Sample } from './measure/rounds.ts';
import type { Server } from './servers/server.ts';

export type Bench = {
  data: Data;
  generator: Generator;
  rounds: number;
  /** How long a target is loaded in one round. */
  seconds: number;
};

/** A line of the table. `target` is the largest accepted ratio, or the smallest with `atLeast`; null: reported without a target. */
export type Line = { row: string; what: string; ratio: Ratio; target: number | null; atLeast?: boolean; note?: string };

/** What is not measured, and why; `broken` when it should have been. */
export type Gap = { row: string; what: string; missing: string; broken?: boolean };

export type Measurement = (bench: Bench) => Promise<(Line | Gap)[]>;

export const isOver = (line: Line): boolean => {
  if (line.target === null) return false;
  // A ratio that could not be computed counts as missed.
  return !(line.atLeast ? line.ratio.value >= line.target : line.ratio.value <= line.target);
};

/** Loads a server for one round. CPU is that of the server's processes and of PostgreSQL's, per request. */
export async function load(bench: Bench, server: Server, job: Omit<Job, 'host' | 'port' | 'seconds'>): Promise<Sample> {
  const roots = [server.pid, bench.data.postmaster];
  const before = cpuMs(roots);
  const outcome = await bench.generator.run({ ...job, host: server.host, port: server.port, seconds: bench.seconds });
  const cost = (cpuMs(roots) - before) / outcome.requests;
  if (outcome.failures > 0)
    throw new Error(`${outcome.failures} of ${outcome.requests} answers were not expected: ${outcome.firstFailure}`);
  return { cost, p50: outcome.p50, p99: outcome.p99, rate: outcome.requests / outcome.seconds };
}

/** The sample with other names, so that several belong to one round: `cost` becomes `cost of writes`. */
export function named(suffix: string, sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [`${name} ${suffix}`, value]));
}
