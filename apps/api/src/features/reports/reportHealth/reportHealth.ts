/** How a report is doing, and the archive of what nobody opens. */
import * as contract from '@vitrine/contract/reports/reportHealth.ts';
import { sql } from 'kysely';
import { healthFacts } from '#domain/reportHealth/facts.ts';
import type { HealthFacts } from '#domain/reportHealth/reportHealth.rules.ts';
import { healthOf } from '#domain/reportHealth/reportHealth.rules.ts';
import { found } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { archiveReports } from './archive.ts';

export function reportHealth(serve: Serve): void {
  serve(contract.get, async (ctx, { params }) => {
    const [row] = await ctx.run(
      sql<{ facts: HealthFacts | null }>`select ${healthFacts(ctx)} as facts from report r where r.id = ${params.id}`,
    );
    const { facts } = found(row);
    return { health: facts && healthOf(facts, ctx.now()) };
  });
  archiveReports(serve);
}
