/** The stream of events for open pages. */
import * as contract from '@vitrine/contract/system/live.ts';
import type { Serve } from '#domain/serving/serve.ts';

export function live(serve: Serve): void {
  serve(contract.listen, async (ctx, { query: { last = null, once } }) => {
    const { session_id, tenant_id, person_id, screen_id } = ctx.actor;
    const topics = screen_id === null ? undefined : contract.screenTopics;
    const who = { session_id, tenant_id, person_id, topics };
    if (once) return ctx.live.since(who, last);
    await ctx.live.open(who, last, ctx.takePage);
    return undefined;
  });
}
