/** Tasks of the demo: an alert with a past, a notice at the end of the month, a mailed report, a paused call, and a refresh. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { nextRuns } from '#features/automation/tasks/trigger.rules.ts';
import { query } from '#platform/database/query.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const tenant_id = demoUnits.aurora.id;
const dayMs = 86_400_000;
const askedForDays = 60;

type Report = { id: string; title: string };
type Trigger = { frequency: 'daily' | 'weekly' | 'monthly'; days?: number[]; day_of_month?: number | null; times: string[] };
type Run = { daysAgo: number; state: string; value?: number; told?: number; reason?: string };
type Demo = {
  report: Report;
  name: string;
  kind: 'alert' | 'notice' | 'refresh' | 'mail' | 'webhook';
  paused?: boolean;
  trigger: Trigger;
  runs: readonly Run[];
  values?: {
    query?: string;
    operator?: string;
    value?: string;
    message?: string;
    tell_recovery?: boolean;
    webhook_url?: string;
    mail_filters?: string;
  };
};

function rowsOf({ report, name, kind, trigger, runs, values = {}, paused = false }: Demo, now: Date): Statement[] {
  const id = uuidv7();
  const times = { days: [], day_of_month: null, every_minutes: null, from: '00:00', until: '23:59', expires_on: null, ...trigger };
  const { from: from_time, until: until_time, ...stored } = times;
  const last = runs.at(-1);
  const at = ({ daysAgo }: Run) => new Date(now.getTime() - daysAgo * dayMs);
  return [
    query.insertInto('task').values({
      tenant_id,
      id,
      report_id: report.id,
      owner_id: demoPeople.admin.id,
      name,
      kind,
      to_self: kind !== 'refresh' && kind !== 'webhook',
      paused: paused ? 'person' : null,
      ...values,
    }),
    query.insertInto('task_condition').values({
      tenant_id,
      task_id: id,
      state: last?.state === 'fired' ? 'firing' : 'ok',
      last_run_at: last ? at(last) : null,
      last_value: last?.value === undefined ? null : JSON.stringify(last.value),
      told_times: last?.state === 'fired' ? 1 : 0,
      asked_since: new Date(now.getTime() - askedForDays * dayMs),
    }),
    query.insertInto('task_trigger').values({
      tenant_id,
      id: uuidv7(),
      task_id: id,
      position: 0,
      ...stored,
      from_time,
      until_time,
      next_run_at: paused ? null : (nextRuns(times, demoUnits.aurora.timezone, now, 1)[0] ?? null),
    }),
    ...runs.map((run) =>
      query.insertInto('task_run').values({
        tenant_id,
        id: uuidv7(),
        task_id: id,
        state: run.state,
        due_at: at(run),
        started_at: at(run),
        ended_at: new Date(at(run).getTime() + 1800),
        value: run.value === undefined ? null : String(run.value),
        number_value: run.value ?? null,
        answer: run.value === undefined ? null : JSON.stringify(run.value),
        rows_found: run.value === undefined ? null : 1,
        told: run.told ?? 0,
        reason: run.reason ?? null,
      }),
    ),
  ];
}

/** Four weeks: enough to look at the past of the rule in its form. */
const values = [
  231, 228, 224, 229, 219, 215, 208, 147, 144, 158, 196, 203, 199, 207, 211, 206, 212, 205, 198, 190, 187, 176, 171, 180, 168, 149, 155,
  143,
];

/** Needs the reports of `reports.ts`. */
export async function loadDemoTasks({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const scope = { kind: 'tenant', tenant_id, action: 'demo.load' } as const;
  const reports = await database.run(scope, sql<Report>`select id, title from report where dataset_id is not null`);
  const named = (title: string) => reports.find((report) => report.title === title);
  const [cinema, quakes, sales] = [named('Cinema'), named('Terremotos e desastres'), named('Vendas da rede')];
  if (!cinema || !quakes || !sales) return;
  const demos: Demo[] = [
    {
      report: cinema,
      name: 'Estreias do mês abaixo do combinado',
      kind: 'alert',
      trigger: { frequency: 'weekly', days: [1, 2, 3, 4, 5], times: ['08:00', '14:00'] },
      values: {
        query: 'EVALUATE ROW("estreias", 143)',
        operator: 'less',
        value: '150',
        tell_recovery: true,
      },
      runs: values.map((value, index) => ({
        daysAgo: values.length - index,
        value,
        state: value < 150 ? 'fired' : 'ok',
        told: value < 150 && !((values[index - 1] ?? Infinity) < 150) ? 1 : 0,
      })),
    },
    {
      report: cinema,
      name: 'Fechamento do mês',
      kind: 'notice',
      trigger: { frequency: 'monthly', day_of_month: 31, times: ['17:00'] },
      values: { message: 'O mês fecha hoje. Confira @report antes das 18h.' },
      runs: [{ daysAgo: 30, state: 'done', told: 1 }],
    },
    {
      report: sales,
      name: 'Vendas para a diretoria',
      kind: 'mail',
      trigger: { frequency: 'weekly', days: [1], times: ['07:00'] },
      values: {
        message: 'Bom dia! Segue o resumo da semana.',
        mail_filters: JSON.stringify([{ table: 'Loja', column: 'Região', values: ['Sul', 'Sudeste'] }]),
      },
      runs: [
        { daysAgo: 15, state: 'done', told: 1 },
        { daysAgo: 8, state: 'skipped', reason: 'capacity' },
        { daysAgo: 1, state: 'done', told: 1 },
      ],
    },
    {
      report: sales,
      name: 'Vendas para o sistema de estoque',
      kind: 'webhook',
      trigger: { frequency: 'daily', times: ['06:00'] },
      // Nobody is there, so it stands still.
      values: { webhook_url: 'https://estoque.aurora.example/chamadas' },
      paused: true,
      runs: [],
    },
    {
      report: quakes,
      name: 'Dados antes da reunião',
      kind: 'refresh',
      trigger: { frequency: 'weekly', days: [1], times: ['07:30'] },
      runs: [
        { daysAgo: 15, state: 'done' },
        { daysAgo: 8, state: 'skipped', reason: 'budget' },
        { daysAgo: 1, state: 'done' },
      ],
    },
  ];
  for (const demo of demos) await database.runEach(scope, rowsOf(demo, now()));
}
