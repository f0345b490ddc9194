/** New reports on a dataset: what the page begins with, its questions, and keeping it (`powerbi.createReport`). */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { reportDefinition } from '../../definitions/report.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import { reportProblems } from '../../engine/checks/checkReport.ts';
import { beginReport } from './beginReport.ts';
import { embedErrors } from './embedErrors.ts';
import type { EmbedGrant } from './grant.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { QueryAnswer, ReportAnswer, SavedAnswer } from '../../definitions/embedApi.ts';
import { queryRequest } from './querySchema.ts';
import { firstIssue, identityFor, malformed, refuse, sameId, tokenOf } from './embedRequests.ts';
import type { EmbedOptions } from './embedOptions.ts';

const guid = z.guid();
const named = z.strictObject({ report: reportDefinition, name: z.string().trim().min(1).max(200), workspace_id: guid.optional() });

type Request = FastifyRequest<{ Params: { datasetId: string } }>;
type GrantedDataset = { grant: EmbedGrant; model: ModelDefinition; target: string };

/** The dataset, if the token lets a report be made of it; reading reports needs another kind of token. */
const openDataset = ({ checkToken, reportStore }: EmbedOptions, request: Request, wanted?: string): GrantedDataset | EmbedError => {
  const grant = checkToken(tokenOf(request));
  if ('errorCode' in grant) return grant;
  const { datasetId } = request.params;
  if (!guid.safeParse(datasetId).success) return embedErrors.reportIdMalformed;
  const model = reportStore.model(datasetId);
  if (!model) return embedErrors.reportNotFound;
  if (grant.dashboards || !grant.datasets.some((id) => sameId(id, datasetId))) return embedErrors.reportNotCovered;
  const target = wanted === undefined ? grant.target_workspaces[0] : grant.target_workspaces.find((id) => sameId(id, wanted));
  return target === undefined ? embedErrors.copyingNotAllowed : { grant, model, target };
};

export const registerCreating = (app: FastifyInstance, options: EmbedOptions): void => {
  const { engine, reportStore } = options;
  const path = '/embed-api/datasets/:datasetId';

  app.get<{ Params: { datasetId: string } }>(path, (request, reply) => {
    const granted = openDataset(options, request);
    if ('errorCode' in granted) return refuse(reply, granted);
    const { grant, model, target } = granted;
    const answer: ReportAnswer = {
      report: beginReport(model),
      workspace_id: target,
      fields: engine.fields(model.id),
      permissions: { edit: true, save_as: true },
      expires_at: new Date(grant.expires_at_ms).toISOString(),
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.post<{ Params: { datasetId: string } }>(`${path}/query`, async (request, reply) => {
    const granted = openDataset(options, request);
    if ('errorCode' in granted) return refuse(reply, granted);
    const asked = queryRequest.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const { grant, model } = granted;
    const answer: QueryAnswer = { results: await engine.query(model.id, asked.data.queries, identityFor(grant, model.id)) };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.post<{ Params: { datasetId: string } }>(`${path}/reports`, (request, reply) => {
    const asked = named.safeParse(request.body);
    const granted = openDataset(options, request, asked.data?.workspace_id);
    if ('errorCode' in granted) return refuse(reply, granted);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const { report, name } = asked.data;
    const problem = sameId(report.model, granted.model.id) ? reportProblems(report, granted.model)[0] : 'report: another model';
    if (problem !== undefined) return malformed(reply, problem);
    const made = { ...report, id: randomUUID(), name };
    reportStore.add(granted.target, made);
    return reply.send({ id: made.id, name } satisfies SavedAnswer);
  });
};
