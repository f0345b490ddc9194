import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { loadContent, sampleContent } from './content.ts';
import type { PageDefinition, VisualDefinition } from '../definitions/report.ts';
import type { VisualQuery } from '../definitions/queries.ts';
import { openEngine } from '../engine/engine.ts';

const content = loadContent();
const engine = openEngine({ content });
afterAll(() => engine.close());

const pages = content.flatMap(({ workspace, reports }) =>
  reports.flatMap((report) =>
    report.pages.map((page) => ({ name: `${workspace.name} / ${report.name} / ${page.display_name}`, report, page })),
  ),
);

type Box = { x: number; y: number; width: number; height: number };
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

function misplaced(boxes: { name: string; box: Box }[], width: number, height: number): string[] {
  const outside = boxes
    .filter(({ box }) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
    .map(({ name }) => name);
  const crossing = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => overlap(one.box, other.box))
      .map((other) => `${one.name} and ${other.name}`),
  );
  return [...outside, ...crossing];
}

test('publishes a company of each trade and the public data, with enough to read', () => {
  expect(content.map(({ workspace }) => workspace.name)).toEqual([
    'Dados públicos',
    'Delta Energia',
    'Litoral Saúde',
    'Serra Logística',
    'Varejo Horizonte',
  ]);
  const named = (name: string) => content.find(({ workspace }) => workspace.name === name);
  const [open, retail] = [named('Dados públicos'), named('Varejo Horizonte')];
  for (const name of ['Delta Energia', 'Litoral Saúde', 'Serra Logística']) {
    expect(named(name)?.reports.map(({ pages: { length } }) => length)).toEqual([2, 2, 2]);
    expect(named(name)?.models[0]?.roles.map((role) => role.name)).toContain('Tudo');
  }
  expect(open?.reports.length).toBeGreaterThanOrEqual(4);
  expect(open?.reports.every((report) => report.pages.length >= 2)).toBe(true);
  expect(open?.models.every((model) => model.roles.length === 0)).toBe(true);
  expect(retail?.reports.map((report) => report.name)).toEqual(['Margem e descontos', 'Vendas da rede']);
  expect(retail?.models[0]?.roles.map((role) => role.name)).toContain('Região Sul');
  expect(retail?.reports[1]?.pages.filter((page) => page.hidden)).toHaveLength(1);
});

test.each(pages)('$name: nothing overlaps or leaves the canvas', ({ page }) => {
  const boxes = page.visuals.map((visual) => ({ name: visual.name, box: visual.layout }));
  expect(misplaced(boxes, page.width, page.height)).toEqual([]);
  const phone = page.visuals.flatMap((visual) => (visual.mobile_layout ? [{ name: visual.name, box: visual.mobile_layout }] : []));
  expect(misplaced(phone, page.mobile_width, page.mobile_height)).toEqual([]);
});

/** The question that a visual asks when its page opens. */
function question(visual: VisualDefinition, page: PageDefinition): VisualQuery {
  const ranges = visual.slicer?.mode === 'range' || visual.slicer?.mode === 'date';
  const [field] = visual.category;
  const bounds =
    ranges && field && 'column' in field
      ? (['min', 'max'] as const).map((aggregation) => ({ table: field.table, column: field.column, aggregation }))
      : [];
  return {
    id: visual.name,
    group_by: ranges ? [] : [...visual.category, ...visual.series],
    values: ranges ? bounds : visual.values,
    filters: [...page.filters, ...visual.filters],
    ...(visual.sort ? { order_by: [visual.sort] } : {}),
    ...(visual.top ? { limit: visual.top } : {}),
    total: true,
  };
}

test.each(pages)('$name: every visual has something to show', async ({ report, page }) => {
  const visuals = page.visuals.filter(({ type }) => type !== 'textbox' && type !== 'actionButton');
  const identity = { username: 'everybody', roles: ['Tudo'] };
  const results = await engine.query(
    report.model,
    visuals.map((visual) => question(visual, page)),
    identity,
  );
  const empty = results.filter(
    (result) => 'error' in result || result.rows.length === 0 || result.rows.every((row) => row.every((cell) => cell === null)),
  );
  expect(empty).toEqual([]);
});

test('has a text in every text box, and a source on every page of public data', () => {
  for (const { page } of pages) {
    for (const visual of page.visuals)
      expect(visual.type === 'textbox' ? visual.text : visual.title, `${page.name}.${visual.name}`).toBeTruthy();
  }
  const open = pages.filter(({ name }) => name.startsWith('Dados públicos'));
  for (const { name, page } of open)
    expect(
      page.visuals.some((visual) => visual.text?.startsWith('Fonte: ')),
      name,
    ).toBe(true);
});

test('gives each region its own sales: together they are the whole', async () => {
  const retail = content.find(({ workspace }) => workspace.name === 'Varejo Horizonte');
  const model = retail?.models[0];
  if (!model) throw new Error('the retail model is missing');
  const sum = async (roles: string[], username = 'reader') => {
    const group_by = [{ table: 'Loja', column: 'Região' }];
    const query = { id: 'q', group_by, values: [{ table: 'Vendas', measure: 'Pedidos' }], filters: [], total: true };
    const [result] = await engine.query(model.id, [query], { username, roles });
    if (!result || 'error' in result) throw new Error(JSON.stringify(result));
    return { regions: result.rows.map(([region]) => region), orders: Number(result.total?.[1]) };
  };
  const all = await sum(['Tudo']);
  const regions = all.regions.map(String);
  expect(regions).toHaveLength(5);
  const parts = await Promise.all(regions.map((region) => sum([`Região ${region}`])));
  parts.forEach((part, index) => expect(part.regions).toEqual([regions[index]]));
  expect(parts.reduce((orders, part) => orders + part.orders, 0)).toBe(all.orders);
  for (const [manager, region] of [
    ['carla@aurora.example', 'Nordeste'],
    ['diego@aurora.example', 'Sudeste'],
  ] as const) {
    expect((await sum(['Gerente da loja'], manager)).regions).toEqual([region]);
  }
  expect((await sum(['Gerente da loja'], 'ana@aurora.example')).regions).toEqual([]);
});

