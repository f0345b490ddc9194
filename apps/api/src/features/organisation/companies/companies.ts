/** Units of the caller's partner; units of others are a 404. */
import * as contract from '@vitrine/contract/organisation/companies.ts';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { subdomain as subdomainRule } from '@vitrine/contract/organisation/subdomain.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { hostAbove, makeUnit, refusedSubdomain, unlessUnitRefused } from '#domain/organisation/makeUnit.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { FieldReason } from '#platform/http/fail.ts';
import { translateField } from '#platform/translate.ts';
import { companyRow, companyRowsOf } from './companies.queries.ts';
import { updateCompany } from './updateCompany.ts';
import { unitStates } from './unitStates.ts';

const dayMs = 86_400_000;

/** The partner of the caller; staff of the operator has none. */
const partnerOf = ({ actor }: Pick<Context, 'actor'>): string => actor.partner_id ?? fail('forbidden');

/** Why the subdomain cannot be had, in the caller's language. */
async function refusalOf(ctx: Context, name: string): Promise<string | null> {
  const parsed = subdomainRule.safeParse(name);
  const reason = parsed.success
    ? await refusedSubdomain(ctx, { partner_id: partnerOf(ctx), subdomain: parsed.data })
    : ((parsed.error.issues[0]?.message ?? 'invalid') as FieldReason);
  return reason === null ? null : translateField(ctx.request.locale, 'subdomain', reason);
}

export function companies(serve: Serve): void {
  serve(contract.list, (ctx, { query: wanted }) => {
    const { state, client_id } = wanted;
    const matching = sql`from tenant t where ${every(
      sql`t.erasing_since is null`,
      state === undefined ? sql`t.state <> 'closed'` : sql`t.state = ${state}`,
      client_id === undefined ? sql`true` : sql`t.client_id = ${client_id}`,
      holdsWords(wanted.q, sql`t.name`, sql`t.subdomain`),
    )}`;
    const sorts = {
      name: sql`search_text(t.name)`,
      person_count: sql`(select s.used from unit_seats s where s.tenant_id = t.id)`,
      trial_ends_on: sql`case when t.state = 'trial' then t.trial_ends_on end`,
      created_at: sql`t.created_at`,
    };
    const order = orderBy(wanted.sort, sorts, sql`t.id`);
    const page = sql`select t.* ${matching} ${order} ${pageOf(wanted)}`;
    return listPage(ctx.partner(), wanted, companyRowsOf(page, order), sql`select ${matching}`);
  });

  serve(contract.contract, async (ctx) => {
    const partner_id = partnerOf(ctx);
    const [[agreed], clients] = await ctx.partner().run(
      sql<{
        unit_limit: number | null;
        user_limit: number | null;
        units: number;
        users: number;
        cloud: string | null;
        registration: string | null;
      }>`
        select p.unit_limit, p.user_limit, u.* from partner p, lateral (
          select count(*)::int as units, coalesce(sum(t.user_limit), 0)::int as users,
            max(t.name) filter (where t.default_for_cloud) as cloud, max(t.name) filter (where t.default_for_registration) as registration
          from tenant t where t.partner_id = p.id and t.state <> 'closed') u
        where p.id = ${partner_id}`,
      sql<{ id: string; name: string }>`select id, name from client where situation <> 'ended' order by search_text(name), id`,
    );
    const { units, users, cloud, registration, ...limits } = found(agreed);
    return {
      ...limits,
      unit_count: units,
      user_count: users,
      host_above: await hostAbove(ctx, partner_id),
      clients,
      default_for_cloud: cloud,
      default_for_registration: registration,
    };
  });

  serve(contract.freeSubdomain, async (ctx, { query: { name } }) => ({
    refused: await refusalOf(ctx, name),
    host: `${name.trim().toLowerCase()}.${await hostAbove(ctx, partnerOf(ctx))}`,
  }));

  serve(contract.get, async (ctx, { params }) => found((await ctx.partner().run(companyRow(params.id)))[0]));

  serve(contract.add, async (ctx, { body: { trial, administrator_name, email, language, ...unit } }) => {
    const trial_ends_on = trial ? new Date(ctx.now().getTime() + contract.trialDays * dayMs).toISOString().slice(0, 10) : null;
    const { id } = await makeUnit({ ...ctx, partner: ctx.partner() }, ctx.actor, {
      ...unit,
      partner_id: partnerOf(ctx),
      trial_ends_on,
      language: language satisfies Locale,
      administrator: { name: administrator_name, email, language },
    });
    return found((await ctx.partner().run(companyRow(id)))[0]);
  });

  serve(contract.update, updateCompany);

  serve(contract.extendTrial, async (ctx, { params: { id }, body: { trial_ends_on, version } }) => {
    const today = ctx.now().toISOString().slice(0, 10);
    if (trial_ends_on < today) failFields({ trial_ends_on: 'in_the_past' });
    if (trial_ends_on > contract.lastTrialDay(ctx.now())) failFields({ trial_ends_on: 'invalid' });
    return changed(ctx, id, version, sql`trial_ends_on = ${trial_ends_on}`, sql`state = 'trial'`);
  });

  serve(contract.makeContract, (ctx, { params: { id }, body: { client_id, version } }) =>
    unlessUnitRefused(
      changed(
        ctx,
        id,
        version,
        sql`state = 'active', trial_ends_on = null, client_id = coalesce(${client_id}::uuid, client_id)`,
        sql`state = 'trial'`,
      ),
    ),
  );

  unitStates(serve);
}

/** The unit after a change that only units with this condition take; 404 for any other unit, 409 when somebody else was first. */
async function changed(
  ctx: Context,
  id: string,
  version: number,
  change: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): Promise<Company> {
  const partner = ctx.partner();
  found((await partner.run(companyRow(id)))[0]);
  const [saved] = await partner.run(sql`
    update tenant set ${change}, version = version + 1 where id = ${id} and version = ${version} and ${where} returning id`);
  if (!saved) fail('conflict');
  return found((await partner.run(companyRow(id)))[0]);
}
