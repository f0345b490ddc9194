import type { ReportStore } from '../embed/embedOptions.ts';
import { locateDashboard, locateModel, locatePaginated, locateReport } from './state.ts';
import type { State } from './state.ts';

/** The reports of all workspaces as the embed page opens and keeps them. */
export const createReportStore = (state: State): ReportStore => ({
  find: (reportId) => {
    const found = locateReport(state, reportId);
    return found && { report: found.report, workspace_id: found.workspace.id };
  },
  paginated: (reportId) => {
    const found = locatePaginated(state, reportId);
    return found && { report: found.report, workspace_id: found.workspace.id };
  },
  model: (modelId) => locateModel(state, modelId)?.model,
  replace: (report) => {
    const found = locateReport(state, report.id);
    if (found) found.workspace.reports.splice(found.workspace.reports.indexOf(found.report), 1, report);
  },
  add: (workspaceId, report) => {
    state.workspaces.get(workspaceId.toLowerCase())?.reports.push(report);
  },
  dashboard: (dashboardId) => {
    const found = locateDashboard(state, dashboardId);
    return found && { dashboard: found.dashboard, workspace_id: found.workspace.id };
  },
});
