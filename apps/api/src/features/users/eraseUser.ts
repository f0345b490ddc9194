import type { Context } from '../../core/context.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { anonymise } from '../../core/people/anonymise.ts';
import { asTyped } from '../../core/people/asTyped.ts';
import { userOf } from './users.queries.ts';

/** Whoever belongs to other units as well keeps the account there, and disappears from this one. */
export async function eraseUser(ctx: Context, id: string, confirm: string): Promise<void> {
  const user = found((await ctx.run(userOf(id)))[0]);
  if (user.person_id === ctx.actor.person_id) fail('not_yourself');
  if (asTyped(confirm) !== asTyped(user.name)) failFields({ confirm: 'invalid' });
  await anonymise(ctx, ctx.identity, ctx.actor.tenant_id, user, ctx.now());
}
