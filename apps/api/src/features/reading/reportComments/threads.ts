/** Threads beside a report as they are read. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { list, ReportComment, ReportThread, WholeThread } from '@vitrine/contract/reading/reportComments.ts';
import { commentLimits } from '@vitrine/contract/reading/reportComments.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';

const minuteMs = 60_000;

const threads = (where: RawBuilder<unknown>) => sql<ReportThread>`
  select t.id, t.page, t.filters, t.view_id, coalesce(first.excerpt, '') as excerpt, first.person_name, said.comments,
    t.created_at, t.touched_at, t.resolved_at, r.name as resolved_name
  from report_thread t
  left join person r on r.id = t.resolved_by
  cross join lateral (select count(*)::int as comments from report_comment c where c.thread_id = t.id) said
  left join lateral (
    select left(c.text, 200) as excerpt, p.name as person_name from report_comment c left join person p on p.id = c.person_id
    where c.thread_id = t.id order by c.created_at, c.id limit 1) first on true
  where ${where}`;

type Row = Omit<ReportComment, 'can'> & { person_id: string | null };

const saidIn = (thread_id: string) => sql<Row>`
  select c.id, c.person_id, p.name as person_name, c.text, c.created_at, c.edited_at,
    array(select n.name from report_mention m join person n on n.id = m.person_id where m.comment_id = c.id order by search_text(n.name)) as mentions
  from report_comment c left join person p on p.id = c.person_id where c.thread_id = ${thread_id} order by c.created_at, c.id`;

/** Who looks after reports keeps the talk about them in order. */
const moderates = ({ actor }: Pick<Context, 'actor'>): boolean => holds(actor, 'reports', 'write');

export const mayEdit = ({ actor, now }: Context, { person_id, created_at }: { person_id: string | null; created_at: string }): boolean =>
  person_id === actor.person_id && now().getTime() - Date.parse(created_at) <= commentLimits.edit_minutes * minuteMs;

export const mayRemove = (ctx: Context, { person_id }: { person_id: string | null }): boolean =>
  person_id === ctx.actor.person_id || moderates(ctx);

export async function getThread(ctx: Context, report_id: string, id: string): Promise<WholeThread> {
  const [[thread], said] = await ctx.run(threads(sql`t.id = ${id} and t.report_id = ${report_id}`), saidIn(id));
  return {
    ...found(thread),
    said: said.map(({ person_id, ...row }) => ({
      ...row,
      can: { edit: mayEdit(ctx, { person_id, created_at: row.created_at }), remove: mayRemove(ctx, { person_id }) },
    })),
  };
}

export async function listThreads(ctx: Context, report_id: string, wanted: Input<typeof list>['query']): Promise<Answer<typeof list>> {
  const matching = every(
    sql`t.report_id = ${report_id}`,
    wanted.open === undefined ? undefined : sql`(t.resolved_at is null) = ${wanted.open}`,
    wanted.q === ''
      ? undefined
      : sql`exists (select from report_comment c where c.thread_id = t.id and ${holdsWords(wanted.q, sql`c.text`)})`,
  );
  const order = orderBy(wanted.sort, { touched_at: sql`t.touched_at` }, sql`t.id`);
  const rows = sql<ReportThread>`${threads(matching)} ${order} ${pageOf(wanted)}`;
  const page = await listPage(ctx, wanted, rows, sql`select from report_thread t where ${matching}`);
  return { ...page, can: { add: true } };
}
