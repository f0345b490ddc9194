/** The stream of events for open pages. */
import * as contract from '@vitrine/contract/features/live.ts';
import type { Serve } from '../../core/serve.ts';

export function live(serve: Serve): void {
  serve(contract.listen, (ctx, { query: { last = null, once } }) => {
    const { session_id, tenant_id, person_id } = ctx.actor;
    return ctx.live.open({ session_id, tenant_id, person_id }, { last, once });
  });
}
