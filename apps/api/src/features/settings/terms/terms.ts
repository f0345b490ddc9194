/** Terms: writing, publishing, and who accepted what; of a unit, and above it of partners and of the platform. */
import * as sharedContract from '@vitrine/contract/settings/sharedTerms.ts';
import * as contract from '@vitrine/contract/settings/terms.ts';
import type { Acceptance, Term, TermInput, TermRow } from '@vitrine/contract/settings/terms.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { answerExport, chosenColumns, exportBatch, inBatches } from '#platform/http/exportList.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { publishedVersion } from '#domain/terms/publishTerm.ts';
import { acceptTerms, linkedTerms, pendingTerms } from '#domain/terms/pendingTerms.ts';
import { saved } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { translate } from '#platform/translate.ts';
import type { Shelf } from './sharedTerms.ts';
import { sharedShelf, unitShelf } from './sharedTerms.ts';

type Row = Omit<Term, 'can'>;

const rows = ({ term, version, acceptance, conditions }: Shelf) => sql`
  select t.id, t.title, t.text, t.place, t.roles, ${conditions}, t.repeat_months, t.active, t.version, v.number, v.published_at,
    (v.id is null or v.title <> t.title or v.text <> t.text) as has_draft,
    (select count(distinct a.person_id)::int from ${acceptance} a where a.version_id = v.id) as accepted_count
  from ${term} t
  left join lateral (select * from ${version} v where v.term_id = t.id order by v.number desc limit 1) v on true`;

const termOf = (shelf: Shelf, id: string): RawBuilder<Row> => sql<Row>`select * from (${rows(shelf)}) terms where id = ${id}`;
const exists = ({ term }: Shelf, id: string) => sql<{ id: string }>`select id from ${term} where id = ${id}`;
const can = (row: { number: number | null }) => ({ edit: true, remove: row.number === null });
const shown = (row: Row): Term => ({ ...row, can: can(row) });

async function publish(ctx: Context, shelf: Shelf, id: string, version: number): Promise<Term> {
  const [[changed], , [row]] = await shelf
    .of(ctx)
    .run(
      sql<{ id: string }>`update ${shelf.term} set version = version + 1 where id = ${id} and version = ${version} returning id`,
      publishedVersion(shelf, { id, version: version + 1, at: ctx.now(), by: ctx.actor.person_id }),
      termOf(shelf, id),
    );
  return shown(saved(changed ? [changed] : [], row));
}

/** Accepts versions that are due now, each once; others are refused, so that nobody accepts an old text by mistake. */
async function accept(ctx: Context, version_ids: readonly string[]): Promise<void> {
  const { actor, request } = ctx;
  const due = await ctx.identity.run(pendingTerms(actor, ctx.now()));
  const wanted = [...new Set(version_ids)];
  if (wanted.some((id) => !due.some((term) => term.version_id === id))) fail('conflict');
  const { person_id, tenant_id } = actor;
  const { ip, locale, user_agent } = request;
  await ctx.identity.run(...acceptTerms(wanted, { person_id, tenant_id, at: ctx.now(), ip, language: locale, user_agent }));
}

const acceptanceRows = ({ acceptance, version }: Shelf, term_id: string): RawBuilder<Acceptance> => sql<Acceptance>`
  select a.id, p.name, p.email, v.number, a.accepted_at, host(a.ip) as ip, a.language, encode(a.text_hash, 'hex') as text_hash
  from ${acceptance} a join ${version} v on v.id = a.version_id join person p on p.id = a.person_id
  where v.term_id = ${term_id}`;

type Desk = typeof contract | typeof sharedContract;

function acceptances(serve: Serve, desk: Desk, shelf: Shelf): void {
  serve(desk.acceptances, async (ctx, { params: { id }, query: wanted }) => {
    const scope = shelf.of(ctx);
    found((await scope.run(exists(shelf, id)))[0]);
    const matching = sql`select * from (${acceptanceRows(shelf, id)}) accepted where ${every(holdsWords(wanted.q, sql`name`, sql`email`))}`;
    const order = orderBy(wanted.sort, { accepted_at: sql`accepted_at`, name: sql`search_text(name)` }, sql`id`);
    return listPage(scope, wanted, sql<Acceptance>`${matching} ${order} ${pageOf(wanted)}`, matching);
  });
  serve(desk.exportAcceptances, async (ctx, { params: { id }, query: { format, columns, q } }) => {
    const scope = shelf.of(ctx);
    found((await scope.run(exists(shelf, id)))[0]);
    const { locale } = ctx.request;
    const column = (key: keyof Omit<Acceptance, 'id'>) => ({
      key,
      header: translate(locale, `fields:names.${key}`),
      cell: (row: Acceptance) => row[key],
    });
    const all = (['name', 'email', 'number', 'accepted_at', 'ip', 'language', 'text_hash'] as const).map(column);
    const batches = inBatches<Acceptance>((last) =>
      scope.run(
        sql<Acceptance>`select * from (${acceptanceRows(shelf, id)}) accepted
          where ${every(holdsWords(q, sql`name`, sql`email`), last ? sql`id > ${last.id}` : undefined)} order by id limit ${sql.lit(exportBatch)}`,
      ),
    );
    return answerExport({ format, name: translate(locale, 'fields:acceptances') }, chosenColumns(all, columns), batches);
  });
}

