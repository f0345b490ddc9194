/**
 * The reporting service as features use it: the portal's names, and its failures as words of `errors.ts`.
 * Everything here is a call over the network, so none of it may run while a transaction is open.
 */
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import type { Arm, CapacityReference } from '@vitrine/powerbi/arm.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { createTokenSource } from '@vitrine/powerbi/client.ts';
import { systemClock } from '@vitrine/powerbi/clock.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import type { Credentials } from '@vitrine/powerbi/entra.ts';
import type { GenerateTokenRequest } from '@vitrine/powerbi/embedTokens.ts';
import type { ExportRequest } from '@vitrine/powerbi/exports.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { Refresh } from '@vitrine/powerbi/refreshes.ts';
import { failureOfRefresh } from '@vitrine/powerbi/refreshes.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { PowerbiCapacity } from './powerbiCapacity.ts';
import { capacityOf } from './powerbiCapacity.ts';
import { insideTransaction } from '#platform/database/transaction.ts';
import { expiringCache } from '#platform/expiringCache.ts';
import { fail } from '#platform/http/fail.ts';
import type { ReportAddress, PowerbiReport } from './powerbiReport.ts';
import { describeReport, kindOf } from './powerbiReport.ts';
import { openCircuits } from './circuits.ts';
import { refusal } from './powerbiFailure.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** A refresh as the service reports it. It is running until it has an end. */
export type PowerbiRefresh = {
  request_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
  /** The service's own message about a failure. */
  reason: string | null;
};

type FileToPublish = { name: string; bytes: Uint8Array; replaces: boolean };

type ModelColumn = { table: string; column: string };

export type EmbedRequest = {
  account: ReportingAccount;
  /** The portal's report. */
  report: ReportAddress & { id: string };
  /** The effective identity for row-level security. Null: the report shows everybody the same. */
  identity: { username: string; roles: string[] } | null;
  access: 'View' | 'Edit';
  /** With `Edit`: copies may be saved in the report's workspace. */
  copies?: boolean;
};

export type Embed = { embed_url: string; token: string; token_id: string; expires_at: string; on_capacity: boolean };

export type PowerbiGateway = {
  /** The same for jobs, which have the time to wait for a service that is slow or overloaded. */
  ofJobs: PowerbiGateway;
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
  /** Waits for the end of the import and returns the reports that it created. */
  published: (account: ReportingAccount, workspaceId: string, importId: string) => Promise<{ id: string; name: string }[]>;
  /** Whether the model of the report has this column; null where the service answers no queries about it. */
  hasColumn: (account: ReportingAccount, address: ReportAddress, column: ModelColumn) => Promise<boolean | null>;
  /** One report with the rules of its data set, as it is now. */
  describe: (account: ReportingAccount, address: ReportAddress) => Promise<PowerbiReport>;
  /**
   * An embed token for one report as one identity, new or cached: one per report, identity and access level until ten
   * minutes before it expires. Refuses with `no_data_rule` when the identity does not fit the dataset's rules, with `rule_refused`
   * when it names a role that the model does not have.
   */
  embed: (request: EmbedRequest) => Promise<Embed>;
};

/** The place that a secret is bound to when it is encrypted; it cannot be decrypted for another. */
export const secretPlace = ({ tenant_id, id }: Pick<ReportingAccount, 'tenant_id' | 'id'>): string =>
  `${tenant_id}/reporting_account/${id}/secret_value`;

const minutes = (count: number) => count * 60_000;
const tokenLifeMinutes = 60;
const renewedBefore = minutes(10);
const describedFor = minutes(5);
/** Time limit for large files over slow lines. */
const publishWithin = minutes(10);

type Patience = { timeoutMs?: number; maxWaitS?: number };
/** For what is kept for the next who asks: it goes on when the first one has been told. */
const ofCache: Patience = { timeoutMs: 10_000, maxWaitS: 1 };
const ofJob: Patience = {};

/** Work with the clients of an account, whose failures are words of `errors.ts`. */
type Calling = <T>(account: ReportingAccount, work: (service: PowerBi, arm: Arm) => Promise<T>, timeoutMs?: number) => Promise<T>;

