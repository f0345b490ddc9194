/** The stream of events for open pages. */
import * as contract from '@vitrine/contract/features/live.ts';
import type { Serve } from '../../core/serve.ts';

export function live(serve: Serve): void {
  serve(contract.listen, (ctx, { query: { last = null, once } }) => {
    const { session_id, tenant_id, person_id, screen_id } = ctx.actor;
    const topics = screen_id === null ? undefined : contract.screenTopics;
    return ctx.live.open({ session_id, tenant_id, person_id, topics }, { last, once });
  });
}