/** A copy of the retail workspace, with one file changed. */
function changed(file: string, change: (text: string) => string): string {
  const directory = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  cpSync(join(sampleContent, 'varejo-horizonte'), join(directory, 'varejo'), { recursive: true });
  const path = join(directory, 'varejo', file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
  return directory;
}
const model = 'varejo.model.json';
const report = 'vendas-da-rede.report.json';

test.each<[string, string, (text: string) => string, RegExp]>([
  ['broken JSON', report, (text) => text.slice(0, -10), /vendas-da-rede\.report\.json: .*JSON/],
  [
    'an unknown property',
    report,
    (text) => text.replace('"type": "card"', '"kind": "card"'),
    /report\.json: pages\.0\.visuals\.\d+(\.type)?: /,
  ],
  [
    'a page name that an address cannot carry',
    report,
    (text) => text.replace('"name": "visao_geral"', '"name": "visão geral"'),
    /pages\.0\.name: /,
  ],
  [
    'a column that does not exist',
    report,
    (text) => text.replace('"column": "Formato"', '"column": "Format"'),
    /pages\.\d\.visuals\.\d+ \(\w+\): The column 'Loja'\[Format\] does not exist/,
  ],
  [
    'a measure that does not exist',
    report,
    (text) => text.replace('"measure": "Ticket médio"', '"measure": "Ticket"'),
    /The measure 'Vendas'\[Ticket\] does not exist/,
  ],
  [
    'a filter that does not fit',
    report,
    (text) => text.replace('[2026]', '["this year"]'),
    /pages\.0\.filters\.0: The filter value "this year" does not fit/,
  ],
  [
    'two visuals of one name',
    report,
    (text) => text.replace('"name": "seg_canal"', '"name": "seg_regiao"'),
    /pages\.0: the name seg_regiao is used twice/,
  ],
  [
    'a bookmark of no page',
    report,
    (text) => text.replace('"page": "produtos"', '"page": "product"'),
    /bookmarks\.\d: there is no page product/,
  ],
  [
    'a model that is not there',
    report,
    (text) => text.replace(/"model": ".{8}/, '"model": "00000000'),
    /model: there is no model 00000000-/,
  ],
  [
    'an id used twice',
    report,
    (text) => text.replace(/"id": "[^"]+"/, '"id": "8d35c6f1-0b9e-4f7c-a2d4-6e81b7f02c93"'),
    /id: 8d35c6f1.* is used twice/,
  ],
  [
    'a measure that does not compile',
    model,
    (text) => text.replace('DISTINCTCOUNT(', 'DISTINCTCOUNTS('),
    /measures\.\d+ \[Pedidos\]: \(1, 1\) Failed to resolve name 'DISTINCTCOUNTS'/,
  ],
  [
    'a role that does not compile',
    model,
    (text) => text.replace('USERPRINCIPALNAME()', 'USERPRINCIPALNAME('),
    /roles\.5\.filters\.0 \(Gerente da loja\): \(1, \d+\) The expression ends too early/,
  ],
  [
    'a relationship to nowhere',
    model,
    (text) => text.replace('"to": { "table": "Canal", "column": "Código do canal" }', '"to": { "table": "Canal", "column": "Código" }'),
    /unknown column 'Canal'\[Código\]/,
  ],
  [
    'a generator that does not exist',
    model,
    (text) => text.replace('"generator": "retail"', '"generator": "wholesale"'),
    /tables\.0\.source: there is no generator wholesale/,
  ],
  [
    'a file outside its folder',
    model,
    (text) =>
      text.replace('{ "kind": "generated", "generator": "retail", "table": "Canal" }', '{ "kind": "file", "path": "../../secret.csv" }'),
    /tables\.4\.source: the file \.\.\/\.\.\/secret\.csv is not below its directory/,
  ],
  [
    'a file that is not there',
    model,
    (text) => text.replace('{ "kind": "generated", "generator": "retail", "table": "Canal" }', '{ "kind": "file", "path": "canal.csv" }'),
    /tables\.4\.source: the file canal\.csv does not exist/,
  ],
])('refuses %s, and says where', (_, file, change, message) => {
  expect(() => loadContent(changed(file, change))).toThrow(message);
});

test('lists all mistakes at once', () => {
  const directory = changed(report, (text) => text.replaceAll('"measure": "Crescimento"', '"measure": "Growth"'));
  expect(() => loadContent(directory)).toThrow(/Growth[\s\S]*Growth/);
});

test('a further report is one further file; folders without workspace.json are none', () => {
  const directory = changed(report, (text) => text);
  const copy = readFileSync(join(directory, 'varejo', report), 'utf8').replace(
    /"id": "[^"]+"/,
    '"id": "00000000-0000-4000-8000-000000000009"',
  );
  writeFileSync(join(directory, 'varejo', 'further.report.json'), copy);
  mkdirSync(join(directory, 'notes'));
  expect(loadContent(directory).map(({ reports }) => reports.length)).toEqual([3]);
});
