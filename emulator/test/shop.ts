/** A small shop whose every number the tests work out by hand: two facts (sales and goals) over stores, products and days. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelDefinition } from '../definitions/model.ts';
import type { FieldRef, ModelDefinition } from '../definitions/model.ts';
import type { QueryResult, VisualQuery } from '../definitions/queries.ts';
import { openEngine } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { seededRandom } from '../engine/generators/random.ts';

export const shopId = '11111111-2222-4333-8444-555555555555';
const today = new Date('2026-03-15T12:00:00Z');

export type Store = { code: number; name: string; region: string | null; manager: string };
export type Sale = {
  day: string;
  store: number;
  product: number;
  amount: number | null;
  quantity: number;
  returned: boolean;
  note: string | null;
};

export const stores: Store[] = [
  { code: 1, name: 'Recife', region: 'Nordeste', manager: 'carla@aurora.example' },
  { code: 2, name: "Santana d'Oeste", region: 'Sudeste', manager: 'diego@aurora.example' },
  { code: 3, name: 'Águas Claras', region: 'Centro-Oeste', manager: 'eva@aurora.example' },
  { code: 4, name: 'Curitiba', region: 'Sul', manager: 'carla@aurora.example' },
  { code: 5, name: 'Joinville', region: 'Sul', manager: 'fabio@aurora.example' },
  { code: 6, name: 'zona franca', region: null, manager: 'gil@aurora.example' },
];
export const products = [
  { code: 1, name: 'Café', category: 'Bebidas' },
  { code: 2, name: 'Chá 50%', category: 'Bebidas' },
  { code: 3, name: 'Pão_de_mel', category: 'Doces' },
  { code: 4, name: 'Suco "natural"', category: 'Bebidas' },
];
export const goals = stores.flatMap((store) =>
  ['2025-01-01', '2025-02-01', '2026-01-01', '2026-02-01'].map((month) => ({
    store: store.code,
    month,
    goal: store.code * 1000 + Number(month.slice(5, 7)),
  })),
);

const monthNames = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** All days of 2024 (with its 29 February) to 2026. */
export const days = Array.from({ length: 1096 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10));

function makeSales(): Sale[] {
  const random = seededRandom(4711);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random.next() * list.length)];
  return Array.from({ length: 900 }, () => ({
    day: pick(days) ?? '2024-01-01',
    store: pick(stores)?.code ?? 1,
    product: pick(products)?.code ?? 1,
    // Quarters add up without rounding, so sums can be compared exactly.
    amount: random.next() < 0.05 ? null : Math.floor(random.between(-200, 4000)) / 4,
    quantity: Math.floor(random.between(0, 9)),
    returned: random.next() < 0.1,
    note: pick(['', 'urgente', 'Urgente!', null, "x'; DROP TABLE Sales; --"]) ?? null,
  }));
}

export const sales: Sale[] = makeSales();
export const storeOf = (sale: Sale): Store => stores.find((store) => store.code === sale.store) ?? stores[0]!;
export const productOf = (sale: Sale) => products.find((product) => product.code === sale.product) ?? products[0]!;
export const sum = (rows: Sale[]): number | null => {
  const amounts = rows.map((row) => row.amount).filter((amount) => amount !== null);
  return amounts.length > 0 ? amounts.reduce((total, amount) => total + amount, 0) : null;
};

const column = (name: string, type: string, more: object = {}) => ({ name, type, ...more });

