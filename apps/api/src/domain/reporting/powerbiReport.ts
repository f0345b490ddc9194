/** A report as the service describes it: its kind, and the dataset whose rules apply to it (docs/reference/powerbi.md A3 and A4). */
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { Report } from '@vitrine/powerbi/reports.ts';

export type ReportAddress = { workspace_id: string; external_report_id: string };

/** As it is now. */
export type PowerbiReport = {
  name: string;
  kind: 'report' | 'paginated';
  embed_url: string;
  dataset_id: string | null;
  dataset_workspace_id: string | null;
  /** The dataset requires an effective identity, and roles in it. */
  identity_required: boolean;
  roles_required: boolean;
  /** The workspace is on a capacity, which exports need. */
  on_capacity: boolean;
};

/** A report of pages and visuals, or a paginated one (RDL). */
export const kindOf = (report: Report): 'report' | 'paginated' => (report.reportType === 'PaginatedReport' ? 'paginated' : 'report');

/** A paginated report names its dataset only as a data source. */
async function datasetOfPaginated(service: PowerBi, report: Report, workspaceId: string): Promise<string | null> {
  if (kindOf(report) !== 'paginated') return null;
  const [dataset = null] = await service.reports.datasetsOfPaginated(workspaceId, report.id);
  return dataset;
}

/** The report with the rules of its dataset. */
export async function describeReport(service: PowerBi, { workspace_id, external_report_id }: ReportAddress): Promise<PowerbiReport> {
  const [report, workspace] = await Promise.all([
    service.reports.get(workspace_id, external_report_id),
    service.workspaces.get(workspace_id),
  ]);
  const dataset_id = report.datasetId ?? (await datasetOfPaginated(service, report, workspace_id));
  const dataset = dataset_id === null ? undefined : await service.datasets.get(report.datasetWorkspaceId ?? workspace_id, dataset_id);
  return {
    name: report.name,
    kind: kindOf(report),
    embed_url: report.embedUrl,
    dataset_id,
    dataset_workspace_id: report.datasetWorkspaceId ?? null,
    identity_required: dataset?.isEffectiveIdentityRequired ?? false,
    roles_required: dataset?.isEffectiveIdentityRolesRequired ?? false,
    on_capacity: workspace.isOnDedicatedCapacity ?? false,
  };
}
