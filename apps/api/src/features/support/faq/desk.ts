/** Reading and writing questions, for a unit's and for those above it: the tables differ, what is done does not. */
import type * as unitContract from '@vitrine/contract/support/faq.ts';
import type { Faq } from '@vitrine/contract/support/faq.ts';
import type * as sharedContract from '@vitrine/contract/support/sharedFaq.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { listPage, pageOf } from '#platform/http/list.ts';
import { saved } from '#platform/http/saving.ts';
import type { Row, Shelf } from './questions.ts';
import { columns, foundBy, inOrder } from './questions.ts';

/** A question as it is stored. */
type Stored = Pick<Row, 'topic' | 'screen' | 'published'> & { question: string; answer: string };

export type Desk = Shelf & {
  of: (ctx: Context) => Scoped;
  table: RawBuilder<unknown>;
  /** Whether the caller writes, and which of the rows. */
  writes: (ctx: Context, row?: Pick<Row, 'level'>) => boolean;
  /** The same as a condition on `f`. */
  own: RawBuilder<unknown>;
  insert: (id: string, row: Stored & { position: RawBuilder<number> }) => Statement;
  update: (id: string, version: number, row: Stored) => Statement<{ id: string }>;
};

type Contract = typeof unitContract | typeof sharedContract;
type Texts = Pick<Row, 'question' | 'answer'>;

export const rowOf = (ctx: Context, desk: Desk, id: string, condition: RawBuilder<unknown> = sql`true`): RawBuilder<Row> => sql<Row>`
  select ${columns(desk, ctx)} from ${desk.questions} where f.id = ${id} and ${desk.visible(ctx)} and ${condition}`;

const stored = <Input extends Texts>(input: Input) => ({
  ...input,
  question: JSON.stringify(input.question),
  answer: JSON.stringify(input.answer),
});

/** The question in the language of the reader, for who writes it in all of them. */
function shown(ctx: Context, desk: Desk, { question, answer, votes, ...row }: Row): Faq {
  const own = (texts: Row['question']) => texts[ctx.request.locale] || texts['pt-BR'];
  const isOwn = desk.writes(ctx, row);
  return {
    ...row,
    question: own(question),
    answer: own(answer),
    languages: isOwn ? { question, answer } : null,
    votes: desk.writes(ctx) ? votes : null,
    can: { edit: isOwn, remove: isOwn },
  };
}

/** The places that these questions have are given out anew among them; all others stay where they are. */
export async function reorder(ctx: Context, { of, table }: Desk, ids: readonly string[]): Promise<void> {
  const moved = await of(ctx).run(sql<{ id: string }>`
    update ${table} f set position = placed.position
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join (select position, row_number() over (order by position, id) as place from ${table} where id = any (${ids}::uuid[])) as placed
      on placed.place = wanted.place
    where f.id = wanted.id and (select count(*) from ${table} where id = any (${ids}::uuid[])) = ${ids.length}::int
    returning f.id`);
  if (moved.length < ids.length) fail('not_found');
}

export function serveDesk(serve: Serve, contract: Contract, desk: Desk): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const from = sql`from ${desk.questions} where ${foundBy(desk, ctx, wanted.q)}`;
    const rows = sql<Row>`select ${columns(desk, ctx)} ${from} ${inOrder(wanted.sort)} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(desk.of(ctx), wanted, rows, sql`select ${from}`);
    return { data: data.map((row) => shown(ctx, desk, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params: { id } }) => shown(ctx, desk, found((await desk.of(ctx).run(rowOf(ctx, desk, id)))[0])));

  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const position = sql<number>`(select coalesce(max(position), 0) + 1 from ${desk.table})`;
    const [, [row]] = await desk.of(ctx).run(desk.insert(id, { ...stored(body), position }), rowOf(ctx, desk, id));
    return shown(ctx, desk, found(row));
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...changes } }) => {
    const [changed, [row]] = await desk.of(ctx).run(desk.update(id, version, stored(changes)), rowOf(ctx, desk, id, desk.own));
    return shown(ctx, desk, saved(changed, row));
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    found((await desk.of(ctx).run(sql<{ id: string }>`delete from ${desk.table} where id = ${id} returning id`))[0]);
  });
}
