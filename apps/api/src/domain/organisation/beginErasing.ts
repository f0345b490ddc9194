/** From here on a unit is gone for everybody; what is left of it is removed by the job `unit.erase`. */
import { sql } from 'kysely';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import { writeErasure, type Recorder } from '#domain/people/erasures.ts';
import { isUnitHeld, lockForErasing } from '#domain/retention/holds.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail } from '#platform/http/fail.ts';
import { eraseUnits } from './eraseUnits.jobs.ts';

type Means = Recorder & { identity: Scoped; operator: Scoped };

/**
 * The only line that stays of it says who erased which unit when, nobody where it was the portal; it is the platform's and the partner's. `still` has to hold in the
 * moment of the change: a unit that was reopened meanwhile is left alone. While a legal hold stands there, nothing of it is removed.
 */
export async function beginErasing(ctx: Means, tenant_id: string, still = sql<boolean>`true`): Promise<void> {
  await writeErasure(ctx, { unit: tenant_id }, () =>
    ctx.operator.withTenant(async (tx) => {
      await tx.run(lockForErasing(tenant_id));
      if (await isUnitHeld(tx, tenant_id, ctx.now())) fail('legal_hold_unit');
      const [unit] = await tx.run(sql<{ name: string; partner_id: string }>`
        update tenant set state = 'closed', closed_at = coalesce(closed_at, ${ctx.now()}), erasing_since = ${ctx.now()},
          default_for_cloud = false, default_for_registration = false, version = version + 1
        where id = ${tenant_id} and not is_operator_tenant and erasing_since is null and ${still} returning name, partner_id`);
      if (!unit) fail('conflict');
      await tx.run(
        sql`insert into audit_log (tenant_id, partner_id, action, object_type, object_id, after)
          values (null, ${unit.partner_id}, 'company.erase', 'tenant', ${tenant_id}, ${JSON.stringify({ name: unit.name })})`,
        addPlatformJob(eraseUnits, {}),
      );
    }),
  );
  await ctx.identity.run(
    sql`update session set tenant_id = null where tenant_id = ${tenant_id} and role in ('partner', 'operator')`,
    sql`update session set ended_at = ${ctx.now()}, end_reason = 'unit_closed' where tenant_id = ${tenant_id} and ended_at is null`,
  );
}
