/** Dashboards and single tiles for the embed page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dashboard, Tile } from '../../definitions/dashboard.ts';
import { dashboardPage } from './dashboardPage.ts';
import { embedErrors } from './embedErrors.ts';
import type { EmbedGrant } from './grant.ts';
import type { DashboardAnswer, QueryAnswer } from '../../definitions/embedApi.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import type { VisualQuery } from '../../definitions/queries.ts';
import { firstIssue, identityFor, malformed, refuse, sameId, tokenOf } from './embedRequests.ts';
import { queryRequest } from './querySchema.ts';
import type { EmbedOptions } from './embedOptions.ts';

type GrantedDashboard = { grant: EmbedGrant; dashboard: Dashboard; tiles: Tile[]; workspace_id: string };
type Addressed = { Params: { dashboardId: string }; Querystring: { tileId?: string; groupId?: string } };

/** The tiles that the token covers: all of a dashboard, or the one it was made for. */
function openDashboard(options: EmbedOptions, request: FastifyRequest<Addressed>): GrantedDashboard | EmbedError {
  const grant = options.checkToken(tokenOf(request));
  if ('errorCode' in grant) return grant;
  const { dashboardId } = request.params;
  const { tileId, groupId } = request.query;
  const found = options.reportStore.dashboard(dashboardId);
  if (!found) return embedErrors.reportNotFound;
  const covered = grant.dashboards?.filter(({ id }) => sameId(id, dashboardId)) ?? [];
  const all = covered.some(({ tile }) => tile === undefined);
  const { dashboard, workspace_id } = found;
  const tiles = dashboard.tiles.filter(
    ({ id }) => (tileId === undefined || sameId(id, tileId)) && (all || covered.some(({ tile }) => tile !== undefined && sameId(tile, id))),
  );
  if (covered.length === 0 || (!all && tileId === undefined)) return embedErrors.reportNotCovered;
  if (tileId !== undefined && tiles.length === 0) return all ? embedErrors.reportNotFound : embedErrors.reportNotCovered;
  if (groupId !== undefined && groupId !== '' && !sameId(groupId, workspace_id)) return embedErrors.wrongGroup;
  return { grant, dashboard, tiles, workspace_id };
}

function withoutModel(query: VisualQuery): QueryAnswer['results'][number] {
  return { id: query.id, error: embedErrors.reportNotCovered };
}

/** `GET` and `POST …/query` below `/embed-api/dashboards/:dashboardId`, for one tile with `tileId`. */
export function registerDashboards(app: FastifyInstance, options: EmbedOptions): void {
  const { reportStore, engine } = options;

  /** Which model each tile reads. */
  const modelsOf = ({ grant, dashboard, tiles }: GrantedDashboard): Map<string, string> =>
    new Map(
      dashboardPage(dashboard, tiles, reportStore.find).tiles.flatMap(({ visual, report_id }) => {
        const model = reportStore.find(report_id)?.report.model;
        return model !== undefined && grant.datasets.some((id) => sameId(id, model)) ? [[visual, model] as const] : [];
      }),
    );

  app.get<Addressed>('/embed-api/dashboards/:dashboardId', (request, reply): FastifyReply => {
    const granted = openDashboard(options, request);
    if ('errorCode' in granted) return refuse(reply, granted);
    const { report, tiles } = dashboardPage(granted.dashboard, granted.tiles, reportStore.find);
    const answer: DashboardAnswer = {
      report,
      workspace_id: granted.workspace_id,
      fields: [...new Set(modelsOf(granted).values())].flatMap((model) => engine.fields(model)),
      permissions: { edit: false, save_as: false },
      expires_at: new Date(granted.grant.expires_at_ms).toISOString(),
      tiles,
    };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  app.post<Addressed>('/embed-api/dashboards/:dashboardId/query', async (request, reply) => {
    const granted = openDashboard(options, request);
    if ('errorCode' in granted) return refuse(reply, granted);
    const asked = queryRequest.safeParse(request.body);
    if (!asked.success) return malformed(reply, firstIssue(asked.error));
    const models = modelsOf(granted);
    const modelOf = ({ id }: VisualQuery): string => models.get(id.split(':')[0] ?? '') ?? '';
    const results: QueryAnswer['results'] = [];
    for (const [model, queries] of Map.groupBy(asked.data.queries, modelOf)) {
      if (model === '') results.push(...queries.map(withoutModel));
      else results.push(...(await engine.query(model, queries, identityFor(granted.grant, model))));
    }
    return reply.header('cache-control', 'no-store').send({ results } satisfies QueryAnswer);
  });
}
