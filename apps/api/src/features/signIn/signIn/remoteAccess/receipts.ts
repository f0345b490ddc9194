/** Requests as they are read, and what was done while somebody acted. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { list, receipt, RemoteAccess, RemoteEvent } from '@vitrine/contract/signIn/remoteAccess.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';

/** Whoever has allowed it waits this long for the asker. */
export const enterMinutes = 15;

/** What became of a request `r` by now. */
const stateAt = (now: Date) => sql`case
  when r.state = 'waiting' and r.answer_until <= ${now} then 'expired'
  when r.state <> 'allowed' then r.state
  when r.started_at is null and r.ended_at is null and r.answered_at > ${now}::timestamptz - ${sql.lit(`${enterMinutes} minutes`)}::interval then 'allowed'
  when r.started_at is null then 'expired'
  when r.ended_at is null and r.ends_at > ${now} then 'open'
  else 'ended' end`;

const from = sql`remote_access r
  left join person asker on asker.id = r.asker_id
  left join person p on p.id = r.person_id`;

const columns = (
  now: Date,
) => sql`r.id, r.tenant_id, ${stateAt(now)} as state, r.asker_id, coalesce(asker.name, '–') as asker_name, r.asker_role,
  r.person_id, coalesce(p.name, '–') as person_name, r.reason, r.minutes, r.wished, r.mode, r.consent, r.word, r.created_at, r.back_path,
  r.answer_until, r.started_at, r.ends_at, coalesce(r.ended_at, case when r.ends_at <= ${now} then r.ends_at end) as ended_at,
  coalesce(r.end_reason, case when r.ends_at <= ${now} then 'time' end) as end_reason,
  case when r.started_at is not null and r.ended_at is null and r.ends_at > ${now} then (
    select s.screen from remote_access_step s where s.tenant_id = r.tenant_id and s.access_id = r.id order by s.id desc limit 1) end as last_screen`;

/** Those that the caller asked for or was asked. */
const own = ({ actor }: Context) => sql<boolean>`(r.person_id = ${actor.person_id} or r.asker_id = ${actor.person_id})`;

/** Whether the caller looks after the unit, and reads all of its requests. */
const watches = ({ actor }: Context): boolean => actor.tenant_id !== null && actor.role !== 'user' && holds(actor, 'audit_log', 'read');

/** Partners and the operator are asked, and ask, in whatever unit they work at the moment. */
const isStaff = ({ actor }: Context): boolean => actor.role === 'partner' || actor.role === 'operator';

type Row = RemoteAccess & { tenant_id: string };

/**
 * Requests are read outside of the unit, because whoever asks may be of none, and the person has to read their name: each statement names
 * the unit, or the caller whose request it is.
 */
const ofUnit = ({ actor }: Context) => sql<boolean>`r.tenant_id = ${actor.tenant_id}::uuid`;

/** Also from another unit, where it is the caller's own. */
async function accessRow(ctx: Context, id: string): Promise<Row> {
  const mayRead = watches(ctx) ? sql<boolean>`(${own(ctx)} or ${ofUnit(ctx)})` : own(ctx);
  const [row] = await ctx.identity.run(sql<Row>`select ${columns(ctx.now())} from ${from} where r.id = ${id} and ${mayRead}`);
  return found(row);
}

export async function getAccess(ctx: Context, id: string): Promise<RemoteAccess> {
  return accessRow(ctx, id);
}

export function listAccesses(ctx: Context, wanted: Input<typeof list>['query']): Promise<Answer<typeof list>> {
  const now = ctx.now();
  const mine = wanted.mine === true || !watches(ctx);
  const matching = every(
    holdsWords(wanted.q, sql`r.reason`, sql`asker.name`, sql`p.name`),
    mine ? own(ctx) : undefined,
    mine && isStaff(ctx) ? undefined : ofUnit(ctx),
    wanted.state === undefined ? undefined : sql`${stateAt(now)} = ${wanted.state}`,
  );
  const rows = sql<RemoteAccess>`
    select ${columns(now)} from ${from} where ${matching}
    ${orderBy(wanted.sort, { created_at: sql`r.created_at` }, sql`r.id desc`)} ${pageOf(wanted)}`;
  return listPage(ctx.identity, wanted, rows, sql`select from ${from} where ${matching}`);
}

const shownEvents = 1000;

/** Where lines of what was done are read: in the unit, or, of a partner's staff, which acts above its units, at its partner. */
async function logOf(ctx: Context, { tenant_id, asker_role }: Row): Promise<Scoped> {
  if (asker_role === 'operator') return ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner();
  return tenant_id === ctx.actor.tenant_id ? ctx : ctx.unit(tenant_id);
}

/** Screens and reports that were opened, and every change, with what stood there before and after. */
export async function eventsOf(ctx: Context, id: string): Promise<{ access: RemoteAccess; events: RemoteEvent[]; more: boolean }> {
  const access = await accessRow(ctx, id);
  if (access.started_at === null) return { access, events: [], more: false };
  const until = access.ended_at ?? ctx.now().toISOString();
  const during = sql`between ${access.started_at} and ${until}`;
  const both = (of: 'v' | 'a') =>
    sql`${sql.ref(`${of}.actor_id`)} = ${access.asker_id} and ${sql.ref(`${of}.person_id`)} = ${access.person_id}`;
  const log = await logOf(ctx, access);
  const reports = sql`
    select v.opened_at as at, 'report' as action, 'report' as object_type, v.report_id::text as object_id, r.title,
      null::jsonb as before, null::jsonb as after
    from report_view v left join report r on r.id = v.report_id
    where ${both('v')} and v.opened_at ${during}
    union all`;
  const [done, seen] = await Promise.all([
    log.run(sql<RemoteEvent>`
      select * from (
        ${access.asker_role === 'operator' ? sql`` : reports}
        select a.at, a.action, a.object_type, a.object_id, null as title, a.before, a.after
        from audit_log a where ${both('a')} and a.at ${during}
          and a.action not like 'remote_access.%' and a.action not like 'session.%' and a.object_type <> 'report_view'
      ) as done order by at limit ${sql.lit(shownEvents + 1)}`),
    ctx.identity.run(sql<RemoteEvent>`
      select s.at, 'screen' as action, 'screen' as object_type, s.screen as object_id, null as title, null::jsonb as before, null::jsonb as after
      from remote_access_step s where s.tenant_id = ${access.tenant_id} and s.access_id = ${id} order by s.at, s.id`),
  ]);
  const events = [...done, ...seen].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { access, events: events.slice(0, shownEvents), more: events.length > shownEvents };
}

export async function receiptOf(ctx: Context, id: string): Promise<Answer<typeof receipt>> {
  const { events, more } = await eventsOf(ctx, id);
  return { events, more };
}
