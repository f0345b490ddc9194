import type { FastifyInstance } from 'fastify';
import { queryRequest } from '@vitrine/powerbi/wire/queries.ts';
import type { SentQueryAnswer } from '@vitrine/powerbi/wire/queries.ts';
import { ServiceError, capacityNotActive, invalidRequest, notFound } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import { DaxError } from '../../engine/dax/syntax.ts';
import { QueryError } from '../../engine/queryError.ts';
import { createRate } from '../rateLimit.ts';
import type { Service } from '../service.ts';
import { isPaused } from '../tenant/state.ts';
import { callerOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { canBuild, datasetOf } from './datasetOf.ts';

const minuteMs = 60_000;
const megabyte = 1024 * 1024;

const queryRefused = (message: string): ServiceError => {
  const refusal = new ServiceError(400, 'DatasetExecuteQueriesError');
  refusal.details = { DetailsMessage: message, AnalysisServicesErrorCode: '3241803818' };
  return refusal;
};

const cutError = {
  rows: { code: 'ResultSetTooLarge', message: 'The result set has more rows or values than allowed and is truncated.' },
  tables: { code: 'MoreThanOneTable', message: 'The query returned more than one table; the first one is here.' },
};

/** executeQueries (docs/reference/powerbi.md A4). Its answers start with a byte order mark, as the real ones do. */
export const registerQueries = (app: FastifyInstance, service: Service): void => {
  /** Counted per caller, all datasets together. */
  const countQuery = createRate(service, minuteMs);

  app.post('/groups/:group/datasets/:dataset/executeQueries', async (call, reply) => {
    const { workspace, model, state } = datasetOf(service, call);
    const caller = callerOf(call);
    // Without Build the dataset is not there at all.
    if (!canBuild(workspace, state, caller)) throw notFound();
    if (isPaused(service.state, workspace)) throw capacityNotActive();
    const { queries, serializerSettings } = bodyAs(queryRequest, call.body);
    if (model.roles.length > 0) throw invalidRequest('Service principals cannot query datasets with row-level security');
    countQuery(caller.application.object_id, service.limits.queries_a_minute);
    try {
      const { rows, cut } = await service.engine.evaluate(model.id, queries[0]?.query ?? '', {
        includeNulls: serializerSettings?.includeNulls ?? false,
        mostRows: service.limits.query_rows ?? Infinity,
        mostValues: service.limits.query_values ?? Infinity,
      });
      const table = { rows, ...(cut && { error: cutError[cut] }) };
      const answer: SentQueryAnswer = { results: [{ tables: [table] }] };
      const text = JSON.stringify(answer);
      const { query_megabytes: most } = service.limits;
      if (exceeds(Buffer.byteLength(text) / megabyte, most)) throw queryRefused(`The result is larger than ${most} MB.`);
      return await reply.type('application/json; charset=utf-8').send(`\uFEFF${text}`);
    } catch (error) {
      if (error instanceof DaxError || error instanceof QueryError) throw queryRefused(error.message);
      throw error;
    }
  });
};
