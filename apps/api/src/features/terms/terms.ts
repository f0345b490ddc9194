/** Terms: writing, publishing, and who accepted what. */
import * as contract from '@vitrine/contract/features/terms.ts';
import type { Acceptance, Term, TermInput, TermRow } from '@vitrine/contract/features/terms.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { answerExport, chosenColumns, exportBatch, inBatches } from '../../core/exportList.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '../../core/list.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { linkedTerms, pendingTerms } from '../../core/pendingTerms.ts';
import { saved } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { say } from '../../core/words.ts';

type Row = Omit<Term, 'can'>;

const rows = sql`
  select t.id, t.title, t.text, t.place, t.roles, t.group_ids, t.repeat_months, t.active, t.version, v.number, v.published_at,
    (v.id is null or v.title <> t.title or v.text <> t.text) as has_draft,
    (select count(distinct a.person_id)::int from term_acceptance a where a.version_id = v.id) as accepted_count
  from term t
  left join lateral (select * from term_version v where v.term_id = t.id order by v.number desc limit 1) v on true`;

const termOf = (id: string): RawBuilder<Row> => sql<Row>`select * from (${rows}) terms where id = ${id}`;
const can = (row: { number: number | null }) => ({ edit: true, remove: row.number === null });
const shown = (row: Row): Term => ({ ...row, can: can(row) });

/** Conditions may name groups of the own unit only. */
async function requireGroups(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const there = await ctx.run(
    query
      .selectFrom('user_group')
      .select('id')
      .where('id', 'in', [...new Set(ids)]),
  );
  if (there.length !== new Set(ids).size) failFields({ group_ids: 'invalid' });
}

async function publish(ctx: Context, id: string, version: number): Promise<Term> {
  const [[changed], , [row]] = await ctx.run(
    sql<{ id: string }>`update term set version = version + 1 where id = ${id} and version = ${version} returning id`,
    // Of two at once the second one finds no row to publish any more.
    sql`
      insert into term_version (tenant_id, id, term_id, number, title, text, text_hash, published_at, published_by)
      select t.tenant_id, ${uuidv7()}::uuid, t.id, coalesce((select max(v.number) from term_version v where v.term_id = t.id), 0) + 1,
        t.title, t.text, sha256(convert_to(t.title || E'\n' || t.text, 'UTF8')), ${ctx.now()}, ${ctx.actor.person_id}
      from term t where t.id = ${id} and t.version = ${version + 1}
        and not exists (select from term_version v where v.term_id = t.id and v.title = t.title and v.text = t.text
          and v.number = (select max(number) from term_version where term_id = t.id))`,
    termOf(id),
  );
  return shown(saved(changed ? [changed] : [], row));
}

/** Accepts versions that are due now, each once; what is not due is refused, so that nobody accepts an old text by mistake. */
async function accept(ctx: Context, version_ids: readonly string[]): Promise<void> {
  const { actor, request } = ctx;
  const due = await ctx.identity.run(pendingTerms(actor, ctx.now()));
  const wanted = [...new Set(version_ids)];
  if (wanted.some((id) => !due.some((term) => term.version_id === id))) fail('conflict');
  await ctx.run(
    sql`
      insert into term_acceptance (tenant_id, id, version_id, person_id, accepted_at, ip, language, user_agent, text_hash)
      select v.tenant_id, uuid_v7(), v.id, ${actor.person_id}, ${ctx.now()}, ${request.ip}::inet, ${request.locale}, ${request.user_agent}, v.text_hash
      from term_version v where v.id = any (${wanted}::uuid[])`,
  );
}

const acceptanceRows = (term_id: string): RawBuilder<Acceptance> => sql<Acceptance>`
  select a.id, p.name, p.email, v.number, a.accepted_at, host(a.ip) as ip, a.language, encode(a.text_hash, 'hex') as text_hash
  from term_acceptance a join term_version v on v.id = a.version_id join person p on p.id = a.person_id
  where v.term_id = ${term_id}`;

