/** What a unit shows of the questions above it. */
import * as contract from '@vitrine/contract/support/inheritedFaq.ts';
import type { InheritedFaq } from '@vitrine/contract/support/inheritedFaq.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { found } from '#platform/http/fail.ts';
import { shared } from './questions.ts';

const again = sql`on conflict on constraint hidden_faq_once do nothing`;

export function inheritedFaq(serve: Serve): void {
  serve(contract.list, async (ctx) => ({
    data: await ctx.run(sql<InheritedFaq>`
      select s.level, count(*)::int as questions, exists (select from hidden_faq h where h.all_of = s.level) as hidden
      from (${shared}) s group by s.level order by s.level`),
  }));

  serve(contract.hideLevel, async (ctx, { body: { level, hidden } }) => {
    await ctx.run(
      hidden
        ? sql`insert into hidden_faq (tenant_id, all_of) values (${ownTenant}, ${level}) ${again}`
        : sql`delete from hidden_faq where all_of = ${level}`,
    );
  });

  serve(contract.hide, async (ctx, { params: { id }, body: { hidden } }) => {
    const question = sql`select s.id from (${shared}) s where s.id = ${id}`;
    const [[row]] = await ctx.run(
      sql<{ id: string }>`${question}`,
      hidden
        ? sql`insert into hidden_faq (tenant_id, faq_id) select ${ownTenant}, q.id from (${question}) q ${again}`
        : sql`delete from hidden_faq where faq_id = ${id}`,
    );
    found(row);
  });
}
