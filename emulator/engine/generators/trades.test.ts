import { expect, test } from 'vitest';
import type { GeneratedTable } from './generatedTable.ts';
import { generators } from './generators.ts';

/** Cells of a table, as texts and numbers by column. */
function rowsOf(tables: Record<string, GeneratedTable>, name: string) {
  const columns = tables[name] ?? [];
  const count = columns[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, index) => Object.fromEntries(columns.map((column) => [column.name, column.values[index]])));
}
type Row = ReturnType<typeof rowsOf>[number];
const sum = (rows: Row[], column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
const share = (rows: Row[], part: (row: Row) => boolean) => rows.filter(part).length / rows.length;
const between = (from: string, to: string) => (row: Row) => {
  const day = Number(row['Data'] ?? row['Mês']) * 86_400_000;
  return day >= Date.parse(from) && day < Date.parse(to);
};
const codeOf = (tables: Record<string, GeneratedTable>, table: string, name: string) => {
  const row = rowsOf(tables, table).find((each) => each[table] === name);
  return row?.[Object.keys(row)[0] ?? ''];
};

test.each(['clinic', 'energy', 'logistics'])('%s is the same every time, and small', (name) => {
  const [one, other] = [generators[name]?.() ?? {}, generators[name]?.() ?? {}];
  expect(one).toEqual(other);
  for (const table of Object.values(one)) expect(table[0]?.values.length).toBeLessThan(90_000);
});

const logistics = generators['logistics']?.() ?? {};
const deliveries = rowsOf(logistics, 'Entregas');

test('one route is late since the works on its road, and the others are not', () => {
  const works = codeOf(logistics, 'Rota', 'Caxias do Sul – Belo Horizonte');
  const late = (rows: Row[]) => share(rows, (row) => Number(row['Atraso (h)']) > 0);
  const [before, since] = [between('2025-04-06', '2025-11-01'), between('2026-04-06', '2026-11-01')];
  const ofRoute = (row: Row) => row['Código da rota'] === works;
  expect(late(deliveries.filter((row) => ofRoute(row) && before(row)))).toBeLessThan(0.12);
  expect(late(deliveries.filter((row) => ofRoute(row) && since(row)))).toBeGreaterThan(0.22);
  expect(late(deliveries.filter((row) => !ofRoute(row) && since(row)))).toBeLessThan(0.12);
});

test('a kilometre costs more since diesel rises', () => {
  const costs = (rows: Row[]) => (sum(rows, 'Diesel') + sum(rows, 'Pedágio') + sum(rows, 'Manutenção')) / sum(rows, 'Quilômetros');
  const year = (number: number) => deliveries.filter(between(`${number}-05-01`, `${number}-11-01`));
  expect(costs(year(2025)) / costs(year(2024))).toBeLessThan(1.09);
  expect(costs(year(2026)) / costs(year(2025))).toBeGreaterThan(1.12);
});

test('lorries of one base stand idle since it lost its customer', () => {
  const days = rowsOf(logistics, 'Frota').filter(between('2026-08-10', '2026-11-01'));
  const ofBase = new Set(
    rowsOf(logistics, 'Caminhão')
      .filter((row) => row['Base'] === 'Chapecó')
      .map((row) => row['Código do caminhão']),
  );
  const idle = (rows: Row[]) => share(rows, (row) => row['Situação'] === 'Parado');
  expect(idle(days.filter((row) => ofBase.has(row['Código do caminhão'])))).toBeGreaterThan(0.3);
  expect(idle(days.filter((row) => !ofBase.has(row['Código do caminhão'])))).toBeLessThan(0.15);
});

const clinic = generators['clinic']?.() ?? {};
const visits = rowsOf(clinic, 'Consultas');

test('more patients stay away on Mondays, and without a reminder', () => {
  const missed = (rows: Row[]) => share(rows, (row) => row['Situação'] === 'Falta');
  const isMonday = (row: Row) => new Date(Number(row['Data']) * 86_400_000).getUTCDay() === 1;
  expect(missed(visits.filter(isMonday)) / missed(visits.filter((row) => !isMonday(row)))).toBeGreaterThan(1.6);
  const reminded = (row: Row) => row['Lembrete'] === 'Com lembrete';
  expect(missed(visits.filter((row) => !reminded(row))) / missed(visits.filter(reminded))).toBeGreaterThan(1.7);
});

test('beds are full in the season of rains, and one plan refuses more', () => {
  const taken = (from: string, to: string) => {
    const rows = rowsOf(clinic, 'Leitos').filter(between(from, to));
    return sum(rows, 'Ocupados') / sum(rows, 'Leitos');
  };
  expect(taken('2026-03-01', '2026-05-01')).toBeGreaterThan(0.82);
  expect(taken('2025-09-01', '2025-11-01')).toBeLessThan(0.72);
  const plan = codeOf(clinic, 'Convênio', 'Vida Nordeste');
  const refused = (rows: Row[]) => sum(rows, 'Glosa') / sum(rows, 'Valor');
  const ofPlan = visits.filter((row) => row['Código do convênio'] === plan);
  expect(refused(ofPlan.filter(between('2026-03-01', '2026-11-01')))).toBeGreaterThan(
    3 * refused(ofPlan.filter(between('2025-03-01', '2026-01-01'))),
  );
});

const energy = generators['energy']?.() ?? {};

test('one substation loses more each month, and storms cut the lines', () => {
  const leaking = codeOf(energy, 'Subestação', 'Cidade Nova');
  const lost = (from: string, to: string) => {
    const rows = rowsOf(energy, 'Energia').filter((row) => row['Código da subestação'] === leaking && between(from, to)(row));
    return 1 - sum(rows, 'Energia faturada') / sum(rows, 'Energia injetada');
  };
  expect(lost('2026-09-01', '2026-11-01')).toBeGreaterThan(1.6 * lost('2025-09-01', '2025-11-01'));
  const outages = rowsOf(energy, 'Interrupções');
  const affected = (from: string, to: string) => sum(outages.filter(between(from, to)), 'Clientes-hora');
  expect(affected('2026-01-01', '2026-04-01')).toBeGreaterThan(2 * affected('2026-06-01', '2026-09-01'));
});

test('the public sector pays late since August', () => {
  const sector = codeOf(energy, 'Classe', 'Poder público');
  const late = (from: string, to: string) => {
    const rows = rowsOf(energy, 'Faturas').filter((row) => row['Código da classe'] === sector && between(from, to)(row));
    return sum(rows, 'Pago em atraso') / sum(rows, 'Faturado');
  };
  expect(late('2026-08-01', '2026-11-01')).toBeGreaterThan(2 * late('2026-03-01', '2026-07-01'));
});
