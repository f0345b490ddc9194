/** Demo data of publishing: an HTML page, a link, refresh schedules with history, a maintenance window. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { Statement } from '#platform/database/query.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { nextRuns } from '#domain/refreshing/schedule.rules.ts';
import { askFor } from '#features/datasets/datasetRefresh/scheduledRefresh.jobs.ts';
import { demoPage } from './page.ts';
import { demoPeople, demoUnits } from './people.ts';

const { id: tenant_id } = demoUnits.aurora;
const hourMs = 3_600_000;
const hours = (count: number, now: Date) => new Date(now.getTime() + count * hourMs);

type Known = { id: string; title: string; group_id: string; account_id: string; dataset_id: string; workspace_id: string };

/** Refreshes of the last days: daily in the morning, one of them failed. */
function refreshes(report: Known, now: Date): Statement[] {
  const { account_id, dataset_id, workspace_id: dataset_workspace_id } = report;
  const common = { tenant_id, account_id, dataset_id, dataset_workspace_id, source: 'schedule', on_capacity: true };
  const morning = (daysAgo: number) => hours(-24 * daysAgo - 5, now);
  const ran = Array.from({ length: 9 }, (_, index) => 9 - index).map((daysAgo) => ({
    ...common,
    id: uuidv7(),
    asked_at: morning(daysAgo),
    started_at: morning(daysAgo),
    ended_at: new Date(morning(daysAgo).getTime() + (90 + daysAgo * 7) * 1000),
    state: daysAgo === 2 ? 'failed' : 'completed',
    reason: daysAgo === 2 ? 'The credentials provided for the SQL source are invalid.' : null,
  }));
  const times = { days: [1, 2, 3, 4, 5], times: ['06:00', '13:30'] };
  const [next] = nextRuns(times, demoUnits.aurora.timezone, now, 1);
  const id = uuidv7();
  return [
    query.insertInto('refresh_schedule').values({
      tenant_id,
      id,
      account_id,
      dataset_workspace_id,
      dataset_id,
      on_capacity: true,
      ...times,
      owner_id: demoPeople.admin.id,
      next_run_at: next ?? null,
    }),
    ...askFor(tenant_id, id, next),
    query.insertInto('dataset_refresh').values(ran),
  ];
}

/** Schedules that need an administrator: the owner has left, or it was paused after four failures. */
function unkept(report: Known, now: Date): Statement[] {
  const { account_id, dataset_id, workspace_id: dataset_workspace_id } = report;
  const times = { days: [1, 2, 3, 4, 5], times: ['07:00'] };
  const [next] = nextRuns(times, demoUnits.aurora.timezone, now, 1);
  const id = uuidv7();
  const keeper = { owner_id: demoPeople.inativo.id, next_run_at: next ?? null };
  return [
    query.insertInto('refresh_schedule').values({ tenant_id, id, account_id, dataset_workspace_id, dataset_id, ...times, ...keeper }),
    ...askFor(tenant_id, id, next),
  ];
}

function stopped(report: Known, now: Date): Statement[] {
  const { account_id, dataset_id, workspace_id: dataset_workspace_id } = report;
  const common = { tenant_id, account_id, dataset_id, dataset_workspace_id };
  const ran = [4, 3, 2, 1].map((daysAgo) => {
    const asked_at = hours(-24 * daysAgo - 3, now);
    const ended_at = new Date(asked_at.getTime() + 40_000);
    const reason = 'The file vega-datasets/weather.csv was not found.';
    return { ...common, id: uuidv7(), source: 'schedule', state: 'failed', reason, asked_at, started_at: asked_at, ended_at };
  });
  return [
    query.insertInto('refresh_schedule').values({
      ...common,
      id: uuidv7(),
      days: [0, 1, 2, 3, 4, 5, 6],
      times: ['05:30'],
      owner_id: demoPeople.admin.id,
      paused: 'failures',
      failures: 4,
    }),
    query.insertInto('dataset_refresh').values(ran),
  ];
}

function ownKinds(sales: Known, market: Known): Statement[] {
  const [page, link, file] = [uuidv7(), uuidv7(), uuidv7()];
  const everybody = (report_id: string) => query.insertInto('report_grant').values({ tenant_id, id: uuidv7(), report_id, unit: true });
  return [
    query.insertInto('report').values({
      tenant_id,
      id: page,
      kind: 'page',
      title: 'Metas de 2026',
      description: 'O que foi acordado com a diretoria, e onde estamos',
      group_id: sales.group_id,
    }),
    storeFile({
      id: file,
      kind: 'report_page',
      name: 'metas.html',
      content_type: 'text/html; charset=utf-8',
      bytes: Buffer.from(demoPage),
      person_id: demoPeople.admin.id,
    }),
    query.insertInto('report_page').values({ tenant_id, report_id: page, file_id: file }),
    query.insertInto('report').values({
      tenant_id,
      id: link,
      kind: 'link',
      title: 'Painel do comércio (IBGE)',
      description: 'A pesquisa mensal de comércio, na página do IBGE',
      group_id: market.group_id,
      link_url: 'https://www.ibge.gov.br/estatisticas/economicas/comercio.html',
    }),
    everybody(page),
    everybody(link),
  ];
}

/** An upload that the service refused; the upload dialog shows the reason. */
const refusedFile = (report: Known, now: Date): Statement =>
  query.insertInto('report_upload').values({
    tenant_id,
    id: uuidv7(),
    person_id: demoPeople.admin.id,
    account_id: report.account_id,
    workspace_id: report.workspace_id,
    group_id: report.group_id,
    file_name: 'orcamento-2026.xlsx',
    size: 18_432,
    title: 'Orçamento de 2026',
    kind: 'xlsx',
    state: 'failed',
    reason: 'upload_refused',
    detail: "The workbook 'orcamento-2026.xlsx' has no rows.",
    created_at: hours(-26, now),
    ended_at: hours(-26, now),
  });

/** A maintenance window tonight with a message, which people see when they open the report before. */
const maintenance = (report: Known, now: Date): Statement =>
  query.insertInto('report_maintenance').values({
    tenant_id,
    id: uuidv7(),
    report_id: report.id,
    starts_at: hours(8, now),
    ends_at: hours(10, now),
    message: 'Estamos revendo os descontos de outubro. Os números voltam conferidos.',
    announce: true,
  });

/** Needs the reports of `reports.ts`. */
export async function loadDemoPublishing({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const scope = { kind: 'tenant', tenant_id, action: 'demo.load' } as const;
  const known = await database.run(
    scope,
    sql<Known>`select id, title, group_id, account_id, dataset_id, workspace_id from report where dataset_id is not null`,
  );
  const named = (title: string) => known.find((report) => report.title === title);
  const [sales, margin, market] = [named('Vendas da rede'), named('Margem e descontos'), named('Cinema')];
  const [quakes, weather] = [named('Terremotos e desastres'), named('Clima de Seattle')];
  if (!sales || !margin || !market || !quakes || !weather) return;
  await database.runEach(scope, [
    ...refreshes(sales, now()),
    ...unkept(quakes, now()),
    ...stopped(weather, now()),
    ...ownKinds(sales, market),
    refusedFile(sales, now()),
    maintenance(margin, now()),
  ]);
}
