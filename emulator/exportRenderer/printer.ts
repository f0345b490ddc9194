import { Worker } from 'node:worker_threads';
import type { QueryResult, VisualQuery } from '../definitions/queries.ts';
import type { PaginatedJob, PrintJob } from './job.ts';

export type FromPrinter =
  | { kind: 'ask'; number: number; queries: VisualQuery[] }
  | { kind: 'progress'; done: number }
  | { kind: 'file'; bytes: Uint8Array; extension: string };
export type ToPrinter = { number: number; results: QueryResult[] };

export type PrintedFile = { bytes: Uint8Array; extension: string };

const program = new URL('./worker.ts', import.meta.url);

export type Printing = { file: Promise<PrintedFile>; stop: () => void };

/** Prints in a thread of its own; `ask` answers the questions of its visuals. */
export const startPrinting = (
  job: PrintJob | PaginatedJob,
  ask: (queries: VisualQuery[]) => Promise<QueryResult[]>,
  onProgress: (done: number) => void,
): Printing => {
  const worker = new Worker(program, { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<PrintedFile>();
  const answer = async (number: number, queries: VisualQuery[]): Promise<void> => {
    const results = await ask(queries);
    const message: ToPrinter = { number, results };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message);
  };
  worker.on('message', (message: FromPrinter) => {
    if (message.kind === 'ask') answer(message.number, message.queries).catch(reject);
    else if (message.kind === 'progress') onProgress(message.done);
    else resolve(message);
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('Printing was stopped')));
  const printed = async (): Promise<PrintedFile> => {
    try {
      return await promise;
    } finally {
      await worker.terminate();
    }
  };
  return { file: printed(), stop: () => void worker.terminate() };
};
