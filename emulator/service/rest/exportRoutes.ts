import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportRequest } from '@vitrine/powerbi/wire/exports.ts';
import type { SentExport } from '@vitrine/powerbi/wire/exports.ts';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import { capacityNotActive, invalidRequest, notAuthorized, notFound } from '../serviceError.ts';
import { exportStatus } from '../exports/exportJobs.ts';
import type { Export, Work } from '../exports/exportRecord.ts';
import type { PrintItem } from '../../exportRenderer/job.ts';
import { parseFilterText } from '../exports/filterExpression.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { isPaused, locateModel } from '../tenant/state.ts';
import type { Workspace } from '../tenant/state.ts';
import { callerOf, hasRight, idOf, workspaceFor, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import type { Identity } from '@vitrine/powerbi/wire/embedTokens.ts';
import { checkIdentities } from './identityRules.ts';
import { paginatedJobOf } from './paginatedExports.ts';
import { paginatedOf, reportOf } from './reportOf.ts';

type Configuration = NonNullable<z.infer<typeof exportRequest>['powerBIReportConfiguration']>;

/** What is printed: the named pages and visuals, else every page; hidden ones only when asked for. */
const itemsOf = (report: ReportDefinition, { pages, defaultBookmark, settings }: Configuration): PrintItem[] => {
  if (!pages) {
    return report.pages
      .filter((page) => !page.hidden || settings?.includeHiddenPages)
      .map((page) => ({ page: page.name, bookmark: defaultBookmark ?? undefined }));
  }
  return pages.map(({ pageName, visualName, bookmark: own }) => {
    const page = report.pages.find(({ name }) => name === pageName);
    if (!page) throw invalidRequest(`The page '${pageName}' does not exist in the report`);
    if (visualName && !page.visuals.some(({ name }) => name === visualName))
      throw invalidRequest(`The visual '${visualName}' does not exist on the page '${pageName}'`);
    return { page: pageName, visual: visualName ?? undefined, bookmark: own ?? defaultBookmark ?? undefined };
  });
};

const exportRow = (entry: Export, service: Service, file: string): SentExport => {
  const { status, percent } = exportStatus(entry, service);
  const { export_hours } = service.limits;
  return {
    id: entry.id,
    createdDateTime: new Date(entry.created_at_ms).toISOString(),
    lastActionDateTime: new Date(service.clock.now()).toISOString(),
    reportId: entry.report_id,
    reportName: entry.report_name,
    status,
    percentComplete: percent,
    ...(status === 'Succeeded' && {
      resourceLocation: file,
      resourceFileExtension: entry.extension,
      ...(export_hours !== null && { expirationTime: new Date(entry.created_at_ms + export_hours * 3_600_000).toISOString() }),
    }),
  };
};

/** Seconds until the next poll makes sense. */
const pollAfterS = 1;

const contentTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.zip': 'application/zip',
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Reports as files (docs/reference/powerbi.md A3). */
export const registerExports = (app: FastifyInstance, service: Service): void => {
  const path = '/groups/:group/reports/:report';

  const fileAddress = (entry: Export): string => {
    const at = `groups/${entry.workspace_id}/reports/${entry.report_id}/exports/${encodeURIComponent(entry.id)}/file`;
    return `${service.origin()}/v1.0/myorg/${at}`;
  };

  const exportOf = async (request: FastifyRequest): Promise<Export> => {
    workspaceOf(service, request);
    const { export_hours } = service.limits;
    if (export_hours !== null) await service.exports.forgetUntil(service.clock.now() - export_hours * 3_600_000);
    const entry = service.exports.find(z.object({ export: z.string() }).parse(request.params).export);
    if (!entry || entry.report_id.toLowerCase() !== idOf(request, 'report')) throw notFound();
    return entry;
  };

  /** The model that an export reads, which the caller may read as well. */
  const modelFor = (request: FastifyRequest, workspace: Workspace, modelId: string): ModelDefinition => {
    if (workspace.capacity_id === undefined) throw invalidRequest('Exporting a report needs a workspace on a capacity');
    if (isPaused(service.state, workspace)) throw capacityNotActive();
    const located = locateModel(service.state, modelId, workspace);
    if (!located) throw notFound();
    workspaceFor(service.state, callerOf(request), located.workspace.id);
    return located.model;
  };

  const workOf = (request: FastifyRequest): { workspace: Workspace; model: ModelDefinition; job: Work['job']; identities: Identity[] } => {
    const now_ms = service.clock.now();
    const paginated = paginatedOf(service, request);
    if (paginated) {
      const { workspace, report } = paginated;
      const model = modelFor(request, workspace, report.model);
      return { workspace, model, ...paginatedJobOf(report, model, request.body, now_ms) };
    }
    const { workspace, report } = reportOf(service, request);
    const { format, powerBIReportConfiguration } = bodyAs(exportRequest, request.body);
    const configuration: Configuration = powerBIReportConfiguration ?? { identities: [] };
    const model = modelFor(request, workspace, configuration.datasetToBind ?? report.model);
    const items = itemsOf(report, configuration);
    const most = service.limits.export_items;
    if (exceeds(items.length, most)) throw invalidRequest(`At most ${most} pages and visuals can be exported in one request`);
    const filters = (configuration.reportLevelFilters ?? []).flatMap(({ filter }) => parseFilterText(filter));
    const locale = configuration.settings?.locale ?? 'en-US';
    return { workspace, model, job: { report, items, format, filters, locale, now_ms }, identities: configuration.identities };
  };

  app.post(`${path}/ExportTo`, async (request, reply) => {
    const { workspace, model, job, identities: given } = workOf(request);
    checkIdentities([model], given, service.limits);
    if (given.length > 0 && !hasRight(workspace, callerOf(request), 'Contributor')) throw notAuthorized();
    const [identity] = given;
    const entry = await service.exports.start(service, workspace, {
      model_id: model.id,
      ...(identity && {
        identity: {
          username: identity.username,
          roles: identity.roles ?? [],
          ...(typeof identity.customData === 'string' && { custom_data: identity.customData }),
        },
      }),
      job,
    });
    return reply
      .code(202)
      .header('retry-after', String(pollAfterS))
      .send(exportRow(entry, service, fileAddress(entry)));
  });

  app.get(`${path}/exports/:export`, async (request, reply) => {
    const entry = await exportOf(request);
    const { status } = exportStatus(entry, service);
    const isRunning = status === 'NotStarted' || status === 'Running';
    const wait = isRunning ? pollAfterS : status === 'Failed' ? entry.fault?.retry_after_s : undefined;
    if (wait !== undefined) reply.header('retry-after', String(wait));
    return reply.code(isRunning ? 202 : 200).send(exportRow(entry, service, fileAddress(entry)));
  });

  app.get(`${path}/exports/:export/file`, async (request, reply) => {
    const entry = await exportOf(request);
    const { extension } = entry;
    if (exportStatus(entry, service).status !== 'Succeeded' || extension === undefined) throw notFound();
    const file = await open(service.exports.fileOf(entry));
    const name = encodeURIComponent(`${entry.report_name}${extension}`);
    return reply
      .type(contentTypes[extension] ?? 'application/octet-stream')
      .header('content-length', (await file.stat()).size)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(file.createReadStream());
  });
};
