import { afterAll, expect, test } from 'vitest';
import { field, measure, openShop, productOf, sales, shopId, storeOf, sum, total } from '../../test/shop.ts';
import type { Sale } from '../../test/shop.ts';

const shop = openShop({
  measures: {
    'Of selected': 'CALCULATE([Total], ALLSELECTED())',
    'Of stores': 'CALCULATE([Total], ALLSELECTED(Store))',
    'Of regions': 'CALCULATE([Total], ALLSELECTED(Store[region]))',
    Share: 'DIVIDE([Total], [Of selected])',
    Rank: 'RANKX(ALLSELECTED(Store[region]), [Total])',
  },
});
afterAll(() => shop.close());

const region = field('Store', 'region');
const category = field('Product', 'category');
const [kept] = [...new Set(sales.map((sale) => productOf(sale).category))].filter((name) => name !== null);
const onlyKept = {
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table: 'Product', column: 'category' },
  operator: 'In',
  values: [kept],
};
const selected = sales.filter((sale) => productOf(sale).category === kept);
const totalsBy = (rows: Sale[], key: (sale: Sale) => string | null) =>
  new Map([...Map.groupBy(rows, key)].map(([name, own]) => [name, sum(own) ?? 0]));
const regionOf = (sale: Sale) => storeOf(sale).region;

test('ALLSELECTED looks away from the visual, and at what is filtered outside of it', async () => {
  const { rows } = await shop.ask({ group_by: [region], values: [total, measure('Of selected'), measure('Share')], filters: [onlyKept] });
  const all = sum(selected) ?? 0;
  const expected = totalsBy(selected, regionOf);
  expect(rows.filter(([, own]) => own !== null)).toHaveLength(expected.size);
  for (const [name, own, ofSelected, share] of rows) {
    expect(ofSelected).toBeCloseTo(all, 6);
    if (own === null) continue;
    expect(own).toBeCloseTo(expected.get(name as string | null) ?? 0, 6);
    expect(share).toBeCloseTo(Number(own) / all, 9);
  }
});

test('ALLSELECTED of a table or a column leaves the other groups', async () => {
  const { rows } = await shop.ask({ group_by: [region, category], values: [total, measure('Of stores'), measure('Of regions')] });
  const expected = totalsBy(sales, (sale) => productOf(sale).category);
  for (const [, name, , ofStores, ofRegions] of rows) {
    expect(ofStores).toBeCloseTo(expected.get(name as string | null) ?? 0, 6);
    expect(ofRegions).toBeCloseTo(expected.get(name as string | null) ?? 0, 6);
  }
});

test('ranks among what is selected', async () => {
  const { rows } = await shop.ask({ group_by: [region], values: [total, measure('Rank')], filters: [onlyKept] });
  const sums = [...totalsBy(selected, regionOf).values()];
  for (const [, own, rank] of rows.filter(([, value]) => value !== null))
    expect(rank).toBe(1 + sums.filter((other) => other > Number(own) + 1e-9).length);
});

test.each(['', 'DEFINE MEASURE Sales[Of selected] = CALCULATE([Total], ALLSELECTED())'])(
  'agrees with SUMMARIZECOLUMNS %s',
  async (definition) => {
    const { rows } = await shop.engine.evaluate(
      shopId,
      `${definition} EVALUATE SUMMARIZECOLUMNS(Store[region], TREATAS({"${kept}"}, Product[category]), "x", [Of selected])`,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row['[x]']).toBeCloseTo(sum(selected) ?? 0, 6);
  },
);

test.each([
  'EVALUATE ADDCOLUMNS(VALUES(Store[region]), "x", CALCULATE([Total], ALLSELECTED()))',
  'EVALUATE SUMMARIZECOLUMNS(Store[region], "x", SUMX(VALUES(Store[manager]), CALCULATE([Total], ALLSELECTED())))',
  'EVALUATE SUMMARIZECOLUMNS(Store[region], "x", CALCULATE(CALCULATE([Total], ALLSELECTED()), Store[region] = "Sul"))',
  'DEFINE MEASURE Sales[All] = CALCULATE([Total], ALLSELECTED()) EVALUATE SUMMARIZECOLUMNS(Store[region], "x", CALCULATE([All], Store[region] = "Sul"))',
  'DEFINE MEASURE Sales[All] = CALCULATE([Total], ALLSELECTED()) EVALUATE ADDCOLUMNS(VALUES(Store[region]), "x", [All])',
])('is refused where it would be a guess: %s', async (query) => {
  await expect(shop.engine.evaluate(shopId, query)).rejects.toThrow(/^\(1, \d+\) ALLSELECTED is supported in the context of a visual only/);
});
