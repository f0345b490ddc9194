import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentReport, SentReportPage, SentReportSource } from '@vitrine/powerbi/wire/reports.ts';
import { z } from 'zod';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { PageDefinition, ReportDefinition } from '../../definitions/report.ts';
import { invalidRequest, notFound } from '../serviceError.ts';
import { packReport } from '../imports/archive.ts';
import { reportProblems } from '../../engine/checks/checkReport.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import { removeReport, replaceReport } from '../publishing.ts';
import type { Service } from '../service.ts';
import { findReport, locateModel } from '../tenant/state.ts';
import type { Workspace } from '../tenant/state.ts';
import { callerOf, workspaceFor, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { paginatedEmbedUrl, reportEmbedUrl } from './embedUrls.ts';
import { list } from './odata.ts';
import { paginatedOf, reportOf } from './reportOf.ts';

const reportRow = (service: Service, workspace: Workspace, report: ReportDefinition): SentReport => ({
  id: report.id,
  reportType: 'PowerBIReport',
  name: report.name,
  ...(report.description !== undefined && { description: report.description }),
  webUrl: `${service.origin()}/groups/${workspace.id}/reports/${report.id}`,
  embedUrl: reportEmbedUrl(service, workspace.id, report.id),
  isFromPbix: true,
  isOwnedByMe: true,
  datasetId: report.model,
  datasetWorkspaceId: locateModel(service.state, report.model, workspace)?.workspace.id ?? workspace.id,
  users: [],
  subscriptions: [],
});

/** Without a dataset: where a paginated report reads, its data sources tell. */
const paginatedRow = (service: Service, workspace: Workspace, report: PaginatedDefinition): SentReport => ({
  id: report.id,
  reportType: 'PaginatedReport',
  name: report.name,
  ...(report.description !== undefined && { description: report.description }),
  webUrl: `${service.origin()}/groups/${workspace.id}/rdlreports/${report.id}`,
  embedUrl: paginatedEmbedUrl(service, workspace.id, report.id),
  isFromPbix: false,
  isOwnedByMe: true,
  users: [],
  subscriptions: [],
});

/** A data source that is a dataset, as paginated reports name it. */
const datasetSource = ({ model }: PaginatedDefinition): SentReportSource => ({
  name: 'Dataset',
  datasourceType: 'AnalysisServices',
  connectionDetails: { server: 'pbiazure://api.powerbi.com/', database: `sobe_wowvirtualserver-${model}` },
});

/** A model that the caller may build on, and that has every field of the report. */
const readableModel = (service: Service, request: FastifyRequest, modelId: string, report: ReportDefinition): ModelDefinition => {
  const located = locateModel(service.state, modelId);
  if (!located) throw notFound();
  workspaceFor(service.state, callerOf(request), located.workspace.id);
  const [problem] = reportProblems(report, located.model);
  if (problem !== undefined) throw invalidRequest(`The report does not fit the dataset: ${problem}`);
  return located.model;
};

const pageRow = (page: PageDefinition, order: number): SentReportPage => ({ name: page.name, displayName: page.display_name, order });

const cloneRequest = z.object({
  name: z.string().trim().min(1),
  targetWorkspaceId: z.guid().nullish(),
  targetModelId: z.guid().nullish(),
});
const rebindRequest = z.object({ datasetId: z.guid() });
const contentRequest = z.object({
  sourceType: z.literal('ExistingReport'),
  sourceReport: z.object({ sourceReportId: z.guid(), sourceWorkspaceId: z.guid().nullish() }),
});

/** Reports and their pages (docs/reference/powerbi.md A3). */
export const registerReports = (app: FastifyInstance, service: Service): void => {
  app.get('/groups/:group/reports', async (request) => {
    const workspace = workspaceOf(service, request);
    const rows = [
      ...workspace.reports.map((report) => reportRow(service, workspace, report)),
      ...workspace.paginated.map((report) => paginatedRow(service, workspace, report)),
    ];
    return list(service, `groups('${workspace.id}')/reports`, rows);
  });

  app.get('/groups/:group/reports/:report', async (request) => {
    const paginated = paginatedOf(service, request);
    if (paginated) return paginatedRow(service, paginated.workspace, paginated.report);
    const { workspace, report } = reportOf(service, request);
    return reportRow(service, workspace, report);
  });

  app.delete('/groups/:group/reports/:report', async (request, reply) => {
    const paginated = paginatedOf(service, request, 'Contributor');
    if (paginated) {
      const { workspace, report } = paginated;
      workspace.paginated.splice(workspace.paginated.indexOf(report), 1);
      return reply.code(200).send();
    }
    const { workspace, report } = reportOf(service, request, 'Contributor');
    removeReport(workspace, report);
    return reply.code(200).send();
  });

  app.post('/groups/:group/reports/:report/Clone', async (request) => {
    const { workspace, report } = reportOf(service, request);
    const { name, targetWorkspaceId, targetModelId } = bodyAs(cloneRequest, request.body);
    // All zeros stand for "My workspace", which a service principal does not have.
    const target = workspaceFor(service.state, callerOf(request), targetWorkspaceId ?? workspace.id, 'Contributor');
    const model = readableModel(service, request, targetModelId ?? report.model, report);
    const copy: ReportDefinition = { ...structuredClone(report), id: randomUUID(), name, model: model.id };
    target.reports.push(copy);
    return reportRow(service, target, copy);
  });

  app.post('/groups/:group/reports/:report/Rebind', async (request, reply) => {
    const { workspace, report } = reportOf(service, request, 'Contributor');
    const { datasetId } = bodyAs(rebindRequest, request.body);
    const model = readableModel(service, request, datasetId, report);
    replaceReport(workspace, report, { ...report, model: model.id });
    return reply.code(200).send();
  });

  app.post('/groups/:group/reports/:report/UpdateReportContent', async (request) => {
    const { workspace, report } = reportOf(service, request, 'Contributor');
    const { sourceReport } = bodyAs(contentRequest, request.body);
    const from = workspaceFor(service.state, callerOf(request), sourceReport.sourceWorkspaceId ?? workspace.id);
    const source = findReport(from, sourceReport.sourceReportId);
    if (!source) throw notFound();
    const { id, name, model } = report;
    const next: ReportDefinition = { ...structuredClone(source), id, name, model };
    replaceReport(workspace, report, next);
    return reportRow(service, workspace, next);
  });

  app.get('/groups/:group/reports/:report/Export', async (request, reply) => {
    const { workspace, report } = reportOf(service, request, 'Contributor');
    const { downloadType } = bodyAs(
      z.object({ downloadType: z.enum(['IncludeModel', 'LiveConnect']).default('IncludeModel') }),
      request.query,
    );
    const located = locateModel(service.state, report.model, workspace);
    const model = downloadType === 'IncludeModel' ? located?.model : undefined;
    const bytes = await packReport(report, model, service.state.model_directories.get(report.model.toLowerCase()));
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${report.name}.pbix`)}`)
      .send(Buffer.from(bytes));
  });

  // Paginated reports have data sources of their own; the others have those of their dataset.
  for (const [method, call, least] of [
    ['GET', 'datasources', 'Viewer'],
    ['POST', 'Default.TakeOver', 'Contributor'],
    ['POST', 'Default.UpdateDatasources', 'Contributor'],
  ] as const) {
    app.route({
      method,
      url: `/groups/:group/reports/:report/${call}`,
      handler: async (request, reply) => {
        const paginated = paginatedOf(service, request, least);
        if (paginated && call === 'datasources') return list(service, 'datasources', [datasetSource(paginated.report)]);
        if (paginated && call === 'Default.TakeOver') return reply.code(200).send();
        if (paginated) throw invalidRequest('The data source of the report is a dataset, which has its own');
        const { report } = reportOf(service, request, least);
        throw invalidRequest(`The call '${call}' is for paginated reports; the report '${report.id}' is none`);
      },
    });
  }

  app.get('/groups/:group/reports/:report/pages', async (request) => {
    const { workspace, report } = reportOf(service, request);
    return list(service, `groups('${workspace.id}')/reports('${report.id}')/pages`, report.pages.map(pageRow));
  });

  app.get('/groups/:group/reports/:report/pages/:page', async (request) => {
    const { report } = reportOf(service, request);
    const { page: name } = z.object({ page: z.string() }).parse(request.params);
    const order = report.pages.findIndex((page) => page.name === name);
    const page = report.pages[order];
    if (!page) throw notFound();
    return pageRow(page, order);
  });
};
