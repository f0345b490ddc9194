/**
 * What the portal asks of the reporting service apart from opening a report: the portal's names for the client's calls, and
 * the refusals that depend on which call was made.
 */
import type { Arm, CapacityReference } from '@vitrine/powerbi/arm.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import type { ExportRequest } from '@vitrine/powerbi/exports.ts';
import type { Import } from '@vitrine/powerbi/imports.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { QueryAnswer } from '@vitrine/powerbi/queries.ts';
import type { Refresh } from '@vitrine/powerbi/refreshes.ts';
import { failureOfRefresh } from '@vitrine/powerbi/refreshes.ts';
import { fail } from '#platform/http/fail.ts';
import type { PowerbiCapacity } from './powerbiCapacity.ts';
import { capacityOf } from './powerbiCapacity.ts';
import type { ReportAddress, PowerbiReport } from './powerbiReport.ts';
import { describeReport, kindOf } from './powerbiReport.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

/** A refresh as the service reports it. It is running until it has an end. */
export type PowerbiRefresh = {
  request_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
  /** The service's own message about a failure. */
  reason: string | null;
};

/** What an import made, and how data that nobody had described was understood where the service says it. */
type Published = { reports: { id: string; name: string }[]; reading: Import['@vitrine.reading'] };

export type QueryRow = QueryAnswer['rows'][number];

type FileToPublish = { name: string; bytes: Uint8Array; replaces: boolean };

export type PowerbiCalls = {
  /** Workspaces that the account can access. */
  workspaces: (account: ReportingAccount) => Promise<{ id: string; name: string; on_capacity: boolean }[]>;
  /** Reports of a workspace. */
  reports: (
    account: ReportingAccount,
    workspaceId: string,
  ) => Promise<{ id: string; name: string; dataset_id: string | null; kind: 'report' | 'paginated' }[]>;
  /** Whether the workspace is on a capacity. */
  onCapacity: (account: ReportingAccount, workspaceId: string) => Promise<boolean>;
  /** Starts a refresh of a dataset and returns the service's id of it. */
  refresh: (account: ReportingAccount, workspaceId: string, datasetId: string) => Promise<string | null>;
  /** The latest refreshes of a data set, the newest first. */
  refreshes: (account: ReportingAccount, workspaceId: string, datasetId: string) => Promise<PowerbiRefresh[]>;
  /** Pages of a report in their order, without hidden ones. */
  pages: (account: ReportingAccount, address: ReportAddress) => Promise<{ name: string; title: string }[]>;
  /** Starts an export of a report and returns the service's id of it. */
  startExport: (account: ReportingAccount, address: ReportAddress, request: ExportRequest) => Promise<string>;
  /** Waits for the export, reporting its progress, and fetches the file. */
  finishExport: (
    account: ReportingAccount,
    address: ReportAddress,
    exportId: string,
    onPercent: (percent: number) => Promise<void>,
  ) => Promise<{ extension: string; bytes: Uint8Array }>;
  /** The state of a workspace's capacity; a workspace without one counts as running. */
  capacity: (account: ReportingAccount, workspaceId: string) => Promise<PowerbiCapacity>;
  /** Starts a paused capacity; poll `capacity` for its state. */
  wakeCapacity: (account: ReportingAccount, resource: CapacityReference) => Promise<void>;
  /** Passes a file to the service under a name with the ending of its type; returns the id of the import. */
  publish: (account: ReportingAccount, workspaceId: string, file: FileToPublish) => Promise<string>;
  /** Waits for the end of the import and returns what it made. */
  published: (account: ReportingAccount, workspaceId: string, importId: string) => Promise<Published>;
  /** The rows of a DAX query, blank cells as null; `query_refused` says in the service's words what is wrong with it. */
  rows: (account: ReportingAccount, workspaceId: string, datasetId: string, query: string, timeoutMs?: number) => Promise<QueryRow[]>;
  /** One report with the rules of its data set, as it is now. */
  describe: (account: ReportingAccount, address: ReportAddress) => Promise<PowerbiReport>;
};

/** Work with the clients of an account, whose failures are words of `errors.ts`. */
export type Calling = <T>(account: ReportingAccount, work: (service: PowerBi, arm: Arm) => Promise<T>, timeoutMs?: number) => Promise<T>;

/** Time limit for large files over slow lines. */
const publishWithin = 10 * 60_000;

/** Workspaces, their reports, and pages of those. */
const listing = (calling: Calling): Pick<PowerbiCalls, 'workspaces' | 'reports' | 'onCapacity' | 'pages'> => ({
  workspaces: (account) =>
    calling(account, async (service) =>
      (await service.workspaces.list()).map(({ id, name, isOnDedicatedCapacity }) => ({
        id,
        name,
        on_capacity: isOnDedicatedCapacity ?? false,
      })),
    ),
  reports: (account, workspaceId) =>
    calling(account, async (service) =>
      (await service.reports.list(workspaceId)).map((report) => ({
        id: report.id,
        name: report.name,
        dataset_id: report.datasetId ?? null,
        kind: kindOf(report),
      })),
    ),
  onCapacity: (account, workspaceId) =>
    calling(account, async (service) => (await service.workspaces.get(workspaceId)).isOnDedicatedCapacity ?? false),
  pages: (account, { workspace_id, external_report_id }) =>
    calling(account, async (service) =>
      (await service.reports.pages(workspace_id, external_report_id)).map(({ name, displayName }) => ({
        name,
        title: displayName ?? name,
      })),
    ),
});

