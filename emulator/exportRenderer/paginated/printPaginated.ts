import { createFormatter } from '../../visuals/format/format.ts';
import { languageOf, localeOf, sayIn, wordsOf } from '../../visuals/words/words.ts';
import type { PaginatedJob } from '../job.ts';
import type { PrintedFile } from '../printer.ts';
import { fillReport } from '../../definitions/paginated/fill.ts';
import { pagesOf } from '../../definitions/paginated/pages.ts';
import type { Ask } from '../drawing/drawPage.ts';
import type { Sheet } from '../drawing/sheet.ts';
import { pdfOf } from '../files/pdf.ts';
import { pngOf } from '../files/png.ts';
import { pptxOf } from '../files/pptx.ts';
import { drawPages } from './drawPages.ts';
import { paginatedCsv, paginatedXlsx } from './dataFiles.ts';

/** A paginated report as a file. Throws when a parameter that needs a value has none, and when the pages that are wanted are not there. */
export const printPaginated = async (job: PaginatedJob, ask: Ask): Promise<PrintedFile> => {
  const { paginated, model, format, locale } = job;
  const { document, parameters } = await fillReport(paginated, model, job.parameters, ask);
  if (!document) throw new Error('A parameter of the report has no value');
  const language = languageOf(locale);
  const writer = { format: createFormatter(localeOf(locale, language), wordsOf(language)), say: sayIn(language) };
  if (format === 'CSV') return { bytes: paginatedCsv(document), extension: '.csv' };
  if (format === 'XLSX') return { bytes: await paginatedXlsx(paginated.name, document, parameters, writer), extension: '.xlsx' };
  const pages = pagesOf(document);
  const wanted = pages.slice(job.first_page - 1, job.last_page ?? undefined);
  if (wanted.length === 0) throw new Error('The report has fewer pages');
  const sheets: Sheet[] = [...drawPages({ document, parameters, pages, writer, name: paginated.name }, wanted)];
  if (format === 'IMAGE') return pngOf(paginated.name, sheets);
  if (format === 'PPTX') return { bytes: await pptxOf(paginated.name, sheets), extension: '.pptx' };
  return { bytes: await pdfOf(paginated.name, sheets, new Date(job.now_ms)), extension: '.pdf' };
};
