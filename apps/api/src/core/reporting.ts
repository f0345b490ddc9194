/**
 * The reporting service as features use it: in the portal's words, with its failures as refusals of the catalogue.
 * Everything here is a call over the network, so none of it may run while a transaction is open.
 */
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import type { Arm, CapacityPhase, CapacityReference } from '@vitrine/powerbi/arm.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { createTokenSource } from '@vitrine/powerbi/client.ts';
import { systemClock } from '@vitrine/powerbi/clock.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import type { Credentials } from '@vitrine/powerbi/entra.ts';
import type { GenerateTokenRequest } from '@vitrine/powerbi/embed-tokens.ts';
import type { ExportRequest } from '@vitrine/powerbi/exports.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { Refresh } from '@vitrine/powerbi/refreshes.ts';
import { failureOfRefresh } from '@vitrine/powerbi/refreshes.ts';
import type { FastifyBaseLogger } from 'fastify';
import { capacityOf } from './capacityAtService.ts';
import { insideTransaction } from './database/transaction.ts';
import { expiringCache } from './expiringCache.ts';
import { fail } from './fail.ts';
import type { ReportAtService } from './reportAtService.ts';
import { describeReport, kindOf } from './reportAtService.ts';
import { refusal } from './reportingFailure.ts';
import type { Secrets } from './secrets.ts';

/** A row of `reporting_account`; its secret is opened only for a call. */
export type ReportingAccount = {
  tenant_id: string;
  id: string;
  version: number;
  directory_id: string;
  application_id: string;
  /** Of the capacity in Azure, where the account may switch it. */
  subscription_id: string | null;
  secret_value: string;
};

export type ReportAddress = { workspace_id: string; external_report_id: string };

/** A refresh as the service tells it. Until it has ended it runs. */
export type RefreshAtService = {
  request_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
  /** The service's own words about a failure. */
  reason: string | null;
};

/** `resource` is the capacity in Azure; null where the account cannot reach it. */
export type CapacityAtService = { phase: CapacityPhase; resource: CapacityReference | null };

export type FileToPublish = { name: string; bytes: Uint8Array; replaces: boolean };

export type EmbedRequest = {
  account: ReportingAccount;
  /** The portal's report. */
  report: ReportAddress & { id: string };
  /** Whom row-level security takes the reader for. Null: the report shows everybody the same. */
  identity: { username: string; roles: string[] } | null;
  access: 'View' | 'Edit';
  /** With `Edit`: copies may be saved in the report's workspace. */
  copies?: boolean;
};

export type Embed = { embed_url: string; token: string; token_id: string; expires_at: string; on_capacity: boolean };

export type Reporting = {
  /** Workspaces that the account reaches. */
  workspaces: (account: ReportingAccount) => Promise<{ id: string; name: string; on_capacity: boolean }[]>;
  /** Reports of a workspace. */
  reports: (
    account: ReportingAccount,
    workspaceId: string,
  ) => Promise<{ id: string; name: string; dataset_id: string | null; kind: 'report' | 'paginated' }[]>;
  /** Whether the workspace is on a capacity. */
  onCapacity: (account: ReportingAccount, workspaceId: string) => Promise<boolean>;
  /** Starts a refresh of a data set; answers the service's id of it. */
  refresh: (account: ReportingAccount, workspaceId: string, datasetId: string) => Promise<string | null>;
  /** The latest refreshes of a data set, the newest first. */
  refreshes: (account: ReportingAccount, workspaceId: string, datasetId: string) => Promise<RefreshAtService[]>;
  /** Pages of a report in their order, without hidden ones. */
  pages: (account: ReportingAccount, address: ReportAddress) => Promise<{ name: string; title: string }[]>;
  /** Asks for a file of a report; answers the service's id of it. */
  startExport: (account: ReportingAccount, address: ReportAddress, request: ExportRequest) => Promise<string>;
  /** Waits until the file is made, telling how far it is, and fetches it. */
  finishExport: (
    account: ReportingAccount,
    address: ReportAddress,
    exportId: string,
    onPercent: (percent: number) => Promise<void>,
  ) => Promise<{ extension: string; bytes: Uint8Array }>;
  /** The capacity of a workspace as it is now; one without is running. */
  capacity: (account: ReportingAccount, workspaceId: string) => Promise<CapacityAtService>;
  /** Starts a paused capacity; how far it is `capacity` tells. */
  wakeCapacity: (account: ReportingAccount, resource: CapacityReference) => Promise<void>;
  /** Hands a file over, named by its kind; answers the service's id of the import. */
  publish: (account: ReportingAccount, workspaceId: string, file: FileToPublish) => Promise<string>;
  /** Waits until the import has ended; answers the reports that it made. */
  published: (account: ReportingAccount, workspaceId: string, importId: string) => Promise<{ id: string; name: string }[]>;
  /** One report with the rules of its data set, as it is now. */
  describe: (account: ReportingAccount, address: ReportAddress) => Promise<ReportAtService>;
  /**
   * A token for one report as one identity, minted or kept: one per report, identity and access level until ten
   * minutes before its end. Refuses with `no_data_rule` when the data set's rules and the identity do not fit.
   */
  embed: (request: EmbedRequest) => Promise<Embed>;
};

