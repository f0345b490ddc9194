/** The questions as they are seen from a unit or from a level above it, and how they are found. */
import type { Faq, FaqSuggestion } from '@vitrine/contract/support/faq.ts';
import { faqLevels, faqTopics } from '@vitrine/contract/support/faq.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { holdsWords, orderBy } from '#platform/http/list.ts';

/** Rows `f` that somebody reads, and the columns of their votes. */
export type Shelf = {
  questions: RawBuilder<unknown>;
  /** A condition on `f`: what the caller may see of them. */
  visible: (ctx: Context) => RawBuilder<unknown>;
  /** Whether it helped the caller, and how many it helped. */
  votes: (ctx: Context) => RawBuilder<unknown>;
};

export type Row = Omit<Faq, 'question' | 'answer' | 'languages' | 'can'> & NonNullable<Faq['languages']>;

const texts = sql`topic, screen, position, published, question, answer, version`;
const levelOf = sql`case when partner_id is null then 'platform' else 'partner' end`;
/** As they are written above the unit: of a unit's scope those that are published for it. */
export const shared = sql`select id, ${levelOf} as level, false as hidden, ${texts} from shared_faq`;

const counted = (votes: RawBuilder<unknown>) => sql`
  (select jsonb_build_object('helped', count(*) filter (where v.helped), 'not_helped', count(*) filter (where not v.helped))
    from ${votes} v where v.faq_id = f.id) as votes`;

const unitVotes = sql`(
  select faq_id, person_id, helped from faq_vote union all select faq_id, person_id, helped from shared_faq_vote)`;

/** Those of the unit and those above it, but for levels of which the unit shows none; who does not write sees what is published. */
export const unitShelf: Shelf = {
  questions: sql`(
    select id, 'unit' as level, false as hidden, ${texts} from faq
    union all
    select s.id, s.level, exists (select from hidden_faq h where h.faq_id = s.id), s.topic, s.screen, s.position, s.published, s.question, s.answer, s.version
    from (${shared}) s where not exists (select from hidden_faq h where h.all_of = s.level)) f`,
  visible: ({ actor }) => (holds(actor, 'faq', 'write') ? sql`true` : sql`(f.published and not f.hidden)`),
  votes: ({ actor }) => sql`
    (select v.helped from ${unitVotes} v where v.faq_id = f.id and v.person_id = ${actor.person_id}) as helped, ${counted(unitVotes)}`,
};

/** Those of the caller's own level above the units, with the votes of all units. */
export const sharedShelf: Shelf = {
  questions: sql`(${shared}) f`,
  visible: () => sql`true`,
  votes: () => sql`null::boolean as helped, ${counted(sql`shared_faq_vote`)}`,
};

export const columns = ({ votes }: Shelf, ctx: Context): RawBuilder<unknown> =>
  sql`f.id, f.level, f.hidden, f.topic, f.screen, f.published, f.question, f.answer, f.version, ${votes(ctx)}`;

export const inOrder = (sort: 'position' | '-position'): RawBuilder<unknown> =>
  orderBy(
    sort,
    { position: sql`array_position(${faqTopics}::text[], f.topic)` },
    sql`array_position(${faqLevels}::text[], f.level), f.position, f.id`,
  );

/** A text in the language of the reader. */
const own = ({ request }: Context, column: 'question' | 'answer') =>
  sql`coalesce(nullif(${sql.ref(`f.${column}`)} ->> ${request.locale}::text, ''), ${sql.ref(`f.${column}`)} ->> 'pt-BR')`;

/** How near a word must be to one of the text: a letter too many, too few or in the wrong place. */
const near = { searched: 0.4, suggested: 0.6 };

/** What is seen, by the words as they were typed; where no question holds them, by words that are like them. */
export function foundBy({ questions, visible }: Shelf, ctx: Context, q: string): RawBuilder<unknown> {
  const both = [own(ctx, 'question'), own(ctx, 'answer')] as const;
  if (q === '') return visible(ctx);
  const exact = holdsWords(q, ...both);
  return sql`${visible(ctx)} and (${exact} or not exists (select from ${questions} where ${visible(ctx)} and ${exact}) and (
    select coalesce(bool_and(word_similarity(part, search_text(concat_ws(' ', ${sql.join(both)}))) >= ${sql.lit(near.searched)}), false)
    from unnest(search_parts(${q})) as part))`;
}

const suggested = 3;
/** Shorter ones stand in every sentence. */
const shortestWord = 5;

/** The more of the longer words stand in a question or its answer, the nearer it is; of two the nearer level comes first. */
export const suggestionsFor = (ctx: Context, q: string) => sql<FaqSuggestion>`
  select id, question, answer from (
    select f.id, f.level, ${own(ctx, 'question')} as question, ${own(ctx, 'answer')} as answer, (
      select avg(case
        when word_similarity(part, search_text(${own(ctx, 'question')})) >= ${sql.lit(near.suggested)} then 1
        when word_similarity(part, search_text(${own(ctx, 'answer')})) >= ${sql.lit(near.suggested)} then 0.6
        else 0 end)
      from unnest(search_parts(${q})) as part where length(part) >= ${sql.lit(shortestWord)}) as nearness
    from ${unitShelf.questions} where f.published and not f.hidden
  ) as asked
  where nearness >= 0.4 order by nearness desc, array_position(${faqLevels}::text[], level), id limit ${sql.lit(suggested)}`;

/** A help that goes on for pages is none. */
const inHelp = 10;

export const questionsOfScreen = (ctx: Context, screen: string) => sql<FaqSuggestion>`
  select f.id, ${own(ctx, 'question')} as question, ${own(ctx, 'answer')} as answer
  from ${unitShelf.questions} where f.published and not f.hidden and f.screen = ${screen} ${inOrder('position')} limit ${sql.lit(inHelp)}`;
