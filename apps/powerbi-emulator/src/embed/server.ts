/** The data side of embedded reports: definitions and answers for the embed page, by what its token allows. */
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import { reportDefinition } from '../definition.ts';
import type { ModelDefinition, ReportDefinition } from '../definition.ts';
import { openingQueries } from '../../page/query/opening.ts';
import { reportProblems } from '../models/check-report.ts';
import type { Engine } from '../models/engine.ts';
import type { Dashboard } from '../dashboards.ts';
import type { PaginatedDefinition } from '../paginated/definition.ts';
import { registerCreating } from './creating.ts';
import { registerDashboards } from './dashboards.ts';
import { embedErrors } from './embed-errors.ts';
import type { EmbedGrant } from './grant.ts';
import { servePage } from './page.ts';
import { registerPaginated } from './paginated.ts';
import type { EmbedError, QueryAnswer, ReportAnswer, SavedAnswer } from './protocol.ts';
import { queryRequest } from './query-schema.ts';
import { firstIssue, identityFor, malformed, refuse, refuseRepeated, sameId, tokenOf } from './requests.ts';

/** Where reports stand and are kept. */
export type ReportShelf = {
  find: (reportId: string) => { report: ReportDefinition; workspace_id: string } | undefined;
  paginated: (reportId: string) => { report: PaginatedDefinition; workspace_id: string } | undefined;
  model: (modelId: string) => ModelDefinition | undefined;
  replace: (report: ReportDefinition) => void;
  add: (workspaceId: string, report: ReportDefinition) => void;
  dashboard: (dashboardId: string) => { dashboard: Dashboard; workspace_id: string } | undefined;
};

export type EmbedOptions = {
  shelf: ReportShelf;
  engine: Engine;
  /** What a token allows, or why it does not count. */
  checkToken: (token: string) => EmbedGrant | EmbedError;
  /** Where the built page lies. */
  pageDirectory?: string;
};

type Opened = { grant: EmbedGrant; report: ReportDefinition; workspace_id: string; allow_edit: boolean };

const guid = z.guid();

/** Where a host says that a report stands, and which dataset it reads instead of its own. */
type Place = { groupId?: string | undefined; datasetId?: string | undefined };

/** The report, if the token covers it and what it reads, and it stands where the address says. */
function openReport(options: EmbedOptions, token: string, reportId: string, { groupId, datasetId }: Place = {}): Opened | EmbedError {
  const grant = options.checkToken(token);
  if ('errorCode' in grant) return grant;
  if (!guid.safeParse(reportId).success) return embedErrors.reportIdMalformed;
  const found = options.shelf.find(reportId);
  if (!found) return embedErrors.reportNotFound;
  const covered = grant.reports.find(({ id }) => sameId(id, reportId));
  const model = datasetId || found.report.model;
  const readable = grant.datasets.some((id) => sameId(id, model)) && options.shelf.model(model) !== undefined;
  // A token for a dashboard shows its tiles, and not the reports behind them.
  if (!covered || !readable || grant.dashboards) return embedErrors.reportNotCovered;
  if (groupId !== undefined && groupId !== '' && !sameId(groupId, found.workspace_id)) return embedErrors.wrongGroup;
  return { grant, ...found, report: { ...found.report, model }, allow_edit: covered.allow_edit };
}

const edited = z.strictObject({ report: reportDefinition });
const copied = z.strictObject({ report: reportDefinition, name: z.string().trim().min(1).max(200), workspace_id: guid.optional() });

/** What is wrong with an edited report; it still reads the model that its token covers. */
function editingProblem({ shelf }: EmbedOptions, original: ReportDefinition, report: ReportDefinition): string | undefined {
  if (!sameId(original.id, report.id) || !sameId(original.model, report.model)) return 'report: another report or model';
  const model = shelf.model(report.model);
  return model ? reportProblems(report, model)[0] : 'report: its model is gone';
}

/** Edited reports are kept, in their place or as a copy. */
function registerSaving(app: FastifyInstance, options: EmbedOptions): void {
  const { shelf } = options;

  app.put<{ Params: { reportId: string } }>('/embed-api/reports/:reportId', (request, reply) => {
    const opened = openReport(options, tokenOf(request), request.params.reportId);
    if ('errorCode' in opened) return refuse(reply, opened);
    if (!opened.allow_edit) return refuse(reply, embedErrors.editingNotAllowed);
    const asked = edited.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const problem = editingProblem(options, opened.report, asked.data.report);
    if (problem !== undefined) return malformed(reply, problem);
    const kept = { ...asked.data.report, id: opened.report.id, name: opened.report.name };
    shelf.replace(kept);
    return reply.send({ id: kept.id, name: kept.name } satisfies SavedAnswer);
  });

  app.post<{ Params: { reportId: string } }>('/embed-api/reports/:reportId/copies', (request, reply) => {
    const opened = openReport(options, tokenOf(request), request.params.reportId);
    if ('errorCode' in opened) return refuse(reply, opened);
    const asked = copied.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const { report, name, workspace_id } = asked.data;
    const targets = opened.grant.target_workspaces;
    const own = targets.find((id) => sameId(id, opened.workspace_id));
    const target = workspace_id === undefined ? (own ?? targets[0]) : targets.find((id) => sameId(id, workspace_id));
    if (target === undefined) return refuse(reply, embedErrors.copyingNotAllowed);
    const problem = editingProblem(options, opened.report, report);
    if (problem !== undefined) return malformed(reply, problem);
    const copy = { ...report, id: randomUUID(), name };
    shelf.add(target, copy);
    return reply.send({ id: copy.id, name } satisfies SavedAnswer);
  });
}

function registerApi(app: FastifyInstance, options: EmbedOptions): void {
  const { engine } = options;

  app.get<{ Params: { reportId: string }; Querystring: Place }>('/embed-api/reports/:reportId', (request, reply) => {
    const opened = openReport(options, tokenOf(request), request.params.reportId, request.query);
    if ('errorCode' in opened) return refuse(reply, opened);
    const { grant, report, workspace_id, allow_edit } = opened;
    const answer: ReportAnswer = {
      report,
      workspace_id,
      fields: engine.fields(report.model),
      permissions: { edit: allow_edit, save_as: grant.target_workspaces.length > 0 },
      expires_at: new Date(grant.expires_at_ms).toISOString(),
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.get<{ Params: { reportId: string }; Querystring: Place & { page?: string; phone?: string } }>(
    '/embed-api/reports/:reportId/answers',
    async (request, reply) => {
      const opened = openReport(options, tokenOf(request), request.params.reportId, request.query);
      if ('errorCode' in opened) return refuse(reply, opened);
      const { grant, report } = opened;
      const queries = openingQueries(report, request.query.page, request.query.phone === 'true').map(({ query }) => query);
      const answer: QueryAnswer = { results: await engine.query(report.model, queries, identityFor(grant, report.model)) };
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );

  app.post<{ Params: { reportId: string }; Querystring: Place }>('/embed-api/reports/:reportId/query', async (request, reply) => {
    const opened = openReport(options, tokenOf(request), request.params.reportId, { datasetId: request.query.datasetId });
    if ('errorCode' in opened) return refuse(reply, opened);
    const asked = queryRequest.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const { grant, report } = opened;
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
