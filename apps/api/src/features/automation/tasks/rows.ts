/** What is stored about tasks and their runs, as statements. */
import type { Task, TaskRow, TaskRun, TriggerInput } from '@vitrine/contract/automation/task.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { deliveryColumn } from './taskWebhook/rows.ts';

type Stored = Omit<TaskRow, 'can'>;

/** The report `r` and the condition `c` of a task `t`. */
export const fromTask = sql`from task t join report r on r.id = t.report_id left join task_condition c on c.task_id = t.id`;

const nextRun = sql`(select min(g.next_run_at) from task_trigger g where g.task_id = t.id)`;

const shortColumns = (now: Date) => sql`
  t.id, t.name, t.kind, t.report_id, r.title as report, t.owner_id,
  coalesce((select p.name from person p where p.id = t.owner_id), '') as owner_name,
  coalesce(c.state, 'unknown') as state, t.paused, case when t.muted_until > ${now} then t.muted_until end as muted_until,
  ${nextRun} as next_run_at, c.last_run_at, c.last_value #>> '{}' as last_value, coalesce(c.failures, 0) as failures, t.version`;

export const listed = (now: Date, where: RawBuilder<unknown>, rest: RawBuilder<unknown>): RawBuilder<Stored> =>
  sql<Stored>`select ${shortColumns(now)} ${fromTask} where ${where} ${rest}`;

export const sorts = {
  name: sql`search_text(t.name)`,
  report: sql`r.title_sort`,
  next_run_at: sql`coalesce(${nextRun}, 'infinity')`,
  last_run_at: sql`coalesce(c.last_run_at, '-infinity')`,
};

type Choice = { id: string; name: string };

export const reportsOfTasks = sql<Choice>`
  select r.id, r.title as name from report r where r.id in (select t.report_id from task t) order by r.title_sort, r.id`;
export const ownersOfTasks = sql<Choice>`
  select p.id, p.name from person p where p.id in (select t.owner_id from task t) order by search_text(p.name), p.id`;

export type StoredTask = Omit<Task, 'can' | 'timezone' | 'next_runs'>;

/** The triggers as they were typed. */
const triggersOf = sql`
  coalesce((select jsonb_agg(jsonb_build_object('frequency', g.frequency, 'days', g.days, 'day_of_month', g.day_of_month, 'times', g.times,
    'every_minutes', g.every_minutes, 'from', g.from_time, 'until', g.until_time, 'expires_on', g.expires_on) order by g.position)
    from task_trigger g where g.task_id = t.id), '[]')`;

export const taskRow = (now: Date, id: string): RawBuilder<StoredTask> => sql<StoredTask>`
  select ${shortColumns(now)}, t.query, t.use_variables, t.variables, t.column_name, t.operator, t.value, t.value_to, t.only_execute, t.repeat,
    t.repeat_minutes, t.repetitions, t.to_self, t.tell_recovery, t.message, t.membership_ids, t.user_group_ids, t.mail_format, t.mail_page,
    t.mail_view_id, t.mail_view_name, t.mail_filters, t.webhook_url, w.secret is not null as has_secret, w.secret_made_at,
    case when w.secret_before_until > ${now} then w.secret_before_until end as secret_before_until, t.created_at,
    ${triggersOf} as triggers,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', p.name) order by m.name_sort, m.id)
      from membership m join person p on p.id = m.person_id where m.id = any (t.membership_ids)), '[]') as people,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name_key, u.id)
      from user_group u where u.id = any (t.user_group_ids)), '[]') as groups
  ${fromTask} left join task_webhook w on w.task_id = t.id where t.id = ${id}`;

export const runColumns = (
  now: Date,
) => sql`x.id, x.source, x.state, x.due_at, x.started_at, x.ended_at, x.value, x.number_value, x.rows_found, x.reason, x.detail,
  x.told, x.muted, x.dropped, ${deliveryColumn(now)} as delivery`;

export type StoredRun = TaskRun;

/** The triggers of a task in place of those that it had. */
export const newTriggers = (task_id: string, triggers: readonly (TriggerInput & { next_run_at: Date | null })[]) => sql`
  insert into task_trigger (tenant_id, id, task_id, position, frequency, days, day_of_month, times, every_minutes, from_time, until_time, expires_on, next_run_at)
  select app_setting('tenant_id')::uuid, uuid_v7(), ${task_id}::uuid, g.position, g.frequency, g.days, g.day_of_month, g.times, g.every_minutes, g."from",
    g."until", g.expires_on, g.next_run_at
  from jsonb_to_recordset(${JSON.stringify(triggers.map((one, position) => ({ ...one, position })))}::jsonb) as g (position smallint, frequency text,
    days smallint[], day_of_month smallint, times text[], every_minutes integer, "from" text, "until" text, expires_on date, next_run_at timestamptz)`;
