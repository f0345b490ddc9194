/** Renders exports in a worker thread, one after the other, so that they do not block the service; models are queried by message. */
import { parentPort } from 'node:worker_threads';
import type { PaginatedJob, PrintJob } from './job.ts';
import type { FromPrinter, PrintedFile, ToPrinter } from './printer.ts';
import type { QueryResult, VisualQuery } from '../definitions/queries.ts';
import { provideOutline } from '../visuals/charts/mapOutline.ts';
import { outline } from '../visuals/outline/outlines.ts';
import { drawItem } from './drawing/drawPage.ts';
import type { Sheet } from './drawing/sheet.ts';
import { pdfOf } from './files/pdf.ts';
import { pngOf } from './files/png.ts';
import { pptxOf } from './files/pptx.ts';
import { printPaginated } from './paginated/printPaginated.ts';

const port = parentPort;
if (!port) throw new Error('Printing runs in a worker');
const say = (message: FromPrinter): void => port.postMessage(message);

const waiting = new Map<number, (results: QueryResult[]) => void>();
let asked = 0;

const ask = (queries: VisualQuery[]): Promise<QueryResult[]> => {
  if (queries.length === 0) return Promise.resolve([]);
  const { promise, resolve } = Promise.withResolvers<QueryResult[]>();
  waiting.set(++asked, resolve);
  say({ kind: 'ask', number: asked, queries });
  return promise;
};

const printReport = async (report: PrintJob): Promise<PrintedFile> => {
  const hasMap = report.report.pages.some(({ visuals }) => visuals.some(({ type }) => type === 'map'));
  if (hasMap) for (const name of ['world', 'us'] as const) provideOutline(name, await outline(name));
  const sheets: Sheet[] = [];
  for (const item of report.items) {
    sheets.push(await drawItem(report, item, ask));
    say({ kind: 'progress', done: sheets.length });
  }
  const { name } = report.report;
  if (report.format === 'PNG') return pngOf(name, sheets);
  if (report.format === 'PPTX') return { bytes: await pptxOf(name, sheets), extension: '.pptx' };
  return { bytes: await pdfOf(name, sheets, new Date(report.now_ms)), extension: '.pdf' };
};

const print = async (job: PrintJob | PaginatedJob): Promise<void> =>
  say({ kind: 'file', ...('paginated' in job ? await printPaginated(job, ask) : await printReport(job)) });

port.on('message', (message: ToPrinter) => {
  if (message.kind === 'results') {
    waiting.get(message.number)?.(message.results);
    waiting.delete(message.number);
    return;
  }
  print(message.job).catch((error: unknown) => {
    // As an error that nobody caught, which ends the thread and reaches whoever waits for the file.
    setImmediate(() => {
      throw error;
    });
  });
});
