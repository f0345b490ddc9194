import type { FastifyRequest } from 'fastify';
import type { ReportDefinition } from '../definition.ts';
import { notFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { findReport } from '../state.ts';
import type { AccessRight, Workspace } from '../state.ts';
import { idOf, workspaceOf } from './authorize.ts';

/** The report that the path names. */
export const reportOf = (
  service: Service,
  request: FastifyRequest,
  least?: AccessRight,
): { workspace: Workspace; report: ReportDefinition } => {
  const workspace = workspaceOf(service, request, least);
  const report = findReport(workspace, idOf(request, 'report'));
  if (!report) throw notFound();
  return { workspace, report };
};
