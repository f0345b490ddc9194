import type { Context } from '#domain/serving/context.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { erase } from '#domain/people/erasures.ts';
import { asTyped } from '#domain/people/correctedInput.ts';
import { userOf } from './users.queries.ts';

/** A person of several units is erased in this unit only and keeps the account. */
export async function eraseUser(ctx: Context, id: string, confirm: string): Promise<void> {
  const user = found((await ctx.run(userOf(id)))[0]);
  if (user.person_id === ctx.actor.person_id) fail('not_yourself');
  if (asTyped(confirm) !== asTyped(user.name)) failFields({ confirm: 'name_differs' });
  await erase(ctx, ctx, ctx.actor.tenant_id ?? fail('not_found_companies'), user);
}
