import type { Identity } from '@vitrine/powerbi/wire/embedTokens.ts';
import { paginatedExportRequest } from '@vitrine/powerbi/wire/exports.ts';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import { invalidRequest } from '../serviceError.ts';
import { paginatedFormats } from '../../exportRenderer/job.ts';
import type { PaginatedJob } from '../../exportRenderer/job.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import { ParameterProblem, readParameters } from '../../definitions/paginated/parameters.ts';
import { bodyAs } from './body.ts';

/** Of all formats, those that are made here. */
const request = paginatedExportRequest.extend({
  format: z
    .string()
    .toUpperCase()
    .pipe(z.enum(paginatedFormats, `must be one of ${paginatedFormats.join(', ')} for a paginated report`)),
});

/** What an export of a paginated report prints (docs/reference/powerbi.md A3). */
export const paginatedJobOf = (
  paginated: PaginatedDefinition,
  model: ModelDefinition,
  body: unknown,
  now_ms: number,
): { job: PaginatedJob; identities: Identity[] } => {
  const { format, paginatedReportConfiguration: asked } = bodyAs(request, body);
  const { StartPage = 1, EndPage = null, OutputFormat } = asked?.formatSettings ?? {};
  // The cloud would make a TIFF as well; what cannot be made must not come as something else.
  if (OutputFormat === undefined ? format === 'IMAGE' : OutputFormat !== 'PNG')
    throw invalidRequest('paginatedReportConfiguration.formatSettings.OutputFormat: must be PNG');
  if (EndPage !== null && EndPage < StartPage) throw invalidRequest('EndPage must not be before StartPage');
  const parameters = asked?.parameterValues ?? [];
  try {
    readParameters(paginated, model, parameters);
  } catch (error) {
    throw error instanceof ParameterProblem ? invalidRequest(error.message) : error;
  }
  const locale = asked?.locale ?? 'en-US';
  const job = { paginated, model, parameters, first_page: StartPage, last_page: EndPage, locale, format, now_ms };
  return { job, identities: asked?.identities ?? [] };
};
