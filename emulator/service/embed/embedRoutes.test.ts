import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openingQueries } from '../../visuals/query/opening.ts';
import { loadContent } from '../content.ts';
import { demoApplication } from '../../definitions/demo.ts';
import { openEngine } from '../../engine/engine.ts';
import { createReportStore } from '../tenant/reportStore.ts';
import { createState } from '../tenant/state.ts';
import type { EmbedGrant } from './grant.ts';
import type { DashboardAnswer, QueryAnswer, ReportAnswer } from '../../definitions/embedApi.ts';
import type { EmbedError } from '../../definitions/embedError.ts';
import { registerEmbed } from './embedRoutes.ts';

const content = loadContent();
const state = createState(content, [demoApplication]);
const engine = openEngine({ content });
afterAll(() => engine.close());

const retail = content.find(({ workspace }) => workspace.name === 'Varejo Horizonte');
const sales = retail?.reports.find((report) => report.name === 'Vendas da rede');
const margins = retail?.reports.find((report) => report.name === 'Margem e descontos');
const open = content.find(({ workspace }) => workspace.name === 'Dados públicos');
const weather = open?.reports.find((report) => report.name === 'Clima de Seattle');
if (!retail || !sales || !margins || !open || !weather) throw new Error('the sample content is not complete');

const expires_at_ms = Date.parse('2026-11-21T11:00:00Z');
const grantFor = (roles: string[], more: Partial<EmbedGrant> = {}): EmbedGrant => ({
  reports: [{ id: sales.id, allow_edit: false }],
  datasets: [sales.model],
  target_workspaces: [],
  identities: [{ username: 'ana@aurora.example', roles, datasets: [sales.model] }],
  expires_at_ms,
  ...more,
});
const expired: EmbedError = {
  message: 'TokenExpired',
  detailedMessage: 'Access token has expired, resubmit with a new access token',
  errorCode: '403',
};
const garbage: EmbedError = {
  message: 'LoadReportFailed',
  detailedMessage: "Fail to initialize - Couldn't resolve cluster",
  errorCode: '403',
};
const grants: Record<string, EmbedGrant | EmbedError> = {
  south: grantFor(['Região Sul']),
  // Identifiers are the same whatever their case.
  loud: grantFor(['Região Sul'], {
    reports: [{ id: sales.id.toUpperCase(), allow_edit: true }],
    datasets: [sales.model.toUpperCase()],
    target_workspaces: [retail.workspace.id],
  }),
  nobody: grantFor([], { identities: [] }),
  foreign: grantFor(['Região Sul'], { identities: [{ username: 'ana', roles: ['Região Sul'], datasets: [weather.model] }] }),
  unknownRole: grantFor(['Diretoria']),
  noDataset: grantFor(['Região Sul'], { datasets: [] }),
  weather: grantFor([], { reports: [{ id: weather.id, allow_edit: false }], datasets: [weather.model], identities: [] }),
  expired,
};

function start() {
  const app = fastify({ routerOptions: { caseSensitive: false } });
  registerEmbed(app, {
    reportStore: createReportStore(state),
    engine,
    checkToken: (token) => grants[token] ?? garbage,
  });
  return app;
}
const app = start();
afterAll(() => app.close());

const get = (path: string, token = 'south') => app.inject({ url: path, headers: { authorization: `EmbedToken ${token}` } });
const ask = (id: string, body: object, token = 'south') =>
  app.inject({ method: 'POST', url: `/embed-api/reports/${id}/query`, headers: { authorization: `EmbedToken ${token}` }, payload: body });
const byRegion = {
  id: 'q',
  group_by: [{ table: 'Loja', column: 'Região' }],
  values: [{ table: 'Vendas', measure: 'Faturamento' }],
  filters: [],
};