export function shopModel(changes: Partial<ModelDefinition> = {}): ModelDefinition {
  return modelDefinition.parse({
    id: shopId,
    name: 'Shop',
    tables: [
      {
        name: 'Sales',
        source: { kind: 'file', path: 'sales.json' },
        columns: [
          column('day', 'date'),
          column('moment', 'datetime', { sql: 'day + INTERVAL 13 HOUR + INTERVAL 30 MINUTE' }),
          column('store', 'integer', { hidden: true }),
          column('product', 'integer', { hidden: true }),
          column('amount', 'number', { format: 'R$ #,0.00' }),
          column('quantity', 'integer'),
          column('returned', 'boolean'),
          column('note', 'text'),
        ],
      },
      {
        name: 'Store',
        source: { kind: 'file', path: 'stores.json' },
        columns: [column('code', 'integer'), column('name', 'text'), column('region', 'text'), column('manager', 'text')],
      },
      {
        name: 'Product',
        source: { kind: 'file', path: 'products.json' },
        columns: [column('code', 'integer'), column('name', 'text'), column('category', 'text')],
      },
      {
        name: 'Day',
        source: { kind: 'file', path: 'days.json' },
        columns: [
          column('date', 'date'),
          column('year', 'integer', { sql: 'year(date)' }),
          column('month', 'text', { sort_by: 'month number' }),
          column('month number', 'integer', { sql: 'month(date)' }),
        ],
      },
      {
        name: 'Goals',
        source: { kind: 'file', path: 'goals.json' },
        columns: [column('store', 'integer'), column('month', 'date'), column('goal', 'integer')],
      },
    ],
    relationships: [
      { from: { table: 'Sales', column: 'day' }, to: { table: 'Day', column: 'date' } },
      { from: { table: 'Sales', column: 'store' }, to: { table: 'Store', column: 'code' } },
      { from: { table: 'Sales', column: 'product' }, to: { table: 'Product', column: 'code' } },
      { from: { table: 'Goals', column: 'store' }, to: { table: 'Store', column: 'code' } },
      { from: { table: 'Goals', column: 'month' }, to: { table: 'Day', column: 'date' } },
    ],
    measures: [
      { name: 'Total', table: 'Sales', expression: 'SUM(Sales[amount])', format: '#,0.00' },
      { name: 'Rows', table: 'Sales', expression: 'COUNTROWS(Sales)' },
      { name: 'Target', table: 'Goals', expression: 'SUM(Goals[goal])' },
    ],
    ...changes,
  });
}

export type Shop = {
  engine: Engine;
  /** Asks one question; the answer must not be an error. */
  ask: (query: Partial<VisualQuery>, identity?: Parameters<Engine['query']>[2]) => Promise<Extract<QueryResult, { rows: unknown }>>;
  /** The message of the error that a question gets. */
  refusal: (query: Partial<VisualQuery>, identity?: Parameters<Engine['query']>[2]) => Promise<string>;
  close: () => void;
};

/** What a shop has beside its own. */
type Changes = { measures?: Record<string, string>; roles?: ModelDefinition['roles']; relationships?: ModelDefinition['relationships'] };

/** Opens the shop, with further measures, roles and relationships if wanted. */
export function openShop(changes: Changes = {}): Shop {
  const directory = mkdtempSync(join(tmpdir(), 'shop-'));
  writeFileSync(join(directory, 'sales.json'), JSON.stringify(sales));
  writeFileSync(join(directory, 'stores.json'), JSON.stringify(stores));
  writeFileSync(join(directory, 'products.json'), JSON.stringify(products));
  writeFileSync(join(directory, 'goals.json'), JSON.stringify(goals));
  writeFileSync(
    join(directory, 'days.json'),
    JSON.stringify(days.map((date) => ({ date, month: monthNames[Number(date.slice(5, 7)) - 1] ?? '' }))),
  );
  const base = shopModel();
  const extra = Object.entries(changes.measures ?? {}).map(([name, expression]) => ({ name, table: 'Sales', expression }));
  const model: ModelDefinition = {
    ...base,
    measures: [...base.measures, ...extra],
    roles: changes.roles ?? [],
    relationships: [...base.relationships, ...(changes.relationships ?? [])],
  };
  const workspace = { id: shopId, name: 'Shop' };
  const engine = openEngine({ content: [{ workspace, directory, models: [model], reports: [] }], now: () => today });
  const one = async (query: Partial<VisualQuery>, identity?: Parameters<Engine['query']>[2]) => {
    const [result] = await engine.query(shopId, [{ id: 'q', group_by: [], values: [], filters: [], ...query }], identity);
    if (!result) throw new Error('a question was not answered');
    return result;
  };
  return {
    engine,
    ask: async (query, identity) => {
      const result = await one(query, identity);
      if ('error' in result) throw new Error(result.error.detailedMessage);
      return result;
    },
    refusal: async (query, identity) => {
      const result = await one(query, identity);
      if (!('error' in result)) throw new Error(`an answer came: ${JSON.stringify(result.rows.slice(0, 3))}`);
      return result.error.detailedMessage;
    },
    close: () => {
      engine.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export const total: FieldRef = { table: 'Sales', measure: 'Total' };
export const field = (table: string, name: string): FieldRef => ({ table, column: name });
export const measure = (name: string): FieldRef => ({ table: 'Sales', measure: name });
