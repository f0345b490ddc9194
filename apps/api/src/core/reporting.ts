/**
 * The reporting service as features use it: in the portal's words, with its failures as refusals of the catalogue.
 * Everything here is a call over the network, so none of it may run while a transaction is open.
 */
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import { createTokenSource } from '@vitrine/powerbi/client.ts';
import { systemClock } from '@vitrine/powerbi/clock.ts';
import type { Credentials } from '@vitrine/powerbi/entra.ts';
import type { GenerateTokenRequest } from '@vitrine/powerbi/embed-tokens.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { Report } from '@vitrine/powerbi/reports.ts';
import type { FastifyBaseLogger } from 'fastify';
import { insideTransaction } from './database/transaction.ts';
import { expiringCache } from './expiringCache.ts';
import { fail } from './fail.ts';
import { refusal } from './reportingFailure.ts';
import type { Secrets } from './secrets.ts';

/** A row of `reporting_account`; its secret is opened only for a call. */
export type ReportingAccount = {
  tenant_id: string;
  id: string;
  version: number;
  directory_id: string;
  application_id: string;
  secret_value: string;
};

export type ReportAddress = { workspace_id: string; external_report_id: string };

/** What the service says of a report now. */
export type ReportAtService = {
  name: string;
  embed_url: string;
  dataset_id: string | null;
  dataset_workspace_id: string | null;
  /** The data set demands an effective identity, with roles. */
  identity_required: boolean;
  roles_required: boolean;
  /** The workspace is on a capacity: what exports need. */
  on_capacity: boolean;
};

export type EmbedRequest = {
  account: ReportingAccount;
  /** The portal's report. */
  report: ReportAddress & { id: string };
  /** Whom row-level security takes the reader for. Null: the report shows everybody the same. */
  identity: { username: string; roles: string[] } | null;
  access: 'View' | 'Edit';
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

  async function calling<T>(account: ReportingAccount, work: (service: PowerBi) => Promise<T>): Promise<T> {
    if (insideTransaction()) throw new Error('The reporting service is called while a transaction is open: read first, call, then write');
    try {
      return await work(createPowerBi({ ...client, tokens, credentials: credentialsOf(account, secrets) }));
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
    describe,
    async embed(request) {
      const described = await describeLately(request);
      requireFittingIdentity(request.identity, described);
      const { account, report, identity, access } = request;
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

const kindOf = (report: Report): 'report' | 'paginated' => (report.reportType === 'PaginatedReport' ? 'paginated' : 'report');

async function describeReport(service: PowerBi, { workspace_id, external_report_id }: ReportAddress): Promise<ReportAtService> {
  const [report, workspace] = await Promise.all([
    service.reports.get(workspace_id, external_report_id),
    service.workspaces.get(workspace_id),
  ]);
  const dataset =
    report.datasetId === undefined ? undefined : await service.datasets.get(report.datasetWorkspaceId ?? workspace_id, report.datasetId);
  return {
    name: report.name,
    embed_url: report.embedUrl,
    dataset_id: report.datasetId ?? null,
    dataset_workspace_id: report.datasetWorkspaceId ?? null,
    identity_required: dataset?.isEffectiveIdentityRequired ?? false,
    roles_required: dataset?.isEffectiveIdentityRolesRequired ?? false,
    on_capacity: workspace.isOnDedicatedCapacity ?? false,
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
function tokenRequest({ report, identity, access }: EmbedRequest, { dataset_id }: ReportAtService): GenerateTokenRequest {
  return {
    reports: [{ id: report.external_report_id, ...(access === 'Edit' ? { allowEdit: true } : {}) }],
    ...(dataset_id === null ? {} : { datasets: [{ id: dataset_id }] }),
    ...(identity === null || dataset_id === null ? {} : { identities: [{ ...identity, datasets: [dataset_id] }] }),
    lifetimeInMinutes: tokenLifeMinutes,
  };
}
