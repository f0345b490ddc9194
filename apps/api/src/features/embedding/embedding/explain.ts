/** What a token says, and what the exchange would answer. It stays where it was pasted: nothing is stored, and it is not used up. */
import type { ExplainedToken } from '@vitrine/contract/embedding/embedding.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { translate } from '#platform/translate.ts';
import { judge, spelled } from './judge.ts';

const shownCharacters = 300;

const valueOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, shownCharacters).toWellFormed();

export async function explain(ctx: Context, token: string): Promise<ExplainedToken> {
  const said = spelled(token);
  const judged = await judge(ctx, token, ({ id }) => id === ctx.actor.tenant_id);
  const { refusal, unit, reader, report_ids = [] } = judged;
  const reports = await ctx.run(
    sql<{ id: string; title: string }>`select id, title from report where id = any (${report_ids}::uuid[]) order by title, id limit 50`,
  );
  const { exp } = said;
  const isMoment = typeof exp === 'number' && Number.isFinite(exp) && Math.abs(exp) < 100_000_000_000;
  return {
    refusal: refusal && { word: refusal.word, message: translate(ctx.request.locale, `errors:${refusal.word}`, refusal.values) },
    signed: unit !== undefined,
    claims: Object.entries(said)
      .slice(0, 20)
      .map(([name, value]) => ({ name: name.slice(0, 60).toWellFormed(), value: valueOf(value) })),
    expires_at: isMoment ? new Date(exp * 1000).toISOString() : null,
    reader: reader ? { name: reader.name, anonymous: reader.anonymous } : null,
    reports,
  };
}
