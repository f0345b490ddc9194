import { z } from 'zod';
import type { ModelDefinition } from '../definition.ts';
import { invalidRequest } from '../errors.ts';
import { paginatedFormats } from '../exports/export-record.ts';
import type { PaginatedJob } from '../exports/export-record.ts';
import type { PaginatedDefinition } from '../paginated/definition.ts';
import { ParameterProblem, readParameters } from '../paginated/parameters.ts';
import { bodyAs } from './body.ts';
import { identities } from './embed-token-bodies.ts';
import type { Identity } from './embed-token-bodies.ts';

/** Pages are given as texts, from one. */
const page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be the number of a page')
  .transform(Number);

const formats = paginatedFormats.join(', ');

const paginatedRequest = z.object({
  format: z
    .string()
    .toUpperCase()
    .pipe(z.enum(paginatedFormats, `must be one of ${formats} for a paginated report`)),
  paginatedReportConfiguration: z
    .object({
      formatSettings: z
        .object({
          // The cloud would make a TIFF; what cannot be made must not come as something else.
          OutputFormat: z.literal('PNG', 'must be PNG').optional(),
          StartPage: page.optional(),
          EndPage: page.optional(),
        })
        .nullish(),
      parameterValues: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
      locale: z.string().nullish(),
      identities,
    })
    .nullish(),
});

/** What an export of a paginated report prints (powerbi.md A3). */
export const paginatedJobOf = (
  paginated: PaginatedDefinition,
  model: ModelDefinition,
  body: unknown,
  now_ms: number,
): { job: PaginatedJob; identities: Identity[] } => {
  const { format, paginatedReportConfiguration: asked } = bodyAs(paginatedRequest, body);
  const { StartPage = 1, EndPage = null, OutputFormat } = asked?.formatSettings ?? {};
  if (format === 'IMAGE' && OutputFormat === undefined)
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
