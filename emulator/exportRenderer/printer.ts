import { Worker } from 'node:worker_threads';
import type { QueryResult, VisualQuery } from '../definitions/queries.ts';
import type { PaginatedJob, PrintJob } from './job.ts';

export type FromPrinter =
  | { kind: 'ask'; number: number; queries: VisualQuery[] }
  | { kind: 'progress'; done: number }
  | { kind: 'file'; bytes: Uint8Array; extension: string };
export type ToPrinter = { kind: 'print'; job: PrintJob | PaginatedJob } | { kind: 'results'; number: number; results: QueryResult[] };

export type PrintedFile = { bytes: Uint8Array; extension: string };

const program = new URL('./worker.ts', import.meta.url);

export type Printing = { file: Promise<PrintedFile>; stop: () => void };

/** A thread that has printed: what draws takes a second to load, and the next export need not wait for it. */
let idle: Worker | undefined;

function takeThread(): Worker {
  const worker = idle ?? new Worker(program);
  idle = undefined;
  worker.removeAllListeners();
  worker.ref();
  return worker;
}

/** One thread is kept, which keeps no process alive. */
function giveBack(worker: Worker): void {
  worker.removeAllListeners();
  if (idle) return void worker.terminate();
  idle = worker;
  worker.unref();
  // What ends it now is no export's trouble: the next one has a new thread.
  const isGone = () => {
    if (idle === worker) idle = undefined;
  };
  worker.on('error', isGone).on('exit', isGone);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (worker: Worker, message: ToPrinter): void => worker.postMessage(message);

/** Prints in a thread of its own; `ask` answers the questions of its visuals. */
export const startPrinting = (
  job: PrintJob | PaginatedJob,
  ask: (queries: VisualQuery[]) => Promise<QueryResult[]>,
  onProgress: (done: number) => void,
): Printing => {
  const worker = takeThread();
  let isOurs = true;
  const { promise, resolve, reject } = Promise.withResolvers<PrintedFile>();
  const answer = async (number: number, queries: VisualQuery[]): Promise<void> =>
    tell(worker, { kind: 'results', number, results: await ask(queries) });
  worker.on('message', (message: FromPrinter) => {
    if (message.kind === 'ask') answer(message.number, message.queries).catch(reject);
    else if (message.kind === 'progress') onProgress(message.done);
    else resolve(message);
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('Printing was stopped')));
  tell(worker, { kind: 'print', job });
  const printed = async (): Promise<PrintedFile> => {
    try {
      const file = await promise;
      isOurs = false;
      giveBack(worker);
      return file;
    } catch (error) {
      // Half of an export may still be under way in it.
      await worker.terminate();
      throw error;
    }
  };
  const stop = () => {
    // Afterwards it may print for somebody else.
    if (isOurs) void worker.terminate();
  };
  return { file: printed(), stop };
};
