/** The data side of embedded reports: definitions and answers for the embed page, by what its token allows. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { reportDefinition } from '../../definitions/report.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import { openingQueries } from '../../visuals/query/opening.ts';
import { reportProblems } from '../../engine/checks/checkReport.ts';
import { registerCreating } from './reportCreation.ts';
import { registerDashboards } from './dashboardEmbed.ts';
import { embedErrors } from './embedErrors.ts';
import type { EmbedOptions } from './embedOptions.ts';
import type { EmbedGrant } from './grant.ts';
import { servePage } from './pageFiles.ts';
import { registerPaginated } from './paginatedEmbed.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { QueryAnswer, ReportAnswer, SavedAnswer } from '../../definitions/embedApi.ts';
import { queryRequest } from './querySchema.ts';
import { firstIssue, identityFor, malformed, refuse, refuseRepeated, sameId, tokenOf } from './embedRequests.ts';

type GrantedReport = { grant: EmbedGrant; report: ReportDefinition; workspace_id: string; allow_edit: boolean };

const guid = z.guid();

/** Where a host says that a report stands, and which dataset it reads instead of its own. */
type ReportQuery = { groupId?: string | undefined; datasetId?: string | undefined };

/** The report, if the token covers it and what it reads, and it stands where the address says. */
function openReport(
  options: EmbedOptions,
  token: string,
  reportId: string,
  { groupId, datasetId }: ReportQuery = {},
): GrantedReport | EmbedError {
  const grant = options.checkToken(token);
  if ('errorCode' in grant) return grant;
  if (!guid.safeParse(reportId).success) return embedErrors.reportIdMalformed;
  const found = options.reportStore.find(reportId);
  if (!found) return embedErrors.reportNotFound;
  const covered = grant.reports.find(({ id }) => sameId(id, reportId));
  const model = datasetId || found.report.model;
  const readable = grant.datasets.some((id) => sameId(id, model)) && options.reportStore.model(model) !== undefined;
  // A token for a dashboard shows its tiles, and not the reports behind them.
  if (!covered || !readable || grant.dashboards) return embedErrors.reportNotCovered;
  if (groupId !== undefined && groupId !== '' && !sameId(groupId, found.workspace_id)) return embedErrors.wrongGroup;
  return { grant, ...found, report: { ...found.report, model }, allow_edit: covered.allow_edit };
}

const edited = z.strictObject({ report: reportDefinition });
const copied = z.strictObject({ report: reportDefinition, name: z.string().trim().min(1).max(200), workspace_id: guid.optional() });

/** What is wrong with an edited report; it still reads the model that its token covers. */
function editingProblem({ reportStore }: EmbedOptions, original: ReportDefinition, report: ReportDefinition): string | undefined {
  if (!sameId(original.id, report.id) || !sameId(original.model, report.model)) return 'report: another report or model';
  const model = reportStore.model(report.model);
  return model ? reportProblems(report, model)[0] : 'report: its model is gone';
}

/** Edited reports are kept, in their place or as a copy. */
function registerSaving(app: FastifyInstance, options: EmbedOptions): void {
  const { reportStore } = options;

  app.put<{ Params: { reportId: string } }>('/embed-api/reports/:reportId', (request, reply) => {
    const granted = openReport(options, tokenOf(request), request.params.reportId);
    if ('errorCode' in granted) return refuse(reply, granted);
    if (!granted.allow_edit) return refuse(reply, embedErrors.editingNotAllowed);
    const asked = edited.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const problem = editingProblem(options, granted.report, asked.data.report);
    if (problem !== undefined) return malformed(reply, problem);
    const kept = { ...asked.data.report, id: granted.report.id, name: granted.report.name };
    reportStore.replace(kept);
    return reply.send({ id: kept.id, name: kept.name } satisfies SavedAnswer);
  });

  app.post<{ Params: { reportId: string } }>('/embed-api/reports/:reportId/copies', (request, reply) => {
    const granted = openReport(options, tokenOf(request), request.params.reportId);
    if ('errorCode' in granted) return refuse(reply, granted);
    const asked = copied.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const { report, name, workspace_id } = asked.data;
    const targets = granted.grant.target_workspaces;
    const own = targets.find((id) => sameId(id, granted.workspace_id));
    const target = workspace_id === undefined ? (own ?? targets[0]) : targets.find((id) => sameId(id, workspace_id));
    if (target === undefined) return refuse(reply, embedErrors.copyingNotAllowed);
    const problem = editingProblem(options, granted.report, report);
    if (problem !== undefined) return malformed(reply, problem);
    const copy = { ...report, id: randomUUID(), name };
    reportStore.add(target, copy);
    return reply.send({ id: copy.id, name } satisfies SavedAnswer);
  });
}

function registerApi(app: FastifyInstance, options: EmbedOptions): void {
  const { engine } = options;

  app.get<{ Params: { reportId: string }; Querystring: ReportQuery }>('/embed-api/reports/:reportId', (request, reply) => {
    const granted = openReport(options, tokenOf(request), request.params.reportId, request.query);
    if ('errorCode' in granted) return refuse(reply, granted);
    const { grant, report, workspace_id, allow_edit } = granted;
    const answer: ReportAnswer = {
      report,
      workspace_id,
      fields: engine.fields(report.model),
      permissions: { edit: allow_edit, save_as: grant.target_workspaces.length > 0 },
      expires_at: new Date(grant.expires_at_ms).toISOString(),
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.get<{ Params: { reportId: string }; Querystring: ReportQuery & { page?: string; phone?: string } }>(
    '/embed-api/reports/:reportId/answers',
    async (request, reply) => {
      const granted = openReport(options, tokenOf(request), request.params.reportId, request.query);
      if ('errorCode' in granted) return refuse(reply, granted);
      const { grant, report } = granted;
      const queries = openingQueries(report, request.query.page, request.query.phone === 'true').map(({ query }) => query);
      const answer: QueryAnswer = { results: await engine.query(report.model, queries, identityFor(grant, report.model)) };
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  app.post<{ Params: { reportId: string }; Querystring: ReportQuery }>('/embed-api/reports/:reportId/query', async (request, reply) => {
    const granted = openReport(options, tokenOf(request), request.params.reportId, { datasetId: request.query.datasetId });
    if ('errorCode' in granted) return refuse(reply, granted);
    const asked = queryRequest.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const { grant, report } = granted;
    const answer: QueryAnswer = { results: await engine.query(report.model, asked.data.queries, identityFor(grant, report.model)) };
    return reply.header('cache-control', 'no-store').send(answer);
  });
}

/** Adds the embed pages and their `/embed-api` to the service. */
export function registerEmbed(app: FastifyInstance, options: EmbedOptions): void {
  void app.register(async (scope) => {
    await scope.register(compress, { encodings: ['gzip', 'identity'], threshold: 1024 });
    await scope.register(async (api) => {
      api.addHook('preHandler', refuseRepeated);
      registerApi(api, options);
      registerSaving(api, options);
      registerCreating(api, options);
      registerDashboards(api, options);
      registerPaginated(api, options);
    });
    await servePage(scope, options.pageDirectory);
  });
}
