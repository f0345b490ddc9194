/** Comments beside a report: only who sees the report reads, writes and is told (docs/reference/product-rules.md 12). */
import type { Input } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/reading/reportComments.ts';
import { commentLimits } from '@vitrine/contract/reading/reportComments.ts';
import { sql } from 'kysely';
import { looksOnly } from '#domain/access/looksOnly.ts';
import { notify } from '#domain/notifications/notify.ts';
import type { NamedReader } from '#domain/reportAccess/namedReaders.ts';
import { namedReaders } from '#domain/reportAccess/namedReaders.ts';
import type { ReadableReport } from '#domain/reportAccess/readable.ts';
import { readableReport } from '#domain/reportAccess/readable.ts';
import { viewLink } from '#domain/reportAccess/viewLink.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { holdsWords } from '#platform/http/list.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { getThread, listThreads, mayEdit, mayRemove } from './threads.ts';

const shown = 20;

/** The report, for who sees it now where the unit has comments; displays and embedded sessions look only. */
async function commented(ctx: Context, id: string): Promise<ReadableReport> {
  if (looksOnly(ctx)) fail('forbidden');
  const { report } = await readableReport(ctx, id);
  if (!(await readTenantSettings(ctx)).report_comments) fail('functionality_not_allowed');
  return report;
}

/** Whoever does not see the report is answered like nobody. */
async function mentionedBy(ctx: Context, report_id: string, membership_ids: readonly string[]): Promise<NamedReader[]> {
  const wanted = [...new Set(membership_ids)];
  if (wanted.length === 0) return [];
  const readers = await namedReaders(ctx, report_id, sql`m.id = any (${wanted}::uuid[])`, wanted.length);
  return readers.length === wanted.length ? readers : fail('not_found');
}

/** Who wrote in the thread before and still sees the report. */
const othersIn = (ctx: Context, report_id: string, thread_id: string) =>
  namedReaders(
    ctx,
    report_id,
    sql`exists (select from report_comment c where c.thread_id = ${thread_id} and c.person_id = m.person_id)`,
    commentLimits.comments,
  );

type Written = { report: ReadableReport; thread_id: string; text: string; mentioned: NamedReader[]; others: NamedReader[] };

/** One more comment, who is named in it, and what they and the others are told: never the words. */
async function write(ctx: Context, tx: Transaction, { report, thread_id, text, mentioned, others }: Written): Promise<void> {
  const { person_id, name: person } = ctx.actor;
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const id = uuidv7();
  await tx.run(
    query.insertInto('report_comment').values({ tenant_id: ownTenant, id, thread_id, person_id, text, created_at: ctx.now() }),
    publishEvent({ topic: 'report_comment', about: { report_id: report.id, thread_id } }),
  );
  if (mentioned.length > 0)
    await tx.run(
      query
        .insertInto('report_mention')
        .values(mentioned.map((one) => ({ tenant_id: ownTenant, comment_id: id, person_id: one.person_id }))),
    );
  const idsOf = (readers: readonly NamedReader[]) => readers.map((one) => one.person_id);
  const named = new Set(idsOf(mentioned));
  const about = { values: { person, report: report.title }, link: `/${report.id}/reports/view?comments=${thread_id}` };
  const notices = [
    ...notify(tenant_id, { ...about, kind: 'comment_mentioned', person_ids: [...named] }),
    ...notify(tenant_id, { ...about, kind: 'comment_answered', person_ids: idsOf(others).filter((one) => !named.has(one)) }),
  ];
  for (const notice of notices) await tx.run(notice);
}

