/** Partners become an administrator or reader of one of their units, and come back (docs/reference/product-rules.md 6). */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type {
  ChangeChoices,
  changeChoices as choicesContract,
  changeToMember as contract,
  changeToMemberAtOnce as atOnceContract,
} from '@vitrine/contract/signIn/remoteAccess.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { fail } from '#platform/http/fail.ts';
import { holdsWords } from '#platform/http/list.ts';
import { askMember } from './ask.ts';
import { enter } from './inside.ts';

type Wanted = Input<typeof contract>['body'];

/** Without a yes that is there already, the partner waits for one. */
export async function changeToMember(ctx: Context, { tenant_id, membership_id, ...wish }: Wanted): Promise<Answer<typeof contract>> {
  const { id, state } = await askMember(ctx, tenant_id, membership_id, wish);
  return state === 'allowed' ? enter(ctx, id) : { status: 'wait_authorization', token: id };
}

const asks = sql<boolean>`not (m.allow_remote_access or t.partner_own)`;

export async function changeToMemberAtOnce(
  ctx: Context,
  { tenant_id, membership_id, ...wish }: Wanted,
): Promise<Answer<typeof atOnceContract>> {
  const unit = await ctx.unit(tenant_id);
  const [member] = await unit.run(sql<{ asks: boolean }>`
    select ${asks} as asks from membership m join tenant t on t.id = m.tenant_id where m.id = ${membership_id} and m.state = 'active'`);
  // Nothing is asked for here: without a yes nobody is bothered.
  if (member?.asks || wish.mode === 'full') fail('remote_access_ask_first');
  const { id } = await askMember(ctx, tenant_id, membership_id, wish);
  return enter(ctx, id);
}

const mostPeople = 50;

export async function changeChoices(ctx: Context, { tenant_id, q }: Input<typeof choicesContract>['query']): Promise<ChangeChoices> {
  const unit = await ctx.unit(tenant_id);
  const { allow_access_remote } = await readTenantSettings({ ...unit, now: ctx.now });
  const people = await unit.run(sql<ChangeChoices['people'][number]>`
    select m.id as membership_id, p.name, p.email, m.role, ${asks} as asks
    from membership m join person p on p.id = m.person_id join tenant t on t.id = m.tenant_id
    where m.state = 'active' and ${holdsWords(q, sql`p.name`, sql`p.email`)}
    order by m.role, search_text(p.name), m.id limit ${sql.lit(mostPeople)}`);
  return { allowed: allow_access_remote, people };
}
