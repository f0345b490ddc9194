import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PageDefinition, ReportDefinition } from '../definition.ts';
import { notFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { findReport, locateModel } from '../state.ts';
import type { Workspace } from '../state.ts';
import { idOf, workspaceOf } from './authorize.ts';
import { reportEmbedUrl } from './embed-urls.ts';
import { list } from './odata.ts';

const reportRow = (service: Service, workspace: Workspace, report: ReportDefinition) => ({
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

const pageRow = (page: PageDefinition, order: number) => ({ name: page.name, displayName: page.display_name, order });

const reportOf = (service: Service, request: FastifyRequest): { workspace: Workspace; report: ReportDefinition } => {
  const workspace = workspaceOf(service, request);
  const report = findReport(workspace, idOf(request, 'report'));
  if (!report) throw notFound();
  return { workspace, report };
};

/** Reports and their pages (powerbi.md A3). */
export const registerReports = (app: FastifyInstance, service: Service): void => {
  app.get('/groups/:group/reports', async (request) => {
    const workspace = workspaceOf(service, request);
    const rows = workspace.reports.map((report) => reportRow(service, workspace, report));
    return list(service, `groups('${workspace.id}')/reports`, rows);
  });

  app.get('/groups/:group/reports/:report', async (request) => {
    const { workspace, report } = reportOf(service, request);
    return reportRow(service, workspace, report);
  });

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