function acceptances(serve: Serve): void {
  serve(contract.acceptances, async (ctx, { params: { id }, query: wanted }) => {
    found((await ctx.run(query.selectFrom('term').select('id').where('id', '=', id)))[0]);
    const matching = sql`select * from (${acceptanceRows(id)}) accepted where ${every(holdsWords(wanted.q, sql`name`, sql`email`))}`;
    const order = orderBy(wanted.sort, { accepted_at: sql`accepted_at`, name: sql`search_text(name)` }, sql`id`);
    return listPage(ctx, wanted, sql<Acceptance>`${matching} ${order} ${pageOf(wanted)}`, matching);
  });
  serve(contract.exportAcceptances, async (ctx, { params: { id }, query: { format, columns, q } }) => {
    found((await ctx.run(query.selectFrom('term').select('id').where('id', '=', id)))[0]);
    const { locale } = ctx.request;
    const column = (key: keyof Omit<Acceptance, 'id'>) => ({
      key,
      header: say(locale, `fields:names.${key}`),
      cell: (row: Acceptance) => row[key],
    });
    const all = (['name', 'email', 'number', 'accepted_at', 'ip', 'language', 'text_hash'] as const).map(column);
    const batches = inBatches<Acceptance>((last) =>
      ctx.run(
        sql<Acceptance>`select * from (${acceptanceRows(id)}) accepted
          where ${every(holdsWords(q, sql`name`, sql`email`), last ? sql`id > ${last.id}` : undefined)} order by id limit ${sql.lit(exportBatch)}`,
      ),
    );
    return answerExport({ format, name: say(locale, 'fields:acceptances') }, chosenColumns(all, columns), batches);
  });
}

export function terms(serve: Serve): void {
  acceptances(serve);
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = sql`select * from (${rows}) terms where ${holdsWords(wanted.q, sql`title`)}`;
    const order = orderBy(wanted.sort, { title: sql`search_text(title)`, published_at: sql`published_at` }, sql`id`);
    const { data, meta } = await listPage<Row>(ctx, wanted, sql<Row>`${matching} ${order} ${pageOf(wanted)}`, matching);
    return { data: data.map(({ text: _text, ...row }): TermRow => ({ ...row, can: can(row) })), meta };
  });
  serve(contract.get, async (ctx, { params: { id } }) => shown(found((await ctx.run(termOf(id)))[0])));
  serve(contract.add, async (ctx, { body }) => {
    await requireGroups(ctx, body.group_ids);
    const id = uuidv7();
    const [, [row]] = await ctx.run(query.insertInto('term').values({ id, tenant_id: ownTenant, ...body }), termOf(id));
    return shown(found(row));
  });
  serve(contract.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    await requireGroups(ctx, input.group_ids);
    const [changed, [row]] = await ctx.run(
      query
        .updateTable('term')
        .set((eb) => ({ ...(input satisfies TermInput), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id'),
      termOf(id),
    );
    return shown(saved(changed, row));
  });
  serve(contract.remove, async (ctx, { params: { id } }) => {
    const [row] = await ctx.run(termOf(id));
    if (found(row).number !== null) fail('in_use');
    await ctx.run(query.deleteFrom('term').where('id', '=', id));
  });
  serve(contract.publish, (ctx, { params: { id }, body }) => publish(ctx, id, body.version));
  serve(contract.versions, async (ctx, { params: { id } }) => {
    const [[term], versions] = await ctx.run(
      query.selectFrom('term').select('id').where('id', '=', id),
      sql<{ id: string; number: number; title: string; text: string; published_at: string; accepted_count: number }>`
        select v.id, v.number, v.title, v.text, v.published_at,
          (select count(distinct a.person_id)::int from term_acceptance a where a.version_id = v.id) as accepted_count
        from term_version v where v.term_id = ${id} order by v.number desc`,
    );
    found(term);
    return versions;
  });

  serve(contract.pending, (ctx) => ctx.identity.run(pendingTerms(ctx.actor, ctx.now())));
  serve(contract.accept, (ctx, { body }) => accept(ctx, body.version_ids));
  serve(contract.mine, async (ctx) => {
    const { tenant_id, person_id } = ctx.actor;
    return ctx.identity.run(
      sql<contract.ShownTerm & { accepted_at: string | null }>`
        select v.id as version_id, v.title, v.text, v.number, v.published_at, max(a.accepted_at) as accepted_at
        from term_acceptance a join term_version v on v.tenant_id = a.tenant_id and v.id = a.version_id
        where a.tenant_id = ${tenant_id}::uuid and a.person_id = ${person_id} group by v.id, v.title, v.text, v.number, v.published_at
        union all
        select linked.*, null from (${linkedTerms(tenant_id)}) linked
        where not exists (select from term_acceptance a where a.tenant_id = ${tenant_id}::uuid and a.person_id = ${person_id} and a.version_id = linked.version_id)
        order by accepted_at desc nulls last, published_at desc`,
    );
  });
  serve(contract.atSignIn, (ctx) => ctx.identity.run(linkedTerms(ctx.request.site.tenant_id)));
}
