/** For the machinery around the portal: is the process there, can it serve. */
import * as contract from '@vitrine/contract/features/health.ts';
import { query } from '../../core/database/query.ts';
import type { Serve } from '../../core/serve.ts';

export function health(serve: Serve): void {
  serve(contract.alive, () => ({ status: 'ok' as const }));
  serve(contract.ready, async ({ identity }) => {
    // A database that does not answer is 503, as everywhere.
    await identity.run(query.selectFrom('platform_setting').select('only_row'));
    return { status: 'ok' as const };
  });
}