/** Where a secret stands: it is encrypted for this place and opens nowhere else. */
export const secretPlace = ({ tenant_id, id }: Pick<ReportingAccount, 'tenant_id' | 'id'>): string =>
  `${tenant_id}/reporting_account/${id}/secret_value`;

const minutes = (count: number) => count * 60_000;
const tokenLifeMinutes = 60;
const renewedBefore = minutes(10);
const describedFor = minutes(5);
/** A large file over a slow line. */
const publishWithin = minutes(10);

export function openReporting(options: {
  addresses: Addresses;
  secrets: Secrets;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'debug'>;
}): Reporting {
  const { addresses, secrets, now } = options;
  const client = {
    addresses,
    clock: { ...systemClock, now: () => now().getTime() },
    log: (exchange: object) => options.log.debug(exchange, 'reporting service called'),
  };
  // Access tokens are kept here per credentials, so that a client, and with it the open secret, lives for one call only.
  const tokens = createTokenSource(client);
  const embeds = expiringCache<Embed>({ limit: 5000, now });
  const descriptions = expiringCache<ReportAtService>({ limit: 2000, now });

  async function calling<T>(account: ReportingAccount, work: (service: PowerBi, arm: Arm) => Promise<T>, timeoutMs?: number): Promise<T> {
    if (insideTransaction()) throw new Error('The reporting service is called while a transaction is open: read first, call, then write');
    try {
      const options = { ...client, tokens, timeoutMs, credentials: credentialsOf(account, secrets) };
      return await work(createPowerBi(options), createArm(options));
    } catch (error) {
      throw refusal(error);
    }
  }

  const describe: Reporting['describe'] = (account, address) => calling(account, (service) => describeReport(service, address));

  const describeLately = ({ account, report }: EmbedRequest) =>
    descriptions(
      JSON.stringify([account.tenant_id, account.id, account.version, report.workspace_id, report.external_report_id]),
      async () => ({
        value: await describe(account, report),
        usableUntil: new Date(now().getTime() + describedFor),
      }),
    );

  async function mint(request: EmbedRequest, described: ReportAtService): Promise<{ value: Embed; usableUntil: Date }> {
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

  return {
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
    refresh: (account, workspaceId, datasetId) =>
      calling(account, async (service) => {
        await service.refreshes.start(workspaceId, datasetId).catch(refuseRefresh);
        const [latest] = await service.refreshes.list(workspaceId, datasetId, { top: 1 });
        return latest?.requestId ?? null;
      }),
    refreshes: (account, workspaceId, datasetId) =>
      calling(account, async (service) => (await service.refreshes.list(workspaceId, datasetId, { top: 20 })).map(refreshAtService)),
    pages: (account, { workspace_id, external_report_id }) =>
      calling(account, async (service) =>
        (await service.reports.pages(workspace_id, external_report_id)).map(({ name, displayName }) => ({
          name,
          title: displayName ?? name,
        })),
      ),
    startExport: (account, { workspace_id, external_report_id }, request) =>
      calling(account, async (service) => (await service.exports.start(workspace_id, external_report_id, request)).id),
    finishExport: (account, { workspace_id, external_report_id }, exportId, onPercent) =>
      calling(account, async (service) => {
        let telling = Promise.resolve();
        const made = await service.exports.waitFor(workspace_id, external_report_id, exportId, {
          onProgress: ({ percentComplete = 0 }) => {
            telling = telling.then(() => onPercent(Math.round(percentComplete)));
            // It is heard below, when the service has succeeded.
            telling.catch(() => undefined);
          },
        });
        await telling;
        const bytes = await service.exports.file(workspace_id, external_report_id, exportId);
        return { extension: made.resourceFileExtension ?? '', bytes };
      }),
    capacity: (account, workspaceId) => calling(account, (service, arm) => capacityOf(service, arm, account, workspaceId)),
    wakeCapacity: (account, resource) => calling(account, (_service, arm) => arm.capacities.resume(resource)),
    publish: (account, workspaceId, { name, bytes, replaces }) =>
      calling(
        account,
        (service) =>
          service.imports.publish(workspaceId, name, bytes, { nameConflict: replaces ? 'CreateOrOverwrite' : 'Abort' }).catch(refuseImport),
        publishWithin,
      ),
    published: (account, workspaceId, importId) =>
      calling(account, async (service) => (await service.imports.waitFor(workspaceId, importId).catch(refuseImport)).reports),
    describe,
    async embed(request) {
      const described = await describeLately(request);
      requireFittingIdentity(request.identity, described);
      const { account, report, identity, access, copies = false } = request;
      const key = [
        account.tenant_id,
        account.id,
        account.version,
        report.id,
        report.workspace_id,
        report.external_report_id,
        described.dataset_id,
        identity,
        access,
        copies,
      ];
      return embeds(JSON.stringify(key), () => mint(request, described));
    },
  };
}

function credentialsOf(account: ReportingAccount, secrets: Secrets): Credentials {
  const { directory_id: tenant_id, application_id: client_id } = account;
  try {
    return { tenant_id, client_id, client_secret: secrets.decrypt(account.secret_value, secretPlace(account)) };
  } catch (error) {
    // Moved, altered, or of a master key that is gone: an administrator enters it anew.
    return fail('reporting_account_refused', {}, {}, error);
  }
}

/** The service says by its words alone whether another refresh runs or the day is used up. */
function refuseRefresh(error: unknown): never {
  if (!(error instanceof PowerBiError) || error.kind !== 'invalid') throw error;
  return fail(/already executing/i.test(error.message) ? 'refresh_running' : 'refresh_budget_spent', {}, {}, error);
}

function refuseImport(error: unknown): never {
  if (!(error instanceof PowerBiError) || error.kind !== 'invalid') throw error;
  if (error.code === 'PbixAlreadyImported') return fail('upload_name_taken', {}, {}, error);
  return fail('upload_refused', { reason: error.message }, {}, error);
}

function refreshAtService(refresh: Refresh): RefreshAtService {
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
 * The last look before a token is asked for. A data set that lost its roles since the report was registered would show
 * everything to everybody, and one that gained some cannot be opened without: both wait for an administrator.
 */
function requireFittingIdentity(identity: EmbedRequest['identity'], { identity_required, roles_required }: ReportAtService): void {
  if ((identity !== null) !== identity_required) fail('no_data_rule');
  if (roles_required && identity?.roles.length === 0) fail('no_data_rule');
}

/** Made of rows of the portal and answers of the service only: nothing that a browser sent comes near it. */
function tokenRequest({ report, identity, access, copies }: EmbedRequest, { kind, dataset_id }: ReportAtService): GenerateTokenRequest {
  const permissions = kind === 'paginated' ? { xmlaPermissions: 'ReadOnly' as const } : {};
  return {
    reports: [{ id: report.external_report_id, ...(access === 'Edit' ? { allowEdit: true } : {}) }],
    ...(dataset_id === null ? {} : { datasets: [{ id: dataset_id, ...permissions }] }),
    ...(identity === null || dataset_id === null ? {} : { identities: [{ ...identity, datasets: [dataset_id] }] }),
    ...(copies ? { targetWorkspaces: [{ id: report.workspace_id }] } : {}),
    lifetimeInMinutes: tokenLifeMinutes,
  };
}
