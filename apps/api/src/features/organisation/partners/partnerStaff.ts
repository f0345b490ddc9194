/**
 * Staff of a partner. The first person is invited by whoever makes the partner. For a further one the contract has to allow several, and
 * two people have to agree, of the operator or of the partner itself: one asks, another confirms.
 */
import * as contract from '@vitrine/contract/organisation/partners.ts';
import { staffRequestDays } from '@vitrine/contract/organisation/partners.ts';
import type { Partner, PartnerStaff } from '@vitrine/contract/organisation/partners.ts';
import { sql } from 'kysely';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { makePartnerStaff } from './partnerStaff.jobs.ts';
import { isWaiting, staffed } from './partnerRows.ts';
import { toldToColleagues } from './staffMails.ts';

type NewPerson = { name: string; email: string };

/** One account for each e-mail: people of units become no staff, and nobody is asked for twice. */
async function requireFree(ctx: Context, { email }: NewPerson, except: string | null = null): Promise<void> {
  const [taken] = await ctx.identity.run(sql`
    select from person where email = ${email}
    union all select from staff_request r where r.email = ${email} and r.id is distinct from ${except}::uuid and ${isWaiting(ctx.now())}`);
  if (taken) failFields({ email: 'taken' });
}

/** The statements that ask for the first person of a partner, whose account is made by a job. */
export async function firstPerson(ctx: Context, partner_id: string, person: NewPerson): Promise<[Statement, Statement]> {
  await requireFree(ctx, person);
  return first(ctx, partner_id, person);
}

function first(ctx: Context, partner_id: string, person: NewPerson): [Statement, Statement] {
  const id = uuidv7();
  return [
    sql`insert into staff_request (id, partner_id, name, email, is_first, state, asked_by, asked_at, lapses_at, decided_at)
      values (${id}, ${partner_id}, ${person.name}, ${person.email}, true, 'confirmed', ${ctx.actor.actor_id}, ${ctx.now()}, ${ctx.now()},
        ${ctx.now()})`,
    addPlatformJob(makePartnerStaff, { staff_request_id: id }),
  ];
}

/** The operator finds every partner, a partner's people find their own. */
async function partnerOf(ctx: Context, id: string): Promise<Pick<Partner, 'id' | 'name' | 'state' | 'allow_several_people'>> {
  if (ctx.actor.role === 'partner' && id !== ctx.actor.partner_id) fail('not_found');
  const [partner] = await ctx.identity.run(sql<Pick<Partner, 'id' | 'name' | 'state' | 'allow_several_people'>>`
    select id, name, state, allow_several_people from partner where id = ${id}`);
  return found(partner);
}

const staffOfOne = async (ctx: Context, id: string): Promise<PartnerStaff> => found((await staffed(ctx, [await partnerOf(ctx, id)]))[0]);

/** Of many who ask at the same moment only one is the first. */
const oneAtATime = (tx: Transaction, partner_id: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('staff of ' || ${partner_id}, 0))`);

async function askForPerson(ctx: Context, partner_id: string, person: NewPerson): Promise<void> {
  const partner = await partnerOf(ctx, partner_id);
  if (partner.state === 'closed') fail('not_found');
  await requireFree(ctx, person);
  const told = await toldToColleagues(ctx, partner, person);
  await ctx.identity.withTenant(async (tx) => {
    await oneAtATime(tx, partner_id);
    const [has] = await tx.run(sql<{ somebody: boolean }>`
      select exists (select from staff where partner_id = ${partner_id} and state = 'active')
        or exists (select from staff_request r where r.partner_id = ${partner_id} and ${isWaiting(ctx.now())}) as somebody`);
    if (!has?.somebody) {
      await tx.run(...first(ctx, partner_id, person));
      return;
    }
    if (!partner.allow_several_people) fail('partner_one_person');
    const lapses_at = new Date(ctx.now().getTime() + staffRequestDays * 86_400_000);
    await tx.run(
      sql`insert into staff_request (id, partner_id, name, email, asked_by, asked_at, lapses_at)
        values (${uuidv7()}, ${partner_id}, ${person.name}, ${person.email}, ${ctx.actor.actor_id}, ${ctx.now()}, ${lapses_at})`,
      ...told,
    );
  });
}

type Request = NewPerson & { asked_by: string; open: boolean };

async function decideOnPerson(
  ctx: Context,
  { id: partner_id, staff_request_id: id }: { id: string; staff_request_id: string },
  decision: 'confirm' | 'refuse' | 'withdraw',
): Promise<void> {
  const { state: ofPartner, allow_several_people: several } = await partnerOf(ctx, partner_id);
  const [row] = await ctx.identity.run(sql<Request>`
    select r.name, r.email, r.asked_by, r.state = 'open' and r.lapses_at > ${ctx.now()} as open
    from staff_request r where r.id = ${id} and r.partner_id = ${partner_id}`);
  const request = found(row);
  const own = request.asked_by === ctx.actor.actor_id;
  if (own !== (decision === 'withdraw')) fail(own ? 'second_person_needed' : 'forbidden');
  if (!request.open || ofPartner === 'closed') fail('conflict');
  if (decision === 'confirm') {
    if (!several) fail('partner_one_person');
    await requireFree(ctx, request, id);
  }
  const state = { confirm: 'confirmed', refuse: 'refused', withdraw: 'withdrawn' }[decision];
  await ctx.identity.withTenant(async (tx) => {
    const changed = await tx.run(sql`
      update staff_request set state = ${state}, decided_by = ${ctx.actor.actor_id}, decided_at = ${ctx.now()}
      where id = ${id} and state = 'open' returning id`);
    if (changed.length === 0) fail('conflict');
    if (decision === 'confirm') await tx.run(addPlatformJob(makePartnerStaff, { staff_request_id: id }));
  });
}

/** Everybody of a partner reads its bills; a billing administrator gets them by mail as well, so nobody is given more than they have. */
async function giveBilling(ctx: Context, { id: partner_id, person_id }: { id: string; person_id: string }, given: boolean): Promise<void> {
  const { state } = await partnerOf(ctx, partner_id);
  if (state === 'closed') fail('not_found');
  const [changed] = await ctx.identity.run(sql`
    update staff set billing_administrator = ${given}, version = version + 1
    where person_id = ${person_id} and partner_id = ${partner_id} and role = 'partner' and state = 'active' returning person_id`);
  found(changed);
}

export function staff(serve: Serve): void {
  serve(contract.ownStaff, (ctx) => staffOfOne(ctx, ctx.actor.partner_id ?? fail('not_found')));

  serve(contract.addStaff, async (ctx, { params: { id }, body }) => {
    await askForPerson(ctx, id, body);
    return staffOfOne(ctx, id);
  });

  serve(contract.giveBilling, async (ctx, { params, body: { billing_administrator } }) => {
    await giveBilling(ctx, params, billing_administrator);
    return staffOfOne(ctx, params.id);
  });

  serve(contract.decideStaff, async (ctx, { params, body: { decision } }) => {
    await decideOnPerson(ctx, params, decision);
    return staffOfOne(ctx, params.id);
  });
}
