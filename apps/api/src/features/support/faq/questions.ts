/** The questions as somebody of the unit sees them, and how they are found. */
import type { FaqSuggestion } from '@vitrine/contract/support/faq.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { holdsWords } from '#platform/http/list.ts';

/** All questions of the unit. */
export const questions = sql`faq f`;

/** What the caller may see: who does not write sees what is published. */
export const visible = ({ actor }: Context): RawBuilder<unknown> => (holds(actor, 'faq', 'write') ? sql`true` : sql`f.published`);

/** A text in the language of the reader. */
const own = ({ request }: Context, column: 'question' | 'answer') =>
  sql`coalesce(nullif(${sql.ref(`f.${column}`)} ->> ${request.locale}::text, ''), ${sql.ref(`f.${column}`)} ->> 'pt-BR')`;

/** How near a word must be to one of the text: a letter too many, too few or in the wrong place. */
const near = { searched: 0.4, suggested: 0.6 };

/** What is seen, by the words as they were typed; where no question holds them, by words that are like them. */
export function foundBy(ctx: Context, q: string): RawBuilder<unknown> {
  const texts = [own(ctx, 'question'), own(ctx, 'answer')] as const;
  if (q === '') return visible(ctx);
  const exact = holdsWords(q, ...texts);
  return sql`${visible(ctx)} and (${exact} or not exists (select from ${questions} where ${visible(ctx)} and ${exact}) and (
    select coalesce(bool_and(word_similarity(part, search_text(concat_ws(' ', ${sql.join(texts)}))) >= ${sql.lit(near.searched)}), false)
    from unnest(search_parts(${q})) as part))`;
}

const suggested = 3;
/** Shorter ones stand in every sentence. */
const shortestWord = 5;

/** The more of the longer words stand in a question or its answer, the nearer it is. */
export const suggestionsFor = (ctx: Context, q: string) => sql<FaqSuggestion>`
  select id, question, answer from (
    select f.id, ${own(ctx, 'question')} as question, ${own(ctx, 'answer')} as answer, (
      select avg(case
        when word_similarity(part, search_text(${own(ctx, 'question')})) >= ${sql.lit(near.suggested)} then 1
        when word_similarity(part, search_text(${own(ctx, 'answer')})) >= ${sql.lit(near.suggested)} then 0.6
        else 0 end)
      from unnest(search_parts(${q})) as part where length(part) >= ${sql.lit(shortestWord)}) as nearness
    from ${questions} where f.published
  ) as asked
  where nearness >= 0.4 order by nearness desc, id limit ${sql.lit(suggested)}`;