/** Workspaces, their reports, and pages of those. */
const listing = (calling: Calling): Pick<PowerbiGateway, 'workspaces' | 'reports' | 'onCapacity' | 'pages'> => ({
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

/** Refreshes of datasets. */
const refreshing = (calling: Calling): Pick<PowerbiGateway, 'refresh' | 'refreshes'> => ({
  refresh: (account, workspaceId, datasetId) =>
    calling(account, async (service) => {
      await service.refreshes.start(workspaceId, datasetId).catch(refuseRefresh);
      const [latest] = await service.refreshes.list(workspaceId, datasetId, { top: 1 });
      return latest?.requestId ?? null;
    }),
  refreshes: (account, workspaceId, datasetId) =>
    calling(account, async (service) => (await service.refreshes.list(workspaceId, datasetId, { top: 20 })).map(refreshAtService)),
});

/** Reports as files. */
const exporting = (calling: Calling): Pick<PowerbiGateway, 'startExport' | 'finishExport'> => ({
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
const capacities = (calling: Calling): Pick<PowerbiGateway, 'capacity' | 'wakeCapacity'> => ({
  capacity: (account, workspaceId) => calling(account, (service, arm) => capacityOf(service, arm, account, workspaceId)),
  wakeCapacity: (account, resource) => calling(account, (_service, arm) => arm.capacities.resume(resource)),
});

/** Files that become reports. */
const publishing = (calling: Calling): Pick<PowerbiGateway, 'publish' | 'published'> => ({
  publish: (account, workspaceId, { name, bytes, replaces }) =>
    calling(
      account,
      (service) =>
        service.imports.publish(workspaceId, name, bytes, { nameConflict: replaces ? 'CreateOrOverwrite' : 'Abort' }).catch(refuseImport),
      publishWithin,
    ),
  published: (account, workspaceId, importId) =>
    calling(account, async (service) => (await service.imports.waitFor(workspaceId, importId).catch(refuseImport)).reports),
});

/** Questions to models. */
const querying = (calling: Calling, describe: PowerbiGateway['describe']): Pick<PowerbiGateway, 'hasColumn'> => ({
  async hasColumn(account, address, { table, column }) {
    const { dataset_id, dataset_workspace_id } = await describe(account, address);
    if (dataset_id === null) return null;
    return calling(account, async (service) => {
      const isAnswered = async (query: string): Promise<boolean> => {
        try {
          const { error } = await service.queries.execute(dataset_workspace_id ?? address.workspace_id, dataset_id, query);
          return error === undefined;
        } catch (error) {
          if (error instanceof PowerBiError && error.kind === 'invalid') return false;
          throw error;
        }
      };
      const name = `'${table.replaceAll("'", "''")}'[${column.replaceAll(']', ']]')}]`;
      if (await isAnswered(`EVALUATE TOPN(1, VALUES(${name}))`)) return true;
      // A service that answers no query at all says nothing about the column.
      return (await isAnswered('EVALUATE ROW("n", 1)')) ? false : null;
    });
  },
});

export function openPowerbiGateway(options: {
  addresses: Addresses;
  secrets: Secrets;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'debug'>;
  /** A person waits so long for one answer of the service, and is then told; the page asks again by itself. */
  personWaitsMs?: number;
}): PowerbiGateway {
  const { addresses, secrets, now, personWaitsMs = 2500 } = options;
  const ofPerson: Patience = { timeoutMs: personWaitsMs, maxWaitS: 1 };
  const client = {
    addresses,
    clock: { ...systemClock, now: () => now().getTime() },
    log: (exchange: object) => options.log.debug(exchange, 'reporting service called'),
  };
  // Access tokens are cached here per credentials, so that a client, and with it the decrypted secret, lives for one call only.
  const tokens = createTokenSource({ ...client, maxWaitS: 1 });
  const circuits = openCircuits(now);
  const embeds = expiringCache<Embed>({ limit: 5000, now });
  const descriptions = expiringCache<PowerbiReport>({ limit: 2000, now });

  const callingAs =
    (patience: Patience): Calling =>
    async (account, work, timeoutMs) => {
      if (insideTransaction()) throw new Error('The reporting service is called while a transaction is open: read first, call, then write');
      if (patience !== ofJob) circuits.enter(account);
      try {
        const options = {
          ...client,
          tokens,
          ...patience,
          ...(timeoutMs ? { timeoutMs } : {}),
          credentials: credentialsOf(account, secrets),
        };
        const answer = await work(createPowerBi(options), createArm(options));
        circuits.answered(account);
        return answer;
      } catch (error) {
        circuits.failed(account, error);
        throw refusal(error);
      }
    };

  const describeLately = (calling: Calling, { account, report }: EmbedRequest) =>
    descriptions(
      JSON.stringify([account.tenant_id, account.id, account.version, report.workspace_id, report.external_report_id]),
      async () => ({
        value: await calling(account, (service) => describeReport(service, report)),
        usableUntil: new Date(now().getTime() + describedFor),
      }),
    );

  async function mint(calling: Calling, request: EmbedRequest, described: PowerbiReport): Promise<{ value: Embed; usableUntil: Date }> {
    const minted = await calling(request.account, (service) => service.generateToken(tokenRequest(request, described)));
    const { embed_url, on_capacity } = described;
    return {
      value: {
        embed_url,
        on_capacity,
        token: minted.token,
        token_id: minted.tokenId,
        expires_at: new Date(minted.expiration).toISOString(),
      },
      usableUntil: new Date(Date.parse(minted.expiration) - renewedBefore),
    };
  }

  async function embed(calling: Calling, request: EmbedRequest): Promise<Embed> {
    const described = await describeLately(calling, request);
    requireFittingIdentity(request.identity, described);
    const { account, report, identity, access, copies = false } = request;
    const { workspace_id, external_report_id } = report;
    const place = [account.tenant_id, account.id, account.version, report.id, workspace_id, external_report_id];
    const key = [...place, described.dataset_id, identity, access, copies];
    return embeds(JSON.stringify(key), () => mint(calling, request, described));
  }

  /** A service that is slow, but answers, opens the report at the second try: its answer is kept. */
  async function embedForPerson(request: EmbedRequest): Promise<Embed> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(circuits.tooSlow(request.account)), personWaitsMs);
    try {
      return await Promise.race([embed(callingAs(ofCache), request), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  const callsOf = (calling: Calling): Omit<PowerbiGateway, 'ofJobs' | 'embed'> => {
    const describe: PowerbiGateway['describe'] = (account, address) => calling(account, (service) => describeReport(service, address));
    return {
      ...listing(calling),
      ...refreshing(calling),
      ...exporting(calling),
      ...capacities(calling),
      ...publishing(calling),
      ...querying(calling, describe),
      describe,
    };
  };

  const ofJobs: PowerbiGateway = {
    ...callsOf(callingAs(ofJob)),
    embed: (request) => embed(callingAs(ofJob), request),
    get ofJobs() {
      return ofJobs;
    },
  };
  return { ...callsOf(callingAs(ofPerson)), embed: embedForPerson, ofJobs };
}

function credentialsOf(account: ReportingAccount, secrets: Secrets): Credentials {
  const { directory_id: tenant_id, application_id: client_id } = account;
  try {
    return { tenant_id, client_id, client_secret: secrets.decrypt(account.secret_value, secretPlace(account)) };
  } catch (error) {
    // The secret was moved, altered, or encrypted under a lost master key: an administrator has to enter it again.
    return fail('reporting_account_refused', {}, {}, error);
  }
}

/** Only the text of the service's message tells whether another refresh is running or the daily limit is reached. */
function refuseRefresh(error: unknown): never {
  if (!(error instanceof PowerBiError) || error.kind !== 'invalid') throw error;
  return fail(/already executing/i.test(error.message) ? 'refresh_running' : 'refresh_budget_spent', {}, {}, error);
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

/**
 * The last check before a token is requested. A dataset that lost its roles since the report was registered would show
 * everything to everybody, and one that gained roles cannot be opened without them: both need an administrator.
 */
function requireFittingIdentity(identity: EmbedRequest['identity'], { identity_required, roles_required }: PowerbiReport): void {
  if ((identity !== null) !== identity_required) fail('no_data_rule');
  if (roles_required && identity?.roles.length === 0) fail('no_data_rule');
}

/** Built from rows of the portal and answers of the service only, never from what a browser sent. */
function tokenRequest({ report, identity, access, copies }: EmbedRequest, { kind, dataset_id }: PowerbiReport): GenerateTokenRequest {
  const permissions = kind === 'paginated' ? { xmlaPermissions: 'ReadOnly' as const } : {};
  return {
    reports: [{ id: report.external_report_id, ...(access === 'Edit' ? { allowEdit: true } : {}) }],
    ...(dataset_id === null ? {} : { datasets: [{ id: dataset_id, ...permissions }] }),
    ...(identity === null || dataset_id === null ? {} : { identities: [{ ...identity, datasets: [dataset_id] }] }),
    ...(copies ? { targetWorkspaces: [{ id: report.workspace_id }] } : {}),
    lifetimeInMinutes: tokenLifeMinutes,
  };
}
