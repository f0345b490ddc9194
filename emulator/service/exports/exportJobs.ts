import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tooManyRequests } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Limits } from '../limits.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ServiceClock } from '../clock.ts';
import type { Durations } from '../durations.ts';
import type { Faults } from '../faults/faults.ts';
import type { Workspace } from '../tenant/state.ts';
import { exportRecord } from './exportRecord.ts';
import type { Export, Work } from './exportRecord.ts';
import { startPrinting } from '../../exportRenderer/printer.ts';
import type { Printing } from '../../exportRenderer/printer.ts';

/** So many are printed at the same time; the others wait. */
const printers = 2;

export type ExportStatus = 'NotStarted' | 'Running' | 'Succeeded' | 'Failed';

/** Seconds after which a place in the queue may be free. */
const queueWaitS = 30;
const megabyte = 1024 * 1024;

type Options = {
  /** Where each export has its record, and its file once it is printed. */
  directory: string;
  engine: Pick<Engine, 'query'>;
  limits: Pick<Limits, 'export_queue' | 'export_megabytes'>;
  onFailure: (error: Error) => void;
};

/** The exports of the service: a queue, and what came out of it for a day. What a restart interrupts begins again. */
export const createExports = ({ directory, engine, limits, onFailure }: Options) => {
  const entries = new Map<string, Export>();
  const queue: Export[] = [];
  const running = new Set<Printing>();
  let isClosed = false;

  const pathOf = ({ id }: Export, extension: string): string =>
    join(directory, `${Buffer.from(id, 'base64').toString('base64url')}${extension}`);

  const keep = async (entry: Export): Promise<void> => {
    const path = pathOf(entry, '.json');
    await writeFile(`${path}.new`, JSON.stringify(entry), { mode: 0o600 });
    await rename(`${path}.new`, path);
  };

  const settle = async (entry: Export, work: Work): Promise<void> => {
    const ask: Parameters<typeof startPrinting>[1] = (queries) => engine.query(work.model_id, queries, work.identity);
    const printing = startPrinting(work.job, ask, (done) => {
      entry.done = done;
    });
    running.add(printing);
    try {
      const { bytes, extension } = await printing.file;
      if (exceeds(bytes.length / megabyte, limits.export_megabytes)) throw new Error('The file is too large');
      await writeFile(pathOf(entry, extension), bytes, { mode: 0o600 });
      entry.extension = extension;
      entry.phase = 'printed';
    } catch {
      // As in the cloud, the caller only learns that the export has failed.
      entry.phase = 'failed';
    } finally {
      running.delete(printing);
    }
    // Stopped with the service, it is not over: it begins again.
    if (isClosed) return;
    delete entry.work;
    await keep(entry);
  };

  const next = (): void => {
    const entry = running.size < printers ? queue.shift() : undefined;
    if (!entry?.work) return;
    entry.phase = 'printing';
    void settle(entry, entry.work).catch(onFailure).finally(next);
  };

  const add = (entry: Export): void => {
    entries.set(entry.id, entry);
    if (!entry.work) return;
    queue.push(entry);
    next();
  };

  return {
    start: async ({ clock, faults }: { clock: ServiceClock; faults: Faults }, workspace: Workspace, work: Work): Promise<Export> => {
      const { capacity_id = '' } = workspace;
      const busy = [...entries.values()].filter((one) => one.capacity_id === capacity_id && one.work);
      if (exceeds(busy.length + 1, limits.export_queue)) throw tooManyRequests(queueWaitS);
      const fault = faults.takeJob('export_failed', workspace.id);
      const { job } = work;
      const report = 'paginated' in job ? job.paginated : job.report;
      const entry: Export = {
        // Opaque, and not fit for an address as it is (docs/reference/powerbi.md A0).
        id: randomBytes(48).toString('base64'),
        workspace_id: workspace.id,
        report_id: report.id,
        report_name: report.name,
        capacity_id,
        created_at_ms: clock.now(),
        // Those of a paginated report are known when it is filled.
        pages: 'paginated' in job ? 1 : job.items.length,
        done: 0,
        // What will have failed is not printed at all.
        ...(fault ? { phase: 'failed', fault: { retry_after_s: fault.retry_after_s } } : { phase: 'waiting', work }),
      };
      await keep(entry);
      add(entry);
      return entry;
    },

    /** Continues exports of an earlier run of the service. */
    load: async (): Promise<void> => {
      await mkdir(directory, { recursive: true });
      for (const name of await readdir(directory)) {
        if (!name.endsWith('.json')) continue;
        const kept = exportRecord.parse(JSON.parse(await readFile(join(directory, name), 'utf8')));
        add(kept.work ? { ...kept, phase: 'waiting', done: 0 } : kept);
      }
    },

    /** Every export that can still be asked for, oldest first. */
    list: (): Export[] => [...entries.values()].toSorted((a, b) => a.created_at_ms - b.created_at_ms),

    find: (id: string): Export | undefined => entries.get(id),

    fileOf: (entry: Export): string => pathOf(entry, entry.extension ?? ''),

    /** Drops the files that nobody can fetch any more. */
    forgetUntil: async (created_before_ms: number): Promise<void> => {
      for (const [id, entry] of entries) {
        if (entry.created_at_ms >= created_before_ms || entry.work) continue;
        entries.delete(id);
        await rm(pathOf(entry, '.json'), { force: true });
        if (entry.extension !== undefined) await rm(pathOf(entry, entry.extension), { force: true });
      }
    },

    close: (): void => {
      isClosed = true;
      queue.length = 0;
      for (const printing of running) printing.stop();
    },
  };
};
export type Exports = ReturnType<typeof createExports>;

/** What a poll is told: an export takes its time by the service's clock, and longer while it is still printed. */
export const exportStatus = (
  entry: Export,
  { clock, durations }: { clock: ServiceClock; durations: Durations },
): { status: ExportStatus; percent: number } => {
  const share = Math.min(1, (clock.now() - entry.created_at_ms) / Math.max(1, durations.export_ms));
  const isOver = share >= 1 && (entry.phase === 'printed' || entry.phase === 'failed');
  if (isOver) return { status: entry.fault || entry.phase === 'failed' ? 'Failed' : 'Succeeded', percent: 100 };
  if (entry.phase === 'waiting') return { status: 'NotStarted', percent: 0 };
  return { status: 'Running', percent: Math.min(99, Math.floor(100 * Math.min(share, (entry.done + 0.5) / entry.pages))) };
};