test('answers the definition, its fields and what the token allows', async () => {
  const reply = await get(`/embed-api/reports/${sales.id}?groupId=${retail.workspace.id}`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  const answer = reply.json<ReportAnswer>();
  expect(answer).toMatchObject({
    report: sales,
    workspace_id: retail.workspace.id,
    permissions: { edit: false, save_as: false },
    expires_at: '2026-11-21T11:00:00.000Z',
  });
  expect(answer.fields).toContainEqual({ table: 'Vendas', name: 'Margem', kind: 'measure', type: 'number', format: '0.0%' });
  expect(answer.fields.some((field) => field.name === 'Código da loja')).toBe(false);
});

test.each([`${sales.id}?groupId=a&groupId=b`, `${sales.id}?datasetId=a&datasetId=a`, `${sales.id}/answers?page=a&page=b`])(
  'refuses an address that says the same twice: %s',
  async (path) => {
    const reply = await get(`/embed-api/reports/${path}`);
    expect(reply.statusCode).toBe(400);
    const name = /\?(\w+)/.exec(path)?.[1];
    expect(reply.json()).toMatchObject({ message: 'Invalid parameters', detailedMessage: `${name}: given more than once` });
  },
);

test('tells who may edit and save copies, and takes ids in capitals', async () => {
  const reply = await get(`/embed-api/reports/${sales.id.toUpperCase()}?groupId=${retail.workspace.id.toUpperCase()}`, 'loud');
  expect(reply.json()).toMatchObject({ permissions: { edit: true, save_as: true } });
});

test.each([
  ['an expired token', `/embed-api/reports/${sales.id}`, 'expired', 403, expired],
  ['a made-up token', `/embed-api/reports/${sales.id}`, 'made-up', 403, garbage],
  ['no token', `/embed-api/reports/${sales.id}`, '', 403, garbage],
  [
    'a report that does not exist',
    '/embed-api/reports/00000000-0000-4000-8000-000000000000',
    'south',
    404,
    { message: 'LoadReportFailed', errorCode: '404' },
  ],
  [
    'a report that the token does not cover',
    `/embed-api/reports/${margins.id}`,
    'south',
    403,
    { message: 'LoadReportFailed', errorCode: '403' },
  ],
  [
    'a model that the token does not cover',
    `/embed-api/reports/${sales.id}`,
    'noDataset',
    403,
    { message: 'LoadReportFailed', errorCode: '403' },
  ],
  [
    'another group',
    `/embed-api/reports/${sales.id}?groupId=${open.workspace.id}`,
    'south',
    401,
    { message: 'PowerBINotAuthorizedException', errorCode: '401' },
  ],
  ['an id that is no GUID', '/embed-api/reports/sales', 'south', 404, { message: 'LoadReportFailed', errorCode: '500' }],
])('refuses %s in the words of Power BI', async (_, path, token, status, error) => {
  const reply = await get(path, token);
  expect([reply.statusCode, reply.json()]).toEqual([status, expect.objectContaining(error)]);
  const [address = ''] = path.split('?');
  if (path === address)
    expect(
      (
        await app.inject({
          method: 'POST',
          url: `${address}/query`,
          headers: { authorization: `EmbedToken ${token}` },
          payload: { queries: [] },
        })
      ).statusCode,
    ).toBe(status);
});

test('takes the identity from the token alone, whatever the page sends', async () => {
  const reply = await ask(sales.id, { queries: [byRegion], identity: { username: 'x', roles: ['Tudo'] }, identities: [], roles: ['Tudo'] });
  const [result] = reply.json<QueryAnswer>().results;
  if (!result || 'error' in result) throw new Error(reply.body);
  expect(result.rows.map(([region]) => region)).toEqual(['Sul']);
});

test.each([
  ['no identity', 'nobody', 'EffectiveIdentityRequired'],
  ['an identity for another model', 'foreign', 'EffectiveIdentityRequired'],
  ['a role that the model does not have', 'unknownRole', 'RoleNotFound'],
])('shows nothing of a secured model to %s', async (_, token, errorCode) => {
  const reply = await ask(sales.id, { queries: [byRegion, { ...byRegion, id: 'slicer', values: [] }] }, token);
  expect(reply.json<QueryAnswer>().results).toEqual([
    { id: 'q', error: expect.objectContaining({ errorCode }) },
    { id: 'slicer', error: expect.objectContaining({ errorCode }) },
  ]);
});

test('answers a model without roles without identity, and only its own fields', async () => {
  const days = { id: 'days', group_by: [{ table: 'Clima', column: 'Ano' }], values: [{ table: 'Clima', measure: 'Dias' }], filters: [] };
  const reply = await ask(weather.id, { queries: [days, byRegion] }, 'weather');
  expect(reply.json()).toMatchObject({
    results: [
      {
        id: 'days',
        rows: [
          [2012, 366],
          [2013, 365],
          [2014, 365],
          [2015, 365],
        ],
      },
      { id: 'q', error: { errorCode: 'InvalidFieldReference' } },
    ],
  });
});

test.each([
  ['no questions', {}],
  ['a question without fields', { queries: [{ id: 'q' }] }],
  ['a field with SQL beside it', { queries: [{ ...byRegion, group_by: [{ table: 'Loja', column: 'Região', sql: '1' }] }] }],
  ['a limit that is no number', { queries: [{ ...byRegion, limit: '1; DROP' }] }],
  ['more questions than a page has', { queries: Array.from({ length: 101 }, () => byRegion) }],
])('refuses a body with %s', async (_, body) => {
  const reply = await ask(sales.id, body);
  expect([reply.statusCode, reply.json()]).toEqual([400, expect.objectContaining({ errorCode: '400' })]);
});

const keep = (method: 'PUT' | 'POST', path: string, payload: object, token: string) =>
  app.inject({ method, url: `/embed-api/reports/${path}`, headers: { authorization: `EmbedToken ${token}` }, payload });
const renamed = (title: string) => ({
  ...sales,
  name: 'another name',
  pages: sales.pages.map((page) => ({ ...page, visuals: page.visuals.map((visual) => ({ ...visual, title })) })),
});

test('keeps an edited report for whoever may edit it, under its own name', async () => {
  expect((await keep('PUT', sales.id, { report: renamed('mine') }, 'south')).json()).toMatchObject({
    message: 'PowerBINotAuthorizedException',
    errorCode: '403',
  });
  const reply = await keep('PUT', sales.id, { report: renamed('ours') }, 'loud');
  expect([reply.statusCode, reply.json()]).toEqual([200, { id: sales.id, name: sales.name }]);
  const { report } = (await get(`/embed-api/reports/${sales.id}`)).json<ReportAnswer>();
  expect([report.name, report.pages[0]?.visuals[0]?.title]).toEqual([sales.name, 'ours']);
  await keep('PUT', sales.id, { report: sales }, 'loud');
});

test.each([
  ['another report', { ...sales, id: margins.id }],
  ['another model', { ...sales, model: weather.model }],
  [
    'an unknown field',
    {
      ...sales,
      pages: [{ ...sales.pages[0], visuals: [{ ...sales.pages[0]?.visuals[0], values: [{ table: 'Vendas', measure: 'Nada' }] }] }],
    },
  ],
  ['an unknown type', { ...sales, pages: [{ ...sales.pages[0], visuals: [{ ...sales.pages[0]?.visuals[0], type: 'hologram' }] }] }],
  ['no pages', { ...sales, pages: [] }],
])('does not keep %s', async (_, report) => {
  const reply = await keep('PUT', sales.id, { report }, 'loud');
  expect([reply.statusCode, reply.json()]).toEqual([400, expect.objectContaining({ message: 'Invalid parameters' })]);
  expect((await get(`/embed-api/reports/${sales.id}`)).json()).toMatchObject({ report: { pages: sales.pages } });
});

test('keeps a copy only in a workspace that the token names', async () => {
  const copy = { report: sales, name: 'Minha cópia' };
  expect((await keep('POST', `${sales.id}/copies`, copy, 'south')).statusCode).toBe(403);
  expect((await keep('POST', `${sales.id}/copies`, { ...copy, workspace_id: open.workspace.id }, 'loud')).statusCode).toBe(403);
  expect((await keep('POST', `${sales.id}/copies`, { ...copy, name: ' ' }, 'loud')).statusCode).toBe(400);
  const reply = await keep('POST', `${sales.id}/copies`, copy, 'loud');
  const { id, name } = reply.json<{ id: string; name: string }>();
  expect([reply.statusCode, name]).toEqual([200, 'Minha cópia']);
  const kept = createReportStore(state).find(id);
  expect([kept?.workspace_id, kept?.report.name, kept?.report.pages]).toEqual([retail.workspace.id, 'Minha cópia', sales.pages]);
});

const dashboard = state.workspaces.get(retail.workspace.id)?.dashboards[0];
if (!dashboard) throw new Error('the sample content has no dashboard');
const [firstTile, otherTile] = dashboard.tiles;
const dashboardGrant = (dashboards: EmbedGrant['dashboards']) =>
  grantFor(['Tudo'], {
    reports: [...new Set(dashboard.tiles.map(({ report }) => report))].map((id) => ({ id, allow_edit: false })),
    dashboards,
  });
grants.board = dashboardGrant([{ id: dashboard.id }]);
grants.tile = dashboardGrant([{ id: dashboard.id, tile: firstTile?.id ?? '' }]);

test('answers a dashboard as one page of its tiles, and each tile from its own model', async () => {
  const reply = await get(`/embed-api/dashboards/${dashboard.id}`, 'board');
  const { report, tiles, permissions } = reply.json<DashboardAnswer>();
  expect([reply.statusCode, permissions]).toEqual([200, { edit: false, save_as: false }]);
  expect(tiles.map(({ id }) => id)).toEqual(dashboard.tiles.map(({ id }) => id));
  const layouts = report.pages[0]?.visuals.map(({ layout }) => layout) ?? [];
  const overlap = layouts.some((one, at) =>
    layouts
      .slice(at + 1)
      .some(
        (other) =>
          one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height,
      ),
  );
  expect([layouts.length, overlap]).toEqual([tiles.length, false]);
  const answer = await app.inject({
    method: 'POST',
    url: `/embed-api/dashboards/${dashboard.id}/query`,
    headers: { authorization: 'EmbedToken board' },
    payload: {
      queries: [
        { ...byRegion, id: 'tile0:main' },
        { ...byRegion, id: 'tile99:main' },
      ],
    },
  });
  const { results } = answer.json<QueryAnswer>();
  expect(results.map((result) => [result.id, 'rows' in result])).toEqual([
    ['tile0:main', true],
    ['tile99:main', false],
  ]);
});

test.each([
  ['the whole dashboard to the token of a tile', `dashboards/${dashboard.id}`, 'tile', 403],
  ['another tile to the token of a tile', `dashboards/${dashboard.id}?tileId=${otherTile?.id}`, 'tile', 403],
  ['the tile to its token', `dashboards/${dashboard.id}?tileId=${firstTile?.id}`, 'tile', 200],
  ['a tile to the token of its dashboard', `dashboards/${dashboard.id}?tileId=${otherTile?.id}`, 'board', 200],
  ['a dashboard to the token of a report', `dashboards/${dashboard.id}`, 'south', 403],
  ['the report behind a tile to the token of the dashboard', `reports/${sales.id}`, 'board', 403],
  ['a dashboard that does not exist', 'dashboards/00000000-0000-4000-8000-000000000000', 'board', 404],
])('shows or refuses %s', async (_, path, token, status) => {
  expect((await get(`/embed-api/${path}`, token)).statusCode).toBe(status);
});

/** Sums that threads add up in their own order differ in the last digits. */
const settled = (body: string): unknown =>
  JSON.parse(body, (_key, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value));

test('answers what a page asks first before it asks, for the rows of its token alone', async () => {
  const [page] = sales.pages;
  if (!page) throw new Error('the report has no page');
  const early = await get(`/embed-api/reports/${sales.id}/answers?page=${page.name}`);
  expect(early.headers['cache-control']).toBe('no-store');
  const queries = openingQueries(sales, page.name, false).map(({ query }) => query);
  const asked = await ask(sales.id, { queries });
  expect(settled(early.body)).toEqual(settled(asked.body));
  expect((await get(`/embed-api/reports/${sales.id}/answers`, 'weather')).statusCode).toBe(403);
  expect((await get(`/embed-api/reports/${sales.id}/answers?groupId=${open.workspace.id}`)).statusCode).toBe(401);
});

test('on a phone only what stands on its layout is answered early', async () => {
  const [page] = sales.pages;
  const names = (queries: { visual: string }[]) => new Set(queries.map(({ visual }) => visual));
  const placed = page?.visuals.filter(({ mobile_layout }) => mobile_layout).map(({ name }) => name) ?? [];
  const phone = names(openingQueries(sales, page?.name, true));
  expect([...phone].every((name) => placed.includes(name))).toBe(true);
  expect(phone.size).toBeLessThan(names(openingQueries(sales, page?.name, false)).size);
});
