/**
 * The reporting service as features use it: the portal's names, and its failures as words of `errors.ts`.
 * Everything here is a call over the network, so none of it may run while a transaction is open.
 */
import type { Addresses } from '@vitrine/powerbi/addresses.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { createTokenSource } from '@vitrine/powerbi/client.ts';
import type { ExchangeLog } from '@vitrine/powerbi/transport.ts';
import { systemClock } from '@vitrine/powerbi/clock.ts';
import type { Credentials } from '@vitrine/powerbi/entra.ts';
import type { GenerateTokenRequest } from '@vitrine/powerbi/embedTokens.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { FastifyBaseLogger } from 'fastify';
import { insideTransaction } from '#platform/database/transaction.ts';
import { expiringCache } from '#platform/expiringCache.ts';
import { fail } from '#platform/http/fail.ts';
import type { ModelQueries, ScannedRoles } from './modelQueries.ts';
import { modelQueries, rolesByScan } from './modelQueries.ts';
import type { Calling, PowerbiCalls } from './powerbiCalls.ts';
import { powerbiCalls } from './powerbiCalls.ts';
import type { ReportAddress, PowerbiReport } from './powerbiReport.ts';
import { describeReport } from './powerbiReport.ts';
import { openCircuits } from './circuits.ts';
import { refusal } from './powerbiFailure.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';
import type { WorkspaceCalls } from './workspaceCalls.ts';
import { workspaceCalls } from './workspaceCalls.ts';
import type { CapacityCalls } from './capacityCalls.ts';
import { capacityCalls } from './capacityCalls.ts';
import { tracedCall } from '#platform/tracing/traced.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

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

export type PowerbiGateway = PowerbiCalls &
  WorkspaceCalls &
  CapacityCalls &
  Omit<ModelQueries, 'roles'> & {
    /** The same for jobs, which have the time to wait for a service that is slow or overloaded. */
    ofJobs: PowerbiGateway;
    /**
     * An embed token for one report as one identity, new or cached: one per report, identity and access level until ten
     * minutes before it expires. Refuses with `no_data_rule` when the identity does not fit the dataset's rules, with `rule_refused`
     * when it names a role that the model does not have.
     */
    embed: (request: EmbedRequest) => Promise<Embed>;
    rolesOf: ScannedRoles;
    /** Which of the account's workspaces are on a capacity, as the service said within the last minute; those it cannot access are missing. */
    placements: (account: ReportingAccount) => Promise<ReadonlyMap<string, boolean>>;
  };

/** The place that a secret is bound to when it is encrypted; it cannot be decrypted for another. */
export const secretPlace = ({ tenant_id, id }: Pick<ReportingAccount, 'tenant_id' | 'id'>): string =>
  `${tenant_id}/reporting_account/${id}/secret_value`;

const minutes = (count: number) => count * 60_000;
const tokenLifeMinutes = 60;
const renewedBefore = minutes(10);
const describedFor = minutes(5);
/** A workspace that was moved to a capacity, or away from one, is shown so after this time. */
const placedFor = minutes(1);

type Patience = { timeoutMs?: number; maxWaitS?: number };
/** For what is kept for the next who asks: it goes on when the first one has been told. */
const ofCache: Patience = { timeoutMs: 10_000, maxWaitS: 1 };
const ofJob: Patience = {};

/** Each call is a line of the log at level debug, and a span where traces are taken. */
const noting =
  ({ log, tracing }: { log: Pick<FastifyBaseLogger, 'debug'>; tracing?: Tracing | null }) =>
  (exchange: ExchangeLog): void => {
    log.debug(exchange, 'reporting service called');
    if (tracing) tracedCall(tracing, exchange);
  };

export function openPowerbiGateway(options: {
  addresses: Addresses;
  secrets: Secrets;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'debug'>;
  tracing?: Tracing | null;
  /** A person waits so long for one answer of the service, and is then told; the page asks again by itself. */
  personWaitsMs?: number;
}): PowerbiGateway {
  const { addresses, secrets, now, personWaitsMs = 2500 } = options;
  const ofPerson: Patience = { timeoutMs: personWaitsMs, maxWaitS: 1 };
  const client = {
    addresses,
    clock: { ...systemClock, now: () => now().getTime() },
    log: noting(options),
  };
  // Access tokens are cached here per credentials, so that a client, and with it the decrypted secret, lives for one call only.
  const tokens = createTokenSource({ ...client, maxWaitS: 1 });
  const circuits = openCircuits(now);
  const embeds = expiringCache<Embed>({ limit: 5000, now });
  const descriptions = expiringCache<PowerbiReport>({ limit: 2000, now });
  const placed = expiringCache<ReadonlyMap<string, boolean>>({ limit: 1000, now });

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

  const describeLately = (calling: Calling, { account, report }: { account: ReportingAccount; report: ReportAddress }) =>
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

  const placementsBy =
    ({ workspaces }: PowerbiCalls): PowerbiGateway['placements'] =>
    (account) =>
      placed(JSON.stringify([account.tenant_id, account.id, account.version]), async () => ({
        value: new Map((await workspaces(account)).map(({ id, on_capacity }) => [id, on_capacity])),
        usableUntil: new Date(now().getTime() + placedFor),
      }));

  const describing = (calling: Calling) => (account: ReportingAccount, report: ReportAddress) =>
    describeLately(calling, { account, report });
  const callsBy = (calling: Calling) => ({
    ...powerbiCalls(calling),
    ...workspaceCalls(calling),
    ...capacityCalls(calling),
    ...modelQueries(calling, describing(calling)),
  });
  const [callsOfJobs, callsOfPeople, lasting] = [callsBy(callingAs(ofJob)), callsBy(callingAs(ofPerson)), callingAs(ofCache)];
  const rolesOf = rolesByScan(callsBy(lasting).roles, describing(lasting), now);
  const ofJobs: PowerbiGateway = {
    ...callsOfJobs,
    embed: (request) => embed(callingAs(ofJob), request),
    rolesOf,
    placements: placementsBy(callsOfJobs),
    get ofJobs() {
      return ofJobs;
    },
  };
  return { ...callsOfPeople, embed: embedForPerson, rolesOf, placements: placementsBy(callsOfPeople), ofJobs };
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
