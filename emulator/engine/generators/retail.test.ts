import { expect, test } from 'vitest';
import { generateRetail } from './retail.ts';
import type { GeneratedTable } from './generatedTable.ts';

const tables = generateRetail();
const column = (table: string, name: string) => {
  const found = tables[table]?.find((one) => one.name === name);
  if (!found) throw new Error(`no ${table}[${name}]`);
  return Array.from(found.values);
};
const numbers = (table: string, name: string) => column(table, name).map(Number);
const isoMonth = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 7);

test('tells the same story every time', () => {
  const digest = (all: Record<string, GeneratedTable>) =>
    JSON.stringify(all, (_, value: unknown) => (Array.isArray(value) ? value.slice(0, 2000) : value));
  expect(digest(generateRetail())).toBe(digest(tables));
});

test('has about three hundred thousand sales, from January 2024 to October 2026', () => {
  const days = numbers('Vendas', 'Data');
  expect(days.length).toBeGreaterThan(280_000);
  expect(days.length).toBeLessThan(360_000);
  expect(isoMonth(days[0] ?? 0)).toBe('2024-01');
  expect(isoMonth(days.at(-1) ?? 0)).toBe('2026-10');
});

test('knows every store, product, channel and day that a sale names', () => {
  for (const [key, table] of [
    ['Código da loja', 'Loja'],
    ['Código do produto', 'Produto'],
    ['Código do canal', 'Canal'],
    ['Código do segmento', 'Segmento'],
  ] as const) {
    const known = new Set(numbers(table, key));
    expect(known.size).toBe(numbers(table, key).length);
    expect(numbers('Vendas', key).every((code) => known.has(code))).toBe(true);
  }
  const days = new Set(numbers('Calendário', 'Data'));
  expect(numbers('Vendas', 'Data').every((day) => days.has(day))).toBe(true);
  expect(numbers('Metas', 'Mês').every((day) => days.has(day))).toBe(true);
  expect(new Set(column('Produto', 'Produto')).size).toBe(120);
});

test('adds up: what is paid is the price less the discount', () => {
  const [gross, discount, net] = ['Valor bruto', 'Desconto', 'Valor líquido'].map((name) => numbers('Vendas', name));
  gross?.forEach((amount, index) => {
    if (Math.abs(amount - (discount?.[index] ?? 0) - (net?.[index] ?? 0)) > 0.005) throw new Error(`sale ${index} does not add up`);
  });
  expect(Math.min(...new Set(net))).toBeGreaterThan(0);
});

test('grows over the years and peaks at the end of each', () => {
  const months = new Map<string, number>();
  const net = numbers('Vendas', 'Valor líquido');
  numbers('Vendas', 'Data').forEach((day, index) => months.set(isoMonth(day), (months.get(isoMonth(day)) ?? 0) + (net[index] ?? 0)));
  const of = (month: string) => months.get(month) ?? 0;
  for (const month of ['01', '05', '10']) {
    expect(of(`2025-${month}`)).toBeGreaterThan(of(`2024-${month}`));
    expect(of(`2026-${month}`)).toBeGreaterThan(of(`2025-${month}`));
  }
  expect(of('2025-12')).toBeGreaterThan(1.5 * of('2025-02'));
});

test('lets two readers of the demo manage a store each, and no others', () => {
  const managers = column('Loja', 'E-mail do gerente').map(String);
  expect(managers.filter((email) => email.endsWith('@aurora.example')).toSorted((one, other) => one.localeCompare(other))).toEqual([
    'carla@aurora.example',
    'diego@aurora.example',
  ]);
  expect(new Set(column('Loja', 'Região')).size).toBe(5);
});
