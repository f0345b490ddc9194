/** Answers a proxy that makes certificates on demand. It says of a name whether it is served, and nothing else. */
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { isAllowed, networkOf } from '#platform/http/ipAddress.ts';

/** Strangers gain nothing here, and must not cost the proxy its answers: each network by itself is held to so many in ten minutes. */
const limit = 60;
const windowMs = 600_000;
const networksAtMost = 10_000;

const ownMachine = ['127.0.0.0/8', '::1'];

type Counter = { count: number; until: number };

/** Counts in this process: the question reads a row at most, so a limit for each node is enough. */
export function openAllowed() {
  const counters = new Map<string, Counter>();

  function requireTurn({ request, environment, now }: PublicContext): void {
    // The proxy itself: it asks for whatever name somebody begins a connection with.
    if (isAllowed(request.ip, [...ownMachine, ...environment.trustedProxies])) return;
    const at = now().getTime();
    const network = networkOf(request.ip);
    const known = counters.get(network);
    if (!known || known.until <= at) {
      if (counters.size >= networksAtMost) counters.clear();
      counters.set(network, { count: 1, until: at + windowMs });
      return;
    }
    known.count += 1;
    if (known.count > limit) fail('throttled', {}, { retry_after: Math.ceil((known.until - at) / 1000) });
  }

  return async (ctx: PublicContext, { domain }: { domain: string }): Promise<void> => {
    requireTurn(ctx);
    const host = domain.toLowerCase().replace(/\.$/, '');
    if (host === ctx.hosts.platform.host) return;
    const [served] = await ctx.identity.run(
      query.selectFrom('domain').select('id').where('host', '=', host).where('state', 'in', ['verified', 'active']),
    );
    if (!served) fail('domain_not_found');
  };
}
