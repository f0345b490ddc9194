/** The page of partners and of the operator about the use of units; an administrator is told of the own unit. */
import * as contract from '@vitrine/contract/reports/analyze.ts';
import type { Analysis, AnalyzeNumbers, AnalyzeTable } from '@vitrine/contract/reports/analyze.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { todayOf } from '#domain/waiting/conditions.ts';
import { readAsOf } from '#platform/database/replica.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport } from '#platform/http/exportList.ts';
import { fail, found } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';
import type { Wanted } from '#domain/usage/countedUse.ts';
import { days, hoursOf, loads, outcomes, reports, totals, units, weekdays } from '#domain/usage/countedUse.ts';

const dayMs = 86_400_000;
/** What the page shows; a file has more. */
const reportsShown = 20;
const reportsInFile = 5000;

type Asked = Pick<Wanted, 'period'> & { unit_id?: string | undefined };

function wantedOf(ctx: Context, { period, unit_id }: Asked): Wanted {
  const [count, today] = [Number(period), Date.parse(todayOf(ctx).today)];
  const ago = (number: number) => new Date(today - number * dayMs).toISOString().slice(0, 10);
  return { period, before: ago(2 * count), from: ago(count), until: ago(1), tenant_id: unit_id };
}

const scopeOf = (ctx: Context) => {
  const { role } = ctx.actor;
  return role === 'operator' ? ctx.operator() : role === 'partner' ? ctx.partner() : ctx;
};

/** A unit of another partner is not there. */
async function unitOf(ctx: Context, { unit_id }: Asked): Promise<Analysis['unit']> {
  if (unit_id === undefined) return null;
  const [unit] = await scopeOf(ctx).run(sql<NonNullable<Analysis['unit']>>`
    select t.id, t.name from tenant t where t.id = ${unit_id} and not t.is_operator_tenant`);
  return found(unit);
}

const noLoads = { load_p50: null, load_p95: null };

async function reportsOf(ctx: Context, wanted: Wanted): Promise<Analysis['reports']> {
  if (ctx.actor.role === 'operator') return null;
  return found((await scopeOf(ctx).run(reports(wanted, reportsShown)))[0]);
}

async function unitsOf(ctx: Context, wanted: Wanted) {
  const [counted, times] = await scopeOf(ctx).run(units(wanted), loads(wanted));
  const loadOf = (unit_id: string | null, now: boolean) => {
    const { load_p50, load_p95 } = times.find((row) => row.unit_id === unit_id && row.is_now === now) ?? noLoads;
    return { load_p50, load_p95 };
  };
  return { loadOf, rows: counted.map((row) => ({ ...row, ...loadOf(row.id, true) })) };
}

async function analysisOf(ctx: Context, asked: Asked): Promise<Analysis> {
  const unit = await unitOf(ctx, asked);
  const wanted = wantedOf(ctx, asked);
  const [[sums, series, week, ended, [read]], { rows, loadOf }, ofReports] = await Promise.all([
    scopeOf(ctx).run(totals(wanted), days(wanted), weekdays(wanted), outcomes(wanted), readAsOf),
    unitsOf(ctx, wanted),
    reportsOf(ctx, wanted),
  ]);
  const of = (now: boolean): AnalyzeNumbers => {
    const { is_now: _now, ...numbers } = found(sums.find(({ is_now }) => is_now === now));
    return { ...numbers, ...loadOf(null, now) };
  };
  const { from, until } = wanted;
  return {
    from,
    until,
    ...found(read),
    unit,
    now: of(true),
    before: of(false),
    days: series,
    hours: hoursOf(week),
    outcomes: ended,
    units: rows,
    reports: ofReports,
  };
}

/** Columns of a file: field of the row, and key of the header. */
const columnsOf = <Row>(ctx: Context, ...keys: (keyof Row & string)[]): ExportColumn<Row>[] =>
  keys.map((key) => ({
    key,
    header: translate(ctx.request.locale, `analyze:column_${key}`),
    cell: (row) => row[key] as string | number | null,
  }));

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}

const reportColumns = ['title', 'unit_name', 'views', 'minutes', 'failures', 'last_day'] as const;

/** Rows and columns of one table. */
function tables(ctx: Context, wanted: Wanted, file: { format: 'csv' | 'xlsx'; name: string }) {
  const scope = scopeOf(ctx);
  const inFile = async () => found((await scope.run(reports(wanted, reportsInFile)))[0]);
  const answer = <Row>(rows: readonly Row[], ...keys: (keyof Row & string)[]) =>
    answerExport(file, columnsOf<Row>(ctx, ...keys), once(rows));
  return {
    days: async () => answer(await scope.run(days(wanted)), 'day', 'views', 'people', 'people_7', 'people_30', 'sign_ins', 'refused'),
    hours: async () => {
      const rows = hoursOf(await scope.run(weekdays(wanted)));
      const named = rows.map((row) => ({ ...row, weekday: translate(ctx.request.locale, `analyze:weekday_${row.weekday}`) }));
      return answer(named, 'weekday', 'hour', 'views');
    },
    units: async () =>
      answer(
        (await unitsOf(ctx, wanted)).rows,
        ...(['name', 'views', 'views_before', 'people', 'minutes', 'load_p50', 'load_p95', 'failures', 'exports'] as const),
        ...(['sign_ins', 'refused', 'desktop', 'phone', 'capacity_minutes', 'capacity_cents', 'seats', 'last_day'] as const),
      ),
    outcomes: async () => {
      const rows = await scope.run(outcomes(wanted));
      const named = rows.map(({ kind, outcome, now, before }) => ({
        kind: translate(ctx.request.locale, `analyze:outcome_${kind}`),
        outcome: translate(ctx.request.locale, `analyze:${kind}_${outcome}`),
        now,
        before,
      }));
      return answer(named, 'kind', 'outcome', 'now', 'before');
    },
    reports: async () => answer((await inFile()).top, ...reportColumns),
    unused: async () => answer((await inFile()).unused, 'title', 'unit_name', 'last_day'),
  } satisfies Record<AnalyzeTable, unknown>;
}

export function analyze(serve: Serve): void {
  serve(contract.analyze, (ctx, { query }) => analysisOf(ctx, query));

  serve(contract.exportAnalyze, async (ctx, { query }) => {
    const { table, format } = query;
    if (ctx.actor.role === 'operator' && (table === 'reports' || table === 'unused')) fail('forbidden');
    await unitOf(ctx, query);
    const name = translate(ctx.request.locale, `analyze:file_${table}`);
    return tables(ctx, wantedOf(ctx, query), { format, name })[table]();
  });
}
