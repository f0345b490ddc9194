import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentEmbedToken } from '@vitrine/powerbi/wire/embedTokens.ts';
import type { ModelDefinition } from '../../definitions/model.ts';
import type { Tile } from '../../definitions/dashboard.ts';
import type { EmbedGrant } from '../embed/grant.ts';
import type { Principal } from '../entra/accessToken.ts';
import { ServiceError, invalidRequest, notFound } from '../serviceError.ts';
import { exceeds } from '../limits.ts';
import type { Service } from '../service.ts';
import { findModel, findPaginated, findReport, locateModel, locatePaginated, locateReport } from '../tenant/state.ts';
import type { Workspace } from '../tenant/state.ts';
import { callerOf, idOf, workspaceFor, workspaceOf } from './caller.ts';
import { bodyAs } from './body.ts';
import { generateCreateToken, generateDatasetToken, generateReportToken, generateTokenV2 } from '@vitrine/powerbi/wire/embedTokens.ts';
import type { Identity } from '@vitrine/powerbi/wire/embedTokens.ts';
import { dashboardOf, tileOf } from './dashboards.ts';
import { checkIdentities } from './identityRules.ts';

/** What a token is asked for, both versions alike. */
type Wish = {
  reports: { id: string; allow_edit: boolean }[];
  models: ModelDefinition[];
  target_workspaces: string[];
  dashboards?: EmbedGrant['dashboards'];
  /** Workspaces of reports and datasets; the trial quota counts when one of them has no capacity. */
  workspaces: Workspace[];
  identities: Identity[];
  lifetimeInMinutes?: number | null | undefined;
};

const grantedIdentity = ({ username, roles, datasets, customData }: Identity): EmbedGrant['identities'][number] => ({
  username,
  roles: roles ?? [],
  datasets,
  ...(typeof customData === 'string' && { custom_data: customData }),
});

const spendTrialToken = ({ state, limits }: Service, caller: Principal): void => {
  const { object_id } = caller.application;
  const spent = state.trial_tokens_spent.get(object_id) ?? 0;
  if (exceeds(spent + 1, limits.trial_embed_tokens)) {
    const advice = 'Please assign the workspace to a dedicated capacity.';
    throw new ServiceError(
      403,
      'EmbedTokenQuotaExceeded',
      `You have exceeded the amount of embed token that can be generated on a shared or ProPlus capacity. ${advice}`,
    );
  }
  state.trial_tokens_spent.set(object_id, spent + 1);
};

const hourMs = 3_600_000;

const checkSize = (list: string, count: number, most: number | null): void => {
  if (exceeds(count, most)) throw invalidRequest(`${list}: must have at most ${most} items`);
};

const mint = async (service: Service, caller: Principal, wish: Wish): Promise<SentEmbedToken> => {
  checkIdentities(wish.models, wish.identities, service.limits);
  if (wish.workspaces.some((workspace) => workspace.capacity_id === undefined)) spendTrialToken(service, caller);
  // 0 and null ask for the longest life there is: the rest of the access token's.
  const now = service.clock.now();
  const wanted = wish.lifetimeInMinutes ? now + wish.lifetimeInMinutes * 60_000 : undefined;
  const isBound = service.limits.token_bound_to_caller !== null;
  const expires_at_ms = isBound ? Math.min(caller.expires_at_ms, wanted ?? Infinity) : (wanted ?? now + hourMs);
  const { token, tokenId } = await service.embedTokens.mint({
    reports: wish.reports,
    datasets: wish.models.map((model) => model.id.toLowerCase()),
    target_workspaces: wish.target_workspaces,
    ...(wish.dashboards && { dashboards: wish.dashboards }),
    identities: wish.identities.map(grantedIdentity),
    expires_at_ms,
  });
  return {
    '@odata.context': `${service.origin()}/v1.0/myorg/$metadata#Microsoft.PowerBI.ServiceContracts.Api.V1.GenerateTokenResponse`,
    token,
    tokenId,
    expiration: `${new Date(expires_at_ms).toISOString().slice(0, 19)}Z`,
  };
};

/** Version 2 names no workspace: everything is looked up, and the caller must be Member of every workspace it touches. */
const wishV2 = (service: Service, caller: Principal, body: unknown): Wish => {
  const { state, limits } = service;
  const asked = bodyAs(generateTokenV2, body);
  if (!asked.reports?.length && !asked.datasets?.length)
    throw invalidRequest('Embed token request must include at least one report or dataset');

  for (const list of ['reports', 'datasets', 'targetWorkspaces'] as const) checkSize(list, asked[list]?.length ?? 0, limits.token_items);

  const reports = (asked.reports ?? []).map(({ id, allowEdit }) => {
    const located = locateReport(state, id) ?? locatePaginated(state, id);
    if (!located) throw notFound();
    workspaceFor(state, caller, located.workspace.id, 'Member');
    // Paginated reports are not edited where they are shown.
    return { ...located, allow_edit: (allowEdit ?? false) && 'pages' in located.report };
  });
  const datasets = (asked.datasets ?? []).map(({ id }) => {
    const located = locateModel(state, id);
    if (!located) throw notFound();
    workspaceFor(state, caller, located.workspace.id, 'Member');
    return located;
  });
  const targets = (asked.targetWorkspaces ?? []).map(({ id }) => workspaceFor(state, caller, id, 'Member').id.toLowerCase());

  const listed = new Set(datasets.map(({ model }) => model.id.toLowerCase()));
  const incomplete = reports.find(({ report }) => !listed.has(report.model.toLowerCase()));
  if (incomplete) {
    throw invalidRequest(
      `Embed token for report ${incomplete.report.id} requires its dataset ${incomplete.report.model} to be listed in datasets`,
    );
  }
  const readable = new Set((asked.datasets ?? []).flatMap(({ id, xmlaPermissions }) => (xmlaPermissions === 'ReadOnly' ? [id] : [])));
  const unreadable = reports.find(({ report }) => !('pages' in report) && !readable.has(report.model.toLowerCase()));
  if (unreadable) {
    throw invalidRequest(
      `Embed token for paginated report ${unreadable.report.id} requires xmlaPermissions ReadOnly for its dataset ${unreadable.report.model}`,
    );
  }
  const covered = new Set(reports.map(({ report }) => report.id.toLowerCase()));
  const strange = asked.identities.flatMap(({ reports: named }) => named ?? []).find((id) => !covered.has(id));
  if (strange !== undefined) throw invalidRequest(`The effective identity names report ${strange}, which the embed token does not cover`);
  return {
    reports: reports.map(({ report, allow_edit }) => ({ id: report.id.toLowerCase(), allow_edit })),
    models: [...new Set(datasets.map(({ model }) => model))],
    target_workspaces: targets,
    workspaces: [...reports, ...datasets].map(({ workspace }) => workspace),
    identities: asked.identities,
    lifetimeInMinutes: asked.lifetimeInMinutes,
  };
};

