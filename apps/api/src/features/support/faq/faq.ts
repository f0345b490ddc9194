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
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved } from '#platform/http/saving.ts';

type Texts = NonNullable<Faq['languages']>;
type Row = Pick<Faq, 'id' | 'topic' | 'published' | 'version'> & Texts;

/** What the caller may see: who does not write sees what is published. */
const visible = ({ actor }: Context): RawBuilder<unknown> => (holds(actor, 'faq', 'write') ? sql`true` : sql`f.published`);
const rowOf = (ctx: Context, id: string): RawBuilder<Row> => sql<Row>`
  select f.id, f.topic, f.published, f.question, f.answer, f.version from faq f where f.id = ${id} and ${visible(ctx)}`;

/** The question in the language of the reader, for who writes in all of them. */
function shown({ actor, request: { locale } }: Context, { question, answer, ...row }: Row): Faq {
  const own = (texts: Texts['question']) => texts[locale] || texts['pt-BR'];
  const mayWrite = holds(actor, 'faq', 'write');
  return {
    ...row,
    question: own(question),
    answer: own(answer),
    languages: mayWrite ? { question, answer } : null,
    can: { edit: mayWrite, remove: mayWrite },
  };
}

const stored = <Input extends Texts>(input: Input) => ({
  ...input,
  question: JSON.stringify(input.question),
  answer: JSON.stringify(input.answer),
});

export function faq(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const own = (column: string) =>
      sql`coalesce(nullif(${sql.ref(column)} ->> ${ctx.request.locale}::text, ''), ${sql.ref(column)} ->> 'pt-BR')`;
    const matching = every(visible(ctx), holdsWords(wanted.q, own('f.question'), own('f.answer')));
    const topic = sql`array_position(${contract.faqTopics}::text[], f.topic)`;
    const order = orderBy(wanted.sort, { position: topic }, sql`f.position, f.id`);
    const rows = sql<Row>`
      select f.id, f.topic, f.published, f.question, f.answer, f.version from faq f where ${matching} ${order} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from faq f where ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params }) => shown(ctx, found((await ctx.run(rowOf(ctx, params.id)))[0])));

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
