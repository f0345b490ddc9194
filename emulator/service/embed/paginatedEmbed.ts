/** Paginated reports for the embed page: parameters, and the report filled for them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import { FillFailure, fillReport } from '../../definitions/paginated/fill.ts';
import { ParameterProblem } from '../../definitions/paginated/parameters.ts';
import { embedErrors } from './embedErrors.ts';
import type { EmbedGrant } from './grant.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { PaginatedAnswer } from '../../definitions/embedApi.ts';
import { firstIssue, identityFor, malformed, refuse, sameId, tokenOf } from './embedRequests.ts';
import type { EmbedOptions } from './embedOptions.ts';

type Addressed = { Params: { reportId: string }; Querystring: { groupId?: string } };
type GrantedReport = { grant: EmbedGrant; report: PaginatedDefinition; model: ModelDefinition };

const asked = z.strictObject({
  parameters: z.array(z.strictObject({ name: z.string().max(60), value: z.string().max(4_000).nullish() })).max(2_000),
});

function openPaginated({ checkToken, reportStore }: EmbedOptions, request: FastifyRequest<Addressed>): GrantedReport | EmbedError {
  const grant = checkToken(tokenOf(request));
  if ('errorCode' in grant) return grant;
  const { reportId } = request.params;
  const { groupId } = request.query;
  if (!z.guid().safeParse(reportId).success) return embedErrors.reportIdMalformed;
  const found = reportStore.paginated(reportId);
  if (!found) return embedErrors.reportNotFound;
  const { report, workspace_id } = found;
  const model = reportStore.model(report.model);
  const covered = grant.reports.some(({ id }) => sameId(id, reportId)) && grant.datasets.some((id) => sameId(id, report.model));
  if (!covered || !model || grant.dashboards) return embedErrors.reportNotCovered;
  if (groupId !== undefined && groupId !== '' && !sameId(groupId, workspace_id)) return embedErrors.wrongGroup;
  return { grant, report, model };
}

/** `POST /embed-api/paginated/:reportId?groupId=` with the values of its parameters. */
export function registerPaginated(app: FastifyInstance, options: EmbedOptions): void {
  app.post<Addressed>('/embed-api/paginated/:reportId', async (request, reply): Promise<FastifyReply> => {
    const granted = openPaginated(options, request);
    if ('errorCode' in granted) return refuse(reply, granted);
    const body = asked.safeParse(request.body);
    if (!body.success) return malformed(reply, firstIssue(body.error));
    const { grant, report, model } = granted;
    const identity = identityFor(grant, model.id);
    try {
      const filled = await fillReport(report, model, body.data.parameters, (queries) => options.engine.query(model.id, queries, identity));
      const answer: PaginatedAnswer = { name: report.name, ...filled, expires_at: new Date(grant.expires_at_ms).toISOString() };
      return await reply.header('cache-control', 'no-store').send(answer);
    } catch (error) {
      if (error instanceof ParameterProblem) return malformed(reply, error.message);
      if (error instanceof FillFailure) return reply.code(400).send(error.problem);
      throw error;
    }
  });
}
