/**
 * Password spraying: one password tried on many accounts from many networks stays below the limits of accounts and networks, so wrong
 * passwords are counted as well. The operator is notified when one reaches its limit.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { PublicContext } from '#domain/serving/context.ts';
import type { Counted } from '#platform/http/rateLimit.ts';
import { countOne, rules } from '#platform/http/rateLimit.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { notify } from '#domain/notifications/notify.ts';

const { limit, windowMs } = rules.password;
const payload = z.strictObject({});

/** Notifies every operator, in the operator's unit. */
export const tellOfSpraying = defineJob({
  name: 'sign_in.tell',
  schema: payload,
  async work(ctx) {
    const operators = await ctx.identity.run(
      sql<{ person_id: string }>`select person_id from staff where role = 'operator' and state = 'active'`,
    );
    const told = notify(ctx.tenant_id, {
      person_ids: operators.map(({ person_id }) => person_id),
      kind: 'password_sprayed',
      values: { tries: limit, minutes: windowMs / 60_000 },
      link: '/notifications',
    });
    await ctx.withTenant(async (tx) => {
      for (const statement of told) await tx.run(statement);
    });
  },
});

export async function countWrongPassword(ctx: PublicContext, wrong: Counted): Promise<void> {
  const [counted] = await ctx.identity.run(countOne(wrong, ctx.now()));
  if (counted?.count !== limit) return;
  ctx.log.warn({ tries: limit }, 'one password is tried at many accounts');
  const [operatorTenant] = await ctx.identity.run(sql<{ id: string }>`select id from tenant where is_operator_tenant`);
  if (operatorTenant) await ctx.identity.run(addJob(tellOfSpraying, operatorTenant.id, {}));
}
