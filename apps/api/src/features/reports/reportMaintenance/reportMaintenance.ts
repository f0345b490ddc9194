/** Maintenance windows of reports. Whom they close a report to is decided in domain/reportAccess. */
import * as contract from '@vitrine/contract/reports/reportMaintenance.ts';
import type { MaintenanceInput, MaintenanceWindow } from '@vitrine/contract/reports/reportMaintenance.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { askToAnnounce } from './announce.jobs.ts';
import { saved } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Row = Omit<MaintenanceWindow, 'can'>;

const dayMs = 86_400_000;
const longestMs = 7 * dayMs;
const keptInList = 20;

/** A window with its times in the unit's time zone. */
const columns = ({ actor, now }: Context): RawBuilder<unknown> => sql`
  m.id, m.starts_at, m.ends_at, m.message, m.managers_pass, m.announce, m.version,
  to_char(m.starts_at at time zone ${actor.timezone}, 'YYYY-MM-DD"T"HH24:MI') as starts,
  to_char(m.ends_at at time zone ${actor.timezone}, 'YYYY-MM-DD"T"HH24:MI') as ends,
  case when m.ends_at <= ${now()} then 'over' when m.starts_at <= ${now()} then 'open' else 'planned' end as state`;

const windowRow = (ctx: Context, reportId: string, id: string): RawBuilder<Row> =>
  sql<Row>`select ${columns(ctx)} from report_maintenance m where m.id = ${id} and m.report_id = ${reportId}`;

function shown(ctx: Context, row: Row): MaintenanceWindow {
  const mayWrite = holds(ctx.actor, 'refresh_schedules', 'write');
  return { ...row, can: { edit: mayWrite && row.state !== 'over', remove: mayWrite } };
}

const momentOf = ({ actor }: Context, wall: string): RawBuilder<string> => sql<string>`(${wall}::timestamp at time zone ${actor.timezone})`;

/** Start and end as moments. The end must be after the start, in the future, and within seven days. */
async function timesOf(ctx: Context, { starts, ends }: MaintenanceInput): Promise<{ starts_at: string; ends_at: string }> {
  const [times] = await ctx.run(
    sql<{ starts_at: string; ends_at: string }>`select ${momentOf(ctx, starts)} as starts_at, ${momentOf(ctx, ends)} as ends_at`,
  );
  const { starts_at, ends_at } = found(times);
  const length = Date.parse(ends_at) - Date.parse(starts_at);
  if (length <= 0) failFields({ ends: 'before_start' });
  if (length > longestMs) failFields({ ends: 'window_too_long' });
  if (Date.parse(ends_at) <= ctx.now().getTime()) failFields({ ends: 'in_the_past' });
  return { starts_at, ends_at };
}

const announced = ({ actor }: Context, id: string, wanted: boolean, starts_at: string) =>
  askToAnnounce(actor.tenant_id ?? fail('not_found_companies'), id, wanted, starts_at);

export function reportMaintenance(serve: Serve): void {
  serve(contract.list, async (ctx, { params }) => {
    const [[report], rows] = await ctx.run(
      query.selectFrom('report').select('id').where('id', '=', params.id),
      sql<Row>`
        select ${columns(ctx)} from report_maintenance m where m.report_id = ${params.id}
        order by m.ends_at <= ${ctx.now()}, m.starts_at desc limit ${sql.lit(keptInList)}`,
    );
    found(report);
    return { timezone: ctx.actor.timezone, data: rows.map((row) => shown(ctx, row)) };
  });

  serve(contract.add, async (ctx, { params, body: { starts, ends, ...body } }) => {
    const times = await timesOf(ctx, { starts, ends, ...body });
    const id = uuidv7();
    // Selected from the report's row, so that a missing report gets no window.
    const insert = sql`
      insert into report_maintenance (tenant_id, id, report_id, starts_at, ends_at, message, managers_pass, announce)
      select ${ownTenant}, ${id}, r.id, ${times.starts_at}, ${times.ends_at}, ${body.message}, ${body.managers_pass}, ${body.announce}
      from report r where r.id = ${params.id}`;
    const [, [row]] = await ctx.run(insert, windowRow(ctx, params.id, id), ...announced(ctx, id, body.announce, times.starts_at));
    return shown(ctx, found(row));
  });

  serve(contract.update, async (ctx, { params, body: { version, starts, ends, ...changes } }) => {
    const [before] = await ctx.run(windowRow(ctx, params.id, params.window_id));
    found(before);
    const times = await timesOf(ctx, { starts, ends, ...changes });
    const update = query
      .updateTable('report_maintenance')
      // A window that was moved is announced again.
      .set({ ...changes, ...times, ...(before?.starts === starts ? {} : { announced_at: null }), version: version + 1 })
      .where('id', '=', params.window_id)
      .where('version', '=', version)
      .returning('id');
    const announcing = announced(ctx, params.window_id, changes.announce, times.starts_at);
    const [changed, [row]] = await ctx.run(update, windowRow(ctx, params.id, params.window_id), ...announcing);
    return shown(ctx, saved(changed, row));
  });

  serve(contract.end, async (ctx, { params }) => {
    const end = sql`
      update report_maintenance m set ends_at = ${ctx.now()}, version = m.version + 1
      where m.id = ${params.window_id} and m.report_id = ${params.id} and m.starts_at < ${ctx.now()} and m.ends_at > ${ctx.now()}`;
    const [, [row]] = await ctx.run(end, windowRow(ctx, params.id, params.window_id));
    return shown(ctx, found(row));
  });

  serve(contract.remove, async (ctx, { params }) => {
    const remove = query
      .deleteFrom('report_maintenance')
      .where('id', '=', params.window_id)
      .where('report_id', '=', params.id)
      .returning('id');
    const [removed] = await ctx.run(remove);
    found(removed);
  });

  serve(contract.mine, async (ctx) => {
    const now = ctx.now();
    const data = await ctx.run(sql<{
      report_id: string;
      title: string;
      starts_at: string;
      ends_at: string;
      message: string;
      open: boolean;
    }>`
      select m.report_id, r.title, m.starts_at, m.ends_at, m.message, m.starts_at <= ${now} as open
      from report_maintenance m join report r on r.id = m.report_id
      where m.ends_at > ${now} and m.starts_at <= ${new Date(now.getTime() + dayMs)} and ${isVisible(ctx)}
      order by m.starts_at, r.title_sort limit 20`);
    return { data };
  });
}
