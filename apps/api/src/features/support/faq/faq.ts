/** Questions and answers of the unit, by topic and then in the order of those who write them. */
import * as contract from '@vitrine/contract/support/faq.ts';
import type { Faq } from '@vitrine/contract/support/faq.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved } from '#platform/http/saving.ts';
import { faqSearches } from './faqSearches.ts';
import { foundBy, questions, suggestionsFor, visible } from './questions.ts';

type Texts = NonNullable<Faq['languages']>;
type Row = Pick<Faq, 'id' | 'topic' | 'published' | 'version' | 'helped' | 'votes'> & Texts;

const columns = ({ actor }: Context) => sql`f.id, f.topic, f.published, f.question, f.answer, f.version,
  (select v.helped from faq_vote v where v.faq_id = f.id and v.person_id = ${actor.person_id}) as helped,
  (select jsonb_build_object('helped', count(*) filter (where v.helped), 'not_helped', count(*) filter (where not v.helped))
    from faq_vote v where v.faq_id = f.id) as votes`;
const rowOf = (ctx: Context, id: string): RawBuilder<Row> => sql<Row>`
  select ${columns(ctx)} from ${questions} where f.id = ${id} and ${visible(ctx)}`;

/** The question in the language of the reader, for who writes in all of them. */
function shown({ actor, request: { locale } }: Context, { question, answer, votes, ...row }: Row): Faq {
  const own = (texts: Texts['question']) => texts[locale] || texts['pt-BR'];
  const mayWrite = holds(actor, 'faq', 'write');
  return {
    ...row,
    question: own(question),
    answer: own(answer),
    languages: mayWrite ? { question, answer } : null,
    votes: mayWrite ? votes : null,
    can: { edit: mayWrite, remove: mayWrite },
  };
}

const stored = <Input extends Texts>(input: Input) => ({
  ...input,
  question: JSON.stringify(input.question),
  answer: JSON.stringify(input.answer),
});

export function faq(serve: Serve): void {
  faqSearches(serve);

  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = foundBy(ctx, wanted.q);
    const topic = sql`array_position(${contract.faqTopics}::text[], f.topic)`;
    const order = orderBy(wanted.sort, { position: topic }, sql`f.position, f.id`);
    const rows = sql<Row>`
      select ${columns(ctx)} from ${questions} where ${matching} ${order} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from ${questions} where ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params }) => shown(ctx, found((await ctx.run(rowOf(ctx, params.id)))[0])));

  serve(contract.suggestions, async (ctx, { query: { q } }) => ({ data: q === '' ? [] : await ctx.run(suggestionsFor(ctx, q)) }));

  serve(contract.vote, async (ctx, { params: { id }, body: { helped } }) => {
    const { person_id } = ctx.actor;
    const said = sql`
      insert into faq_vote (tenant_id, faq_id, person_id, helped, voted_at)
      select ${ownTenant}, f.id, ${person_id}, ${helped}, ${ctx.now()} from faq f where f.id = ${id} and ${visible(ctx)}
      on conflict (tenant_id, faq_id, person_id) do update set helped = excluded.helped, voted_at = excluded.voted_at`;
    const taken = sql`delete from faq_vote where faq_id = ${id} and person_id = ${person_id}`;
    const [[question]] = await ctx.run(rowOf(ctx, id), helped === null ? taken : said);
    found(question);
  });

  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const position = sql<number>`(select coalesce(max(position), 0) + 1 from faq)`;
    const insert = query.insertInto('faq').values({ ...stored(body), id, tenant_id: ownTenant, position });
    const [, [row]] = await ctx.run(insert, rowOf(ctx, id));
    return shown(ctx, found(row));
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...changes } }) => {
    const update = query
      .updateTable('faq')
      .set({ ...stored(changes), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [row]] = await ctx.run(update, rowOf(ctx, id));
    return shown(ctx, saved(changed, row));
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    found((await ctx.run(query.deleteFrom('faq').where('id', '=', id).returning('id')))[0]);
  });

  serve(contract.reorder, async (ctx, { body: { faq_ids } }) => {
    // The places that these questions have are given out anew among them; all others stay where they are.
    const order = sql<{ id: string }>`
      update faq f set position = placed.position
      from unnest(${faq_ids}::uuid[]) with ordinality as wanted (id, place)
      join (select position, row_number() over (order by position, id) as place from faq where id = any (${faq_ids}::uuid[])) as placed
        on placed.place = wanted.place
      where f.id = wanted.id and (select count(*) from faq where id = any (${faq_ids}::uuid[])) = ${faq_ids.length}::int
      returning f.id`;
    if ((await ctx.run(order)).length < faq_ids.length) fail('not_found');
  });
}
