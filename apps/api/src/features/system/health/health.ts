/** For load balancers and monitoring: does the process answer, can it serve. Whichever host they ask. */
import * as contract from '@vitrine/contract/system/health.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import type { Serve } from '#domain/serving/serve.ts';

const patienceMs = 2000;

export function health(serve: Serve): void {
  serve(contract.alive, () => ({ status: 'ok' as const }));
  serve(contract.ready, async ({ identity }) => {
    // A database that does not answer is 503, as everywhere, and before whoever asks has lost patience.
    const tooLate = sleep(patienceMs, undefined, { ref: false }).then(() => {
      throw new DatabaseUnavailable('The database did not answer in time');
    });
    await Promise.race([identity.run(query.selectFrom('platform_setting').select('only_row')), tooLate]);
    return { status: 'ok' as const };
  });
}
