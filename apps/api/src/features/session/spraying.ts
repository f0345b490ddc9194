/**
 * One password tried at many accounts, from many networks: no counter of an account or of a network sees it, so wrong
 * passwords are counted as well. The operator is told when one is full.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { PublicContext } from '../../core/context.ts';
import type { Counted } from '../../core/guard.ts';
import { countOne, rules } from '../../core/guard.ts';
import { addJob } from '../../core/jobs/addJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import { notify } from '../../core/notify/notify.ts';

const { limit, windowMs } = rules.password;
const payload = z.strictObject({});

/** Tells every operator, in the house unit, where they work. */
export const tellOfSpraying = defineJob({
  name: 'sign_in.tell',
  schema: payload,
  async work(ctx) {
    const operators = await ctx.identity.run(sql<{ person_id: string }>`select person_id from staff where role = 'a2m' and state = 'A'`);
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
  const [house] = await ctx.identity.run(sql<{ id: string }>`select id from tenant where is_house`);
  if (house) await ctx.identity.run(addJob(tellOfSpraying, house.id, {}));
}
