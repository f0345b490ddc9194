import type { FastifyRequest } from 'fastify';
import type { ReportDefinition } from '../../definitions/report.ts';
import { invalidRequest, notFound } from '../serviceError.ts';
import type { PaginatedDefinition } from '../../definitions/paginated/report.ts';
import type { Service } from '../service.ts';
import { findPaginated, findReport } from '../tenant/state.ts';
import type { AccessRight, Workspace } from '../tenant/state.ts';
import { idOf, workspaceOf } from './caller.ts';

/** The paginated report that the path names; undefined when it names none. */
export const paginatedOf = (
  service: Service,
  request: FastifyRequest,
  least?: AccessRight,
): { workspace: Workspace; report: PaginatedDefinition } | undefined => {
  const workspace = workspaceOf(service, request, least);
  const report = findPaginated(workspace, idOf(request, 'report'));
  return report && { workspace, report };
};

/** The report that the path names; a paginated one is refused. */
export const reportOf = (
  service: Service,
  request: FastifyRequest,
  least?: AccessRight,
): { workspace: Workspace; report: ReportDefinition } => {
  const workspace = workspaceOf(service, request, least);
  const report = findReport(workspace, idOf(request, 'report'));
  if (report) return { workspace, report };
  if (findPaginated(workspace, idOf(request, 'report'))) throw invalidRequest('This call is not supported for paginated reports');
  throw notFound();
};
