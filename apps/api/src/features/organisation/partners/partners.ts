/** Partners: contract, staff, suspension, and their units in numbers. The operator sees contracts and counts, and names of partner staff only. */
import * as contract from '@vitrine/contract/organisation/partners.ts';
import type { Partner, PartnerInput } from '@vitrine/contract/organisation/partners.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { takeFactorsAway } from '#domain/secondFactor/takeAway.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Today } from '#domain/waiting/conditions.ts';
import { staffRequest, todayOf, unit } from '#domain/waiting/conditions.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved } from '#platform/http/saving.ts';
import { counted, shownTo, whole, withUnits } from './partnerRows.ts';
import { removePartner } from './removePartner.ts';
import { firstPerson, staff } from './partnerStaff.ts';
import { requireNotice, toldToStaff } from './suspension.ts';

const sorts = {
  name: sql`search_text(p.name)`,
  state: sql`p.state`,
  unit_count: sql`unit_count`,
  person_count: sql`person_count`,
  bill: sql`bill_cents`,
};

const troubles: Record<(typeof contract.unitTroubles)[number], (at: Today) => RawBuilder<boolean>> = {
  trial_ends: unit.trialEndsSoon,
  suspended: () => unit.isSuspended,
  full: () => unit.isNearlyFull,
  no_mail: unit.mailsFail,
  account_fails: unit.accountFails,
};

async function current(ctx: Context, id: string): Promise<Partner> {
  const rows = withUnits(sql`select ${counted(ctx)} from partner p where p.id = ${id} and ${shownTo(ctx)}`, sql``);
  const row = found((await ctx.operator().run(rows))[0]);
  return found((await whole(ctx, [row]))[0]);
}

/** The partner after a change of the version that was read. */
async function changed(ctx: Context, id: string, change: Statement<{ id: string }>, ...more: Statement[]): Promise<Partner> {
  const rows = await ctx.operator().withTenant(async (tx) => {
    const done = await tx.run(change);
    if (done.length > 0) for (const statement of more) await tx.run(statement);
    return done;
  });
  return saved(rows, await current(ctx, id));
}

const contractColumns = ({
  name,
  contract_date,
  allow_several_people,
  unit_limit,
  user_limit,
  price_cents,
  bonus_users,
}: PartnerInput) => ({
  name,
  contract_date,
  allow_several_people,
  unit_limit,
  user_limit,
  price_cents,
  bonus_users,
});

function suspensions(serve: Serve): void {
  serve(contract.suspend, async (ctx, { params: { id }, body: { suspends_on, version } }) => {
    const partner = await current(ctx, id);
    if (partner.state !== 'active') fail('conflict');
    requireNotice(suspends_on, ctx.now());
    const change = sql<{ id: string }>`
      update partner set suspends_on = ${suspends_on}, version = version + 1
      where id = ${id} and version = ${version} and state = 'active' returning id`;
    return changed(ctx, id, change, ...(await toldToStaff(ctx, partner, suspends_on)));
  });

  serve(contract.resume, async (ctx, { params: { id }, body: { version } }) => {
    const partner = await current(ctx, id);
    if (partner.state === 'closed' || (partner.state === 'active' && partner.suspends_on === null)) fail('conflict');
    const change = sql<{ id: string }>`
      update partner set state = 'active', suspends_on = null, version = version + 1
      where id = ${id} and version = ${version} and state <> 'closed' returning id`;
    return changed(ctx, id, change, ...(await toldToStaff(ctx, partner, null)));
  });

  serve(contract.close, async (ctx, { params: { id }, body: { version } }) => {
    await current(ctx, id);
    const rows = await ctx.operator().withTenant(async (tx) => {
      // Whoever makes a unit of the partner waits for this row, or this waits for the unit.
      await tx.run(sql`select from partner where id = ${id} for update`);
      const open = await tx.run(sql`select from tenant where partner_id = ${id} and state <> 'closed' limit 1`);
      if (open.length > 0) fail('partner_has_units');
      return tx.run(sql`
        update partner set state = 'closed', closed_at = ${ctx.now()}, suspends_on = null, version = version + 1
        where id = ${id} and version = ${version} and state <> 'closed' returning id`);
    });
    return saved(rows, await current(ctx, id));
  });
}

export function partners(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const trouble = wanted.units && troubles[wanted.units](todayOf(ctx));
    const matching = every(
      shownTo(ctx),
      holdsWords(wanted.q, sql`p.name`),
      wanted.state && sql`p.state = ${wanted.state}`,
      trouble && sql`exists (select from tenant t where t.partner_id = p.id and ${trouble})`,
      wanted.staff && sql`exists (select from staff_request r where r.partner_id = p.id and ${staffRequest.awaitsYes(todayOf(ctx))})`,
    );
    const sorted = orderBy(wanted.sort, sorts, sql`p.id`);
    const rows = withUnits(sql`select ${counted(ctx, trouble)} from partner p where ${matching} ${sorted} ${pageOf(wanted)}`, sorted);
    const { data, meta } = await listPage(ctx.operator(), wanted, rows, sql`select from partner p where ${matching}`);
    return { meta, data: await whole(ctx, data), can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, (ctx, { params: { id } }) => current(ctx, id));

  serve(contract.add, async (ctx, { body: { staff, ...input } }) => {
    const id = uuidv7();
    const entries = Object.entries({ id, ...contractColumns(input) });
    const columns = sql.join(entries.map(([column]) => sql.ref(column)));
    await ctx
      .operator()
      .run(
        sql`insert into partner (${columns}) values (${sql.join(entries.map(([, value]) => value))})`,
        sql`insert into partner_setting (partner_id) values (${id})`,
        ...(await firstPerson(ctx, id, staff)),
      );
    return current(ctx, id);
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    if (!(await current(ctx, id)).can.edit) fail('not_found');
    const changes = Object.entries(contractColumns(input)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const change = sql<{ id: string }>`
      update partner set ${sql.join(changes)}, version = version + 1 where id = ${id} and version = ${version} returning id`;
    return changed(ctx, id, change);
  });

  serve(contract.remove, (ctx, { params: { id }, query: { confirm } }) => removePartner(ctx, id, confirm));

  serve(contract.resetSecondFactor, async (ctx, { params: { id } }) => {
    const [row] = await ctx.identity.run(sql<{ person_id: string; name: string; email: string; language: string; partner_id: string }>`
      select p.id as person_id, p.name, p.email, p.language, st.partner_id from staff st join person p on p.id = st.person_id
      where p.id = ${id} and st.role = 'partner' and st.state = 'active'`);
    const person = found(row);
    await takeFactorsAway(ctx, { ...person, staff_role: 'partner' }, { tenant_id: null, partner_id: person.partner_id });
  });

  suspensions(serve);
  staff(serve);
}
