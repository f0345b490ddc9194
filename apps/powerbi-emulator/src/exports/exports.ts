import { randomBytes } from 'node:crypto';
import type { QueryResult, VisualQuery } from '../embed/protocol.ts';
import { ServiceError } from '../errors.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import type { Workspace } from '../state.ts';
import { startPrinting } from './printer.ts';
import type { PrintJob, PrintedFile, Printing } from './printer.ts';

/** So many are printed at the same time; the others wait. */
const printers = 2;

export type Export = {
  id: string;
  workspace_id: string;
  report_id: string;
  report_name: string;
  capacity_id: string;
  created_at_ms: number;
  pages: number;
  done: number;
  phase: 'waiting' | 'printing' | 'printed' | 'failed';
  file?: PrintedFile;
  /** It fails whatever it prints; with a wait the service was busy. */
  fault?: { retry_after_s: number | undefined };
};

export type ExportStatus = 'NotStarted' | 'Running' | 'Succeeded' | 'Failed';

type Work = { entry: Export; job: PrintJob; ask: (queries: VisualQuery[]) => Promise<QueryResult[]> };

const tooMany = (): ServiceError =>
  new ServiceError(
    429,
    'TooManyRequests',
    'You have exceeded the amount of requests allowed in the current time frame and further requests will fail.',
  );

/** The exports of the service: a queue, and what came out of it for a day. They live in memory. */
export const createExports = () => {
  const entries = new Map<string, Export>();
  const queue: Work[] = [];
  const running = new Set<Printing>();

  const print = async ({ entry, job, ask }: Work): Promise<void> => {
    entry.phase = 'printing';
    const printing = startPrinting(job, ask, (done) => {
      entry.done = done;
    });
    running.add(printing);
    try {
      entry.file = await printing.file;
      entry.phase = 'printed';
    } catch {
      // The caller learns it as the cloud tells it: the export has failed.
      entry.phase = 'failed';
    } finally {
      running.delete(printing);
      next();
    }
  };

  const next = (): void => {
    const work = running.size < printers ? queue.shift() : undefined;
    if (work) void print(work);
  };

  return {
    start: (service: Service, workspace: Workspace, job: PrintJob, ask: Work['ask']): Export => {
      const { capacity_id = '' } = workspace;
      const busy = [...entries.values()].filter(
        (one) => one.capacity_id === capacity_id && (one.phase === 'waiting' || one.phase === 'printing'),
      );
      if (exceeds(busy.length + 1, service.limits.export_queue)) throw tooMany();
      const fault = service.faults.takeJob('export_failed', workspace.id);
      const entry: Export = {
        // Opaque, and not fit for an address as it is (powerbi.md A0).
        id: randomBytes(48).toString('base64'),
        workspace_id: workspace.id,
        report_id: job.report.id,
        report_name: job.report.name,
        capacity_id,
        created_at_ms: service.clock.now(),
        pages: job.items.length,
        done: 0,
        phase: 'waiting',
        ...(fault && { fault: { retry_after_s: fault.retry_after_s } }),
      };
      entries.set(entry.id, entry);
      queue.push({ entry, job, ask });
      next();
      return entry;
    },

    /** Every export that can still be asked for, oldest first. */
    list: (): Export[] => [...entries.values()],

    find: (id: string): Export | undefined => entries.get(id),

    /** Drops the files that nobody can fetch any more. */
    forgetUntil: (created_before_ms: number): void => {
      for (const [id, entry] of entries) if (entry.created_at_ms < created_before_ms && entry.phase !== 'printing') entries.delete(id);
    },

    close: (): void => {
      queue.length = 0;
      for (const printing of running) printing.stop();
    },
  };
};
export type Exports = ReturnType<typeof createExports>;

/** What a poll is told: an export takes its time by the service's clock, and longer while it is still printed. */
export const exportStatus = (entry: Export, service: Service): { status: ExportStatus; percent: number } => {
  const share = Math.min(1, (service.clock.now() - entry.created_at_ms) / Math.max(1, service.durations.export_ms));
  const isOver = share >= 1 && (entry.phase === 'printed' || entry.phase === 'failed');
  if (isOver) return { status: entry.fault || entry.phase === 'failed' ? 'Failed' : 'Succeeded', percent: 100 };
  if (entry.phase === 'waiting') return { status: 'NotStarted', percent: 0 };
  return { status: 'Running', percent: Math.min(99, Math.floor(100 * Math.min(share, (entry.done + 0.5) / entry.pages))) };
};