async function open(ctx: Context, report_id: string, { text, membership_ids, page, filters, state }: Input<typeof contract.add>['body']) {
  const report = await commented(ctx, report_id);
  await requireAttempt(ctx.identity, [ofId('comment', ctx.actor.person_id)], ctx.now());
  const mentioned = await mentionedBy(ctx, report_id, membership_ids);
  const [thread_id, now, { person_id }] = [uuidv7(), ctx.now(), ctx.actor];
  const link = state === null ? null : viewLink({ report_id, person_id, page: page || report.title, state });
  await ctx.withTenant(async (tx) => {
    const [, [count]] = await tx.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`report_thread/${report_id}`}, 0))`,
      sql<{ threads: number }>`select count(*)::int as threads from report_thread where report_id = ${report_id}`,
    );
    if ((count?.threads ?? 0) >= commentLimits.threads) fail('comments_full', { limit: commentLimits.threads });
    if (link) await tx.run(link.keep);
    await tx.run(
      query.insertInto('report_thread').values({
        tenant_id: ownTenant,
        id: thread_id,
        report_id,
        page,
        filters: JSON.stringify(filters),
        view_id: link?.id ?? null,
        opened_by: person_id,
        created_at: now,
        touched_at: now,
      }),
    );
    await write(ctx, tx, { report, thread_id, text, mentioned, others: [] });
  });
  return getThread(ctx, report_id, thread_id);
}

type Place = { id: string; thread_id: string };

async function reply(ctx: Context, { id, thread_id }: Place, { text, membership_ids }: Input<typeof contract.reply>['body']) {
  const report = await commented(ctx, id);
  found((await ctx.run(sql`select id from report_thread where id = ${thread_id} and report_id = ${id}`))[0]);
  await requireAttempt(ctx.identity, [ofId('comment', ctx.actor.person_id)], ctx.now());
  const [mentioned, others] = [await mentionedBy(ctx, id, membership_ids), await othersIn(ctx, id, thread_id)];
  await ctx.withTenant(async (tx) => {
    const [touched] = await tx.run(sql`
      update report_thread set touched_at = ${ctx.now()}, resolved_at = null, resolved_by = null where id = ${thread_id} and report_id = ${id} returning id`);
    found(touched);
    const [count] = await tx.run(
      sql<{ comments: number }>`select count(*)::int as comments from report_comment where thread_id = ${thread_id}`,
    );
    if ((count?.comments ?? 0) >= commentLimits.comments) fail('comments_full', { limit: commentLimits.comments });
    await write(ctx, tx, { report, thread_id, text, mentioned, others });
  });
  return getThread(ctx, id, thread_id);
}

type Stored = { person_id: string | null; created_at: string };

/** A comment of the thread, to be changed by whoever may. */
async function changed(ctx: Context, place: Place & { comment_id: string }, act: (tx: Transaction, comment: Stored) => Promise<void>) {
  const { id, thread_id, comment_id } = place;
  await commented(ctx, id);
  await ctx.withTenant(async (tx) => {
    const [row] = await tx.run(sql<Stored>`
      select c.person_id, c.created_at from report_comment c join report_thread t on t.tenant_id = c.tenant_id and t.id = c.thread_id
      where c.id = ${comment_id} and t.id = ${thread_id} and t.report_id = ${id} for update of c`);
    await act(tx, found(row));
    await tx.run(publishEvent({ topic: 'report_comment', about: { report_id: id, thread_id } }));
  });
}

export function reportComments(serve: Serve): void {
  serve(contract.list, async (ctx, { params, query: wanted }) => {
    await commented(ctx, params.id);
    return listThreads(ctx, params.id, wanted);
  });
  serve(contract.get, async (ctx, { params: { id, thread_id } }) => {
    await commented(ctx, id);
    return getThread(ctx, id, thread_id);
  });
  serve(contract.add, (ctx, { params, body }) => open(ctx, params.id, body));
  serve(contract.reply, (ctx, { params, body }) => reply(ctx, params, body));

  serve(contract.edit, async (ctx, { params, body: { text } }) => {
    await changed(ctx, params, async (tx, comment) => {
      if (comment.person_id !== ctx.actor.person_id) fail('forbidden');
      if (!mayEdit(ctx, comment)) fail('comment_said');
      await tx.run(sql`update report_comment set text = ${text}, edited_at = ${ctx.now()} where id = ${params.comment_id}`);
    });
    return getThread(ctx, params.id, params.thread_id);
  });

  serve(contract.remove, async (ctx, { params }) => {
    await changed(ctx, params, async (tx, comment) => {
      if (!mayRemove(ctx, comment)) fail('forbidden');
      await tx.run(
        sql`delete from report_comment where id = ${params.comment_id}`,
        sql`delete from report_thread t where t.id = ${params.thread_id} and not exists (select from report_comment c where c.thread_id = t.id)`,
      );
    });
  });

  serve(contract.resolve, async (ctx, { params: { id, thread_id }, body: { resolved } }) => {
    await commented(ctx, id);
    const [row] = await ctx.run(
      query
        .updateTable('report_thread')
        .set({ resolved_at: resolved ? ctx.now() : null, resolved_by: resolved ? ctx.actor.person_id : null })
        .where('id', '=', thread_id)
        .where('report_id', '=', id)
        .returning('id'),
      publishEvent({ topic: 'report_comment', about: { report_id: id, thread_id } }),
    );
    found(row[0]);
    return getThread(ctx, id, thread_id);
  });

  serve(contract.people, async (ctx, { params, query: { q } }) => {
    await commented(ctx, params.id);
    const readers = await namedReaders(ctx, params.id, holdsWords(q, sql`p.name`), shown);
    return { data: readers.map(({ membership_id, name }) => ({ id: membership_id, name })) };
  });
}
