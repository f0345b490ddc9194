/** For load balancers and monitoring: does the process answer, can it serve, and if not, why. Whichever host they ask. */
import type { NotReady } from '@vitrine/contract/system/health.ts';
import * as contract from '@vitrine/contract/system/health.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, SilentConnection } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail } from '#platform/http/fail.ts';

const patienceMs = 2000;
const askAgainSeconds = 2;

/** It answers with something else where its tables are missing or refused, as after half of a restore. */
function reasonOf(error: unknown): NotReady {
  if (error instanceof SilentConnection) return 'database_silent';
  return error instanceof DatabaseUnavailable ? 'database_unreachable' : 'database_unusable';
}

export function health(serve: Serve): void {
  serve(contract.alive, () => ({ status: 'ok' as const }));
  serve(contract.ready, async ({ identity }) => {
    // A database that does not answer is 503, as everywhere, and before whoever asks has lost patience.
    const tooLate = sleep(patienceMs, undefined, { ref: false }).then(() => {
      throw new SilentConnection('The database did not answer in time');
    });
    await Promise.race([identity.run(query.selectFrom('platform_setting').select('only_row')), tooLate]).catch((error: unknown) =>
      fail('unavailable', {}, { retry_after: askAgainSeconds, notice: reasonOf(error) }, error),
    );
    return { status: 'ok' as const };
  });
}