function writing(serve: Serve, desk: Desk, shelf: Shelf): void {
  serve(desk.list, async (ctx, { query: wanted }) => {
    const matching = sql`select * from (${rows(shelf)}) terms where ${holdsWords(wanted.q, sql`title`)}`;
    const order = orderBy(wanted.sort, { title: sql`search_text(title)`, published_at: sql`published_at` }, sql`id`);
    const page = sql<Row>`${matching} ${order} ${pageOf(wanted)}`;
    const { data, meta } = await listPage<Row>(shelf.of(ctx), wanted, page, matching);
    return {
      data: data.map(({ text: _text, ...row }): TermRow => ({ ...row, can: can(row) })),
      meta,
      can: { add: mayCall(ctx.actor, desk.add.can) },
    };
  });
  serve(desk.get, async (ctx, { params: { id } }) => shown(found((await shelf.of(ctx).run(termOf(shelf, id)))[0])));
  serve(desk.add, async (ctx, { body }) => {
    await shelf.check(ctx, body);
    const id = uuidv7();
    const [, [row]] = await shelf.of(ctx).run(shelf.insert(id, body), termOf(shelf, id));
    return shown(found(row));
  });
  serve(desk.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    await shelf.check(ctx, input);
    const [changed, [row]] = await shelf.of(ctx).run(shelf.update(id, version, input satisfies TermInput), termOf(shelf, id));
    return shown(saved(changed, row));
  });
  serve(desk.remove, async (ctx, { params: { id } }) => {
    const scope = shelf.of(ctx);
    const [row] = await scope.run(termOf(shelf, id));
    if (found(row).number !== null) fail('in_use');
    await scope.run(sql`delete from ${shelf.term} where id = ${id}`);
  });
  serve(desk.publish, (ctx, { params: { id }, body }) => publish(ctx, shelf, id, body.version));
  serve(desk.versions, async (ctx, { params: { id } }) => {
    const [[term], versions] = await shelf.of(ctx).run(
      exists(shelf, id),
      sql<{ id: string; number: number; title: string; text: string; published_at: string; accepted_count: number }>`
        select v.id, v.number, v.title, v.text, v.published_at,
          (select count(distinct a.person_id)::int from ${shelf.acceptance} a where a.version_id = v.id) as accepted_count
        from ${shelf.version} v where v.term_id = ${id} order by v.number desc`,
    );
    found(term);
    return versions;
  });
}

export function terms(serve: Serve): void {
  writing(serve, contract, unitShelf);
  acceptances(serve, contract, unitShelf);
  writing(serve, sharedContract, sharedShelf);
  acceptances(serve, sharedContract, sharedShelf);

  serve(contract.pending, (ctx) => ctx.identity.run(pendingTerms(ctx.actor, ctx.now())));
  serve(contract.accept, (ctx, { body }) => accept(ctx, body.version_ids));
  serve(contract.mine, async (ctx) => {
    const { tenant_id, person_id, role } = ctx.actor;
    const accepted = sql`
      select v.id as version_id, 'unit' as level, v.title, v.text, v.number, v.published_at, max(a.accepted_at) as accepted_at
      from term_acceptance a join term_version v on v.tenant_id = a.tenant_id and v.id = a.version_id
      where a.tenant_id = ${tenant_id}::uuid and a.person_id = ${person_id} group by v.id, v.title, v.text, v.number, v.published_at
      union all
      select v.id, case when v.partner_id is null then 'platform' else 'partner' end, v.title, v.text, v.number, v.published_at, max(a.accepted_at)
      from shared_term_acceptance a join shared_term_version v on v.id = a.version_id
      where a.person_id = ${person_id} group by v.id, v.partner_id, v.title, v.text, v.number, v.published_at`;
    return ctx.identity.run(
      sql<contract.ShownTerm & { accepted_at: string | null }>`
        with accepted as (${accepted})
        select * from accepted
        union all
        select linked.*, null from (${linkedTerms(ctx.actor, role)}) linked
        where not exists (select from accepted a where a.version_id = linked.version_id)
        order by accepted_at desc nulls last, published_at desc`,
    );
  });
  serve(contract.atSignIn, (ctx) => ctx.identity.run(linkedTerms(ctx.request.host)));
}
