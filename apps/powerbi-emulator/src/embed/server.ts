/** The data side of embedded reports: definitions and answers for the embed page, by what its token allows. */
import compress from '@fastify/compress';
import { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReportDefinition, WorkspaceContent } from '../definition.ts';
import type { Engine } from '../models/engine.ts';
import { embedErrors, statusOf } from './embed-errors.ts';
import type { EmbedGrant } from './grant.ts';
import { servePage } from './page.ts';
import type { EmbedError, QueryAnswer, ReportAnswer } from './protocol.ts';
import { queryRequest } from './query-schema.ts';

export type EmbedOptions = {
  content: WorkspaceContent[];
  engine: Engine;
  /** What a token allows, or why it does not count. */
  checkToken: (token: string) => EmbedGrant | EmbedError;
  /** Where the built page lies. */
  pageDirectory?: string;
};

type Opened = { grant: EmbedGrant; report: ReportDefinition; workspace_id: string; allow_edit: boolean };

const guid = z.guid();

function tokenOf(request: FastifyRequest): string {
  return /^EmbedToken (.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? '';
}

function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The report, if the token covers it and it stands where the address says. */
function openReport(options: EmbedOptions, token: string, reportId: string, groupId: string | undefined): Opened | EmbedError {
  const grant = options.checkToken(token);
  if ('errorCode' in grant) return grant;
  if (!guid.safeParse(reportId).success) return embedErrors.reportIdMalformed;
  const found = options.content
    .flatMap(({ workspace, reports }) => reports.map((report) => ({ report, workspace_id: workspace.id })))
    .find(({ report }) => sameId(report.id, reportId));
  if (!found) return embedErrors.reportNotFound;
  const covered = grant.reports.find(({ id }) => sameId(id, reportId));
  const readable = grant.datasets.some((id) => sameId(id, found.report.model));
  if (!covered || !readable) return embedErrors.reportNotCovered;
  if (groupId !== undefined && groupId !== '' && !sameId(groupId, found.workspace_id)) return embedErrors.wrongGroup;
  return { grant, ...found, allow_edit: covered.allow_edit };
}

function refuse(reply: FastifyReply, error: EmbedError): FastifyReply {
  return reply.code(statusOf(error)).send(error);
}

function identityFor(grant: EmbedGrant, modelId: string) {
  return grant.identities.find((identity) => identity.datasets.some((id) => sameId(id, modelId)));
}

function registerApi(app: FastifyInstance, options: EmbedOptions): void {
  const { engine } = options;

  app.get<{ Params: { reportId: string }; Querystring: { groupId?: string } }>('/embed-api/reports/:reportId', (request, reply) => {
    const opened = openReport(options, tokenOf(request), request.params.reportId, request.query.groupId);
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

  app.post<{ Params: { reportId: string } }>('/embed-api/reports/:reportId/query', async (request, reply) => {
    const opened = openReport(options, tokenOf(request), request.params.reportId, undefined);
    if ('errorCode' in opened) return refuse(reply, opened);
    const asked = queryRequest.safeParse(request.body);
    if (!asked.success) {
      const [issue] = asked.error.issues;
      const detailedMessage = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown shape'}`;
      return reply.code(400).send({ message: 'Invalid parameters', detailedMessage, errorCode: '400' } satisfies EmbedError);
    }
    const { grant, report } = opened;
    const answer: QueryAnswer = { results: await engine.query(report.model, asked.data.queries, identityFor(grant, report.model)) };
    return reply.header('cache-control', 'no-store').send(answer);
  });
}

/** Adds the embed pages and their `/embed-api` to the service. */
export function registerEmbed(app: FastifyInstance, options: EmbedOptions): void {
  void app.register(async (scope) => {
    await scope.register(compress, { encodings: ['gzip', 'identity'], threshold: 1024 });
    registerApi(scope, options);
    await servePage(scope, options.pageDirectory);
  });
}
