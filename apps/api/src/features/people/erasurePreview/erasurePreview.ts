/** What erasing a member of the unit would do. It is counted by what an erasure removes by (`domain/people/traces.ts`). */
import * as contract from '@vitrine/contract/people/erasurePreview.ts';
import type { ErasurePreview } from '@vitrine/contract/people/erasurePreview.ts';
import { sql } from 'kysely';
import { countOf, emptiedOf, keyedOf, type Leaving, outsideOf, removedOf, stoppingOf } from '#domain/people/traces.ts';
import { isMemberHeld } from '#domain/retention/holds.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, found } from '#platform/http/fail.ts';

type Member = Leaving & { identity_is_ours: boolean; from_directory: boolean; refusal: ErasurePreview['refusal'] };

const memberOf = (id: string, now: Date) => sql<Member>`
  select m.id, m.person_id, p.email, p.phone, person_is_ours(p.id) as identity_is_ours, 
    case when ${isMemberHeld(sql`m`, now)} then 'legal_hold' else leaving_refusal(m.id) end as refusal,
    exists (select from scim_user s where s.membership_id = m.id) as from_directory
  from membership m join person p on p.id = m.person_id where m.id = ${id}`;

/** In the order of the contract; what the unit and what the account has are added up. */
function inOrder<What extends string>(words: readonly What[], ...counted: readonly { what: What; count: number }[][]) {
  const sums = words.map((what) => ({
    what,
    count: counted.flat().reduce((sum, one) => sum + (one.what === what ? one.count : 0), 0),
  }));
  return sums.filter(({ count }) => count > 0);
}

async function preview(ctx: Context, id: string): Promise<ErasurePreview> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const member = found((await ctx.run(memberOf(id, ctx.now())))[0]);
  const [removed, emptied, keyed, stops] = await ctx.run(
    countOf(removedOf(member)),
    countOf(emptiedOf(member)),
    countOf(keyedOf(member)),
    countOf(stoppingOf(member, ctx.now())),
  );
  const outside = await ctx.identity.run(countOf(outsideOf(member, tenant_id, ctx.now())));
  return {
    removed: inOrder(contract.removedTraces, removed, outside),
    kept: inOrder(contract.keptTraces, emptied, keyed),
    stops: inOrder(contract.stoppingTraces, stops),
    account_goes: member.identity_is_ours,
    from_directory: member.from_directory,
    refusal: member.person_id === ctx.actor.person_id ? 'not_yourself' : member.refusal,
  };
}

export function erasurePreview(serve: Serve): void {
  serve(contract.get, (ctx, { params: { id } }) => preview(ctx, id));
}
