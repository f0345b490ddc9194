/** Demo data of capacities: the one under the reports, and one that follows a shift, with a week of history. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { watchNext } from '#features/datasets/capacities/watch.jobs.ts';
import { demoPeople, demoUnits } from './people.ts';

const { id: tenant_id } = demoUnits.aurora;
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const reasons = { resume: 'within_hours', pause: 'outside_hours' } as const;
const days = [7, 6, 5, 4, 3, 2, 1];

/** It ran for eleven hours of each day: the rule started and paused it, but once somebody paused it earlier. */
function weekOf(capacity_id: string, now: Date): Statement[] {
  const seen = { tenant_id, capacity_id, sku: 'A1' };
  const dayOf = (ago: number) => now.getTime() - ago * dayMs;
  const spans = days.flatMap((ago) => {
    const stops = dayOf(ago) + (ago === 3 ? 8 : 11) * hourMs;
    return [
      { ...seen, state: 'active', seen_from: new Date(dayOf(ago)), seen_until: new Date(stops) },
      { ...seen, state: 'paused', seen_from: new Date(stops), seen_until: new Date(dayOf(ago - 1)) },
    ];
  });
  const act = (kind: 'resume' | 'pause', at: Date, byHand = false) => ({
    tenant_id,
    capacity_id,
    id: uuidv7(),
    kind,
    source: byHand ? 'person' : 'rule',
    reason: byHand ? null : reasons[kind],
    asked_by: byHand ? demoPeople.admin.id : null,
    state: 'done',
    from_sku: seen.sku,
    asked_at: at,
    ended_at: new Date(at.getTime() + 90_000),
  });
  const acts = spans.map(({ state, seen_from }) =>
    act(state === 'active' ? 'resume' : 'pause', seen_from, seen_from.getTime() === dayOf(3) + 8 * hourMs),
  );
  return [query.insertInto('capacity_seen').values(spans), query.insertInto('capacity_act').values(acts)];
}

/** Needs the account of `reports.ts`. */
export async function loadDemoCapacities({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const scope = { kind: 'tenant', tenant_id, action: 'demo.load' } as const;
  const [account] = await database.run(
    scope,
    query.selectFrom('reporting_account').select(['id', 'subscription_id']).orderBy('id').limit(1),
  );
  if (!account?.subscription_id) return;
  const [main, resting, shift_id] = [uuidv7(), uuidv7(), uuidv7()];
  const place = { tenant_id, account_id: account.id, subscription_id: account.subscription_id, resource_group: 'vitrine' };
  const ranges = [1, 2, 3, 4, 5].map((day) => ({ day, start: '07:00', end: '20:00' }));
  await database.runEach(scope, [
    query.insertInto('capacity').values({ ...place, id: main, name: 'vitrinefabric1', sku: 'F8', current: true }),
    // No reports stand on this one: whenever it is paused, those of the demo open.
    query.insertInto('capacity').values({
      ...place,
      id: resting,
      name: 'vitrineembedded',
      sku: 'A1',
      auto_activate: true,
      auto_pause: true,
      use_schedule: true,
    }),
    query.insertInto('shift').values({ tenant_id, id: shift_id, name: 'Lojas abertas', ranges: JSON.stringify(ranges) }),
    query.insertInto('capacity_shift').values({ tenant_id, capacity_id: resting, shift_id }),
    query.insertInto('capacity_seen').values({
      tenant_id,
      capacity_id: main,
      sku: 'F8',
      state: 'active',
      seen_from: new Date(now().getTime() - 7 * dayMs),
      seen_until: now(),
    }),
    ...weekOf(resting, now()),
    watchNext(tenant_id, main, now()),
    watchNext(tenant_id, resting, now()),
  ]);
}