const wishForReport = (service: Service, request: FastifyRequest): Wish => {
  const workspace = workspaceOf(service, request, 'Member');
  const report = findReport(workspace, idOf(request, 'report'));
  if (findPaginated(workspace, idOf(request, 'report')))
    throw invalidRequest('Embed tokens for paginated reports are generated for reports and datasets together, at GenerateToken');
  const located = report && locateModel(service.state, report.model, workspace);
  if (!located) throw notFound();
  workspaceFor(service.state, callerOf(request), located.workspace.id, 'Member');
  const asked = bodyAs(generateReportToken, request.body);
  return {
    reports: [{ id: report.id.toLowerCase(), allow_edit: asked.accessLevel === 'Edit' }],
    models: [located.model],
    target_workspaces: asked.allowSaveAs ? [workspace.id.toLowerCase()] : [],
    workspaces: [workspace, located.workspace],
    identities: asked.identities,
    lifetimeInMinutes: asked.lifetimeInMinutes,
  };
};

const wishForDataset = (
  workspace: Workspace,
  datasetId: string,
  asked: Pick<Wish, 'identities' | 'lifetimeInMinutes'>,
  canSave: boolean,
): Wish => {
  const model = findModel(workspace, datasetId);
  if (!model) throw notFound();
  return {
    reports: [],
    models: [model],
    target_workspaces: canSave ? [workspace.id.toLowerCase()] : [],
    workspaces: [workspace],
    identities: asked.identities,
    lifetimeInMinutes: asked.lifetimeInMinutes,
  };
};

/** The reports behind the tiles, and their models. */
const wishForTiles = (
  service: Service,
  workspace: Workspace,
  tiles: Tile[],
  dashboards: EmbedGrant['dashboards'],
  asked: Pick<Wish, 'identities' | 'lifetimeInMinutes'>,
): Wish => {
  const reports = [...new Set(tiles.flatMap((tile) => findReport(workspace, tile.report) ?? []))];
  const models = reports.flatMap((report) => locateModel(service.state, report.model, workspace)?.model ?? []);
  return {
    reports: reports.map((report) => ({ id: report.id.toLowerCase(), allow_edit: false })),
    models: [...new Set(models)],
    target_workspaces: [],
    dashboards,
    workspaces: [workspace],
    identities: asked.identities,
    lifetimeInMinutes: asked.lifetimeInMinutes,
  };
};

/** GenerateToken in both versions (docs/reference/powerbi.md A7). */
export const registerEmbedTokens = (app: FastifyInstance, service: Service): void => {
  app.post('/GenerateToken', async (request) => {
    const caller = callerOf(request);
    return mint(service, caller, wishV2(service, caller, request.body));
  });

  app.post('/groups/:group/reports/:report/GenerateToken', async (request) =>
    mint(service, callerOf(request), wishForReport(service, request)),
  );

  app.post('/groups/:group/reports/GenerateToken', async (request) => {
    const workspace = workspaceOf(service, request, 'Member');
    const asked = bodyAs(generateCreateToken, request.body);
    return mint(service, callerOf(request), wishForDataset(workspace, asked.datasetId, asked, true));
  });

  app.post('/groups/:group/dashboards/:dashboard/GenerateToken', async (request) => {
    const { workspace, dashboard } = dashboardOf(service, request, 'Member');
    const asked = bodyAs(generateDatasetToken, request.body);
    return mint(service, callerOf(request), wishForTiles(service, workspace, dashboard.tiles, [{ id: dashboard.id }], asked));
  });

  app.post('/groups/:group/dashboards/:dashboard/tiles/:tile/GenerateToken', async (request) => {
    const { workspace, dashboard, tile } = tileOf(service, request, 'Member');
    const asked = bodyAs(generateDatasetToken, request.body);
    const dashboards = [{ id: dashboard.id, tile: tile.id }];
    return mint(service, callerOf(request), wishForTiles(service, workspace, [tile], dashboards, asked));
  });

  app.post('/groups/:group/datasets/:dataset/GenerateToken', async (request) => {
    const workspace = workspaceOf(service, request, 'Member');
    const asked = bodyAs(generateDatasetToken, request.body);
    return mint(service, callerOf(request), wishForDataset(workspace, idOf(request, 'dataset'), asked, false));
  });
};