/** A day on a capacity has 48, and the service keeps no more than 60. */
const refreshesRead = 60;

/** Refreshes of datasets. */
const refreshing = (calling: Calling): Pick<PowerbiCalls, 'refresh' | 'refreshes'> => ({
  refresh: (account, workspaceId, datasetId) =>
    calling(account, async (service) => {
      await service.refreshes.start(workspaceId, datasetId).catch(refuseRefresh);
      const [latest] = await service.refreshes.list(workspaceId, datasetId, { top: 1 });
      return latest?.requestId ?? null;
    }),
  refreshes: (account, workspaceId, datasetId) =>
    calling(account, async (service) =>
      (await service.refreshes.list(workspaceId, datasetId, { top: refreshesRead })).map(refreshAtService),
    ),
});

/** Reports as files. */
const exporting = (calling: Calling): Pick<PowerbiCalls, 'startExport' | 'finishExport'> => ({
  startExport: (account, { workspace_id, external_report_id }, request) =>
    calling(account, async (service) => (await service.exports.start(workspace_id, external_report_id, request)).id),
  finishExport: (account, { workspace_id, external_report_id }, exportId, onPercent) =>
    calling(account, async (service) => {
      let telling = Promise.resolve();
      const made = await service.exports.waitFor(workspace_id, external_report_id, exportId, {
        onProgress: ({ percentComplete = 0 }) => {
          telling = telling.then(() => onPercent(Math.round(percentComplete)));
          // Failures are handled below, where the result is awaited.
          telling.catch(() => undefined);
        },
      });
      await telling;
      const bytes = await service.exports.file(workspace_id, external_report_id, exportId);
      return { extension: made.resourceFileExtension ?? '', bytes };
    }),
});

/** Capacities, in Power BI and in Azure. */
const capacities = (calling: Calling): Pick<PowerbiCalls, 'capacity' | 'wakeCapacity'> => ({
  capacity: (account, workspaceId) => calling(account, (service, arm) => capacityOf(service, arm, account, workspaceId)),
  wakeCapacity: (account, resource) => calling(account, (_service, arm) => arm.capacities.resume(resource)),
});

/** Files that become reports. */
const publishing = (calling: Calling): Pick<PowerbiCalls, 'publish' | 'published'> => ({
  publish: (account, workspaceId, { name, bytes, replaces }) =>
    calling(
      account,
      (service) =>
        service.imports.publish(workspaceId, name, bytes, { nameConflict: replaces ? 'CreateOrOverwrite' : 'Abort' }).catch(refuseImport),
      publishWithin,
    ),
  published: (account, workspaceId, importId) =>
    calling(account, async (service) => {
      const { reports, '@vitrine.reading': reading } = await service.imports.waitFor(workspaceId, importId).catch(refuseImport);
      return { reports, reading };
    }),
});

/** Questions to a model. What is cut off at the service's limits is left out. */
const querying = (calling: Calling): Pick<PowerbiCalls, 'rows'> => ({
  rows: (account, workspaceId, datasetId, query, timeoutMs) =>
    calling(
      account,
      async ({ queries }) => {
        const { rows, error } = await queries.execute(workspaceId, datasetId, query, { includeNulls: true }).catch(refuseQuery);
        if (error !== undefined && rows.length === 0) fail('query_refused', { reason: error.message ?? '' });
        return rows;
      },
      timeoutMs,
    ),
});

/** All calls, made as `calling` makes them: with the patience of a person or of a job. */
export function powerbiCalls(calling: Calling): PowerbiCalls {
  const describe: PowerbiCalls['describe'] = (account, address) => calling(account, (service) => describeReport(service, address));
  return {
    ...listing(calling),
    ...refreshing(calling),
    ...exporting(calling),
    ...capacities(calling),
    ...publishing(calling),
    ...querying(calling),
    describe,
  };
}

/** Only the text of the service's message tells whether another refresh is running or the daily limit is reached. */
function refuseRefresh(error: unknown): never {
  if (!(error instanceof PowerBiError) || error.kind !== 'invalid') throw error;
  return fail(/already executing/i.test(error.message) ? 'refresh_running' : 'refresh_budget_spent', {}, {}, error);
}

function refuseQuery(error: unknown): never {
  if (!(error instanceof PowerBiError)) throw error;
  // Queries have a limit of their own: to have reached it says nothing about opening reports.
  if (error.kind === 'throttled')
    fail('reporting_throttled', {}, error.retry_after_s === null ? {} : { retry_after: error.retry_after_s }, error);
  if (error.kind !== 'invalid') throw error;
  return fail('query_refused', { reason: error.message }, {}, error);
}

function refuseImport(error: unknown): never {
  if (!(error instanceof PowerBiError) || error.kind !== 'invalid') throw error;
  if (error.code === 'PbixAlreadyImported') return fail('upload_name_taken', {}, {}, error);
  return fail('upload_refused', { reason: error.message }, {}, error);
}

function refreshAtService(refresh: Refresh): PowerbiRefresh {
  const { requestId, startTime, endTime, status } = refresh;
  const ended = { Completed: 'completed', Failed: 'failed', Disabled: 'failed', Cancelled: 'cancelled' } as const;
  return {
    request_id: requestId ?? null,
    started_at: startTime ?? null,
    ended_at: endTime ?? null,
    state: Object.hasOwn(ended, status) ? ended[status as keyof typeof ended] : 'running',
    reason: failureOfRefresh(refresh),
  };
}
