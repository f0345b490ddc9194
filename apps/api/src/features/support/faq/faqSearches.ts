/** Searches that found no question: kept as words and counts, so that whoever writes knows what is missing. */
import * as contract from '@vitrine/contract/support/faqSearches.ts';
import type { FaqSearch } from '@vitrine/contract/support/faqSearches.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { foundBy, unitShelf } from './questions.ts';

const { shortest, longest } = contract.searchLength;

/** The list is worked off from the top. */
const shown = 50;

/** An address, or a number as long as that of a phone or a document, is about somebody and no question. */
const isAboutSomebody = (q: string): boolean => q.includes('@') || /\d{6}/.test(q.replaceAll(/[\s().\-/]/g, ''));

const normalised = (q: string): RawBuilder<string> => sql<string>`trim(regexp_replace(search_text(${q}), '[^[:alnum:]]+', ' ', 'g'))`;

/** Counts a search if it is true that it finds nothing; of the others of the unit the least asked make room. */
async function remember(ctx: Context, q: string): Promise<void> {
  const words = normalised(q);
  await ctx.run(
    sql`
      insert into faq_search (tenant_id, words, last_at)
      select ${ownTenant}, words, ${ctx.now()} from (select ${words} as words) as typed
      where length(words) between ${sql.lit(shortest)} and ${sql.lit(longest)}
        and not exists (select from ${unitShelf.questions} where ${foundBy(unitShelf, ctx, q)})
      on conflict (tenant_id, words) do update set times = faq_search.times + 1, last_at = excluded.last_at`,
    sql`
      delete from faq_search where id in (
        select id from faq_search order by words = ${words} desc, times desc, last_at desc, id offset ${sql.lit(contract.keptSearches.most)})`,
  );
}

export function faqSearches(serve: Serve): void {
  serve(contract.list, async (ctx) => ({
    data: await ctx.run(sql<FaqSearch>`
      select id, words, times, last_at from faq_search where not dismissed order by times desc, last_at desc, id limit ${sql.lit(shown)}`),
  }));

  serve(contract.add, async (ctx, { body: { q } }) => {
    if (isAboutSomebody(q)) return;
    await requireAttempt(ctx.identity, [ofId('faq_search', ctx.actor.person_id)], ctx.now());
    await remember(ctx, q);
  });

  serve(contract.answered, async (ctx, { params: { id } }) => {
    found((await ctx.run(sql<{ id: string }>`delete from faq_search where id = ${id} returning id`))[0]);
  });

  serve(contract.dismiss, async (ctx, { params: { id } }) => {
    found((await ctx.run(sql<{ id: string }>`update faq_search set dismissed = true where id = ${id} returning id`))[0]);
  });
}
