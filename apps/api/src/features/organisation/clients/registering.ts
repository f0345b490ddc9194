/** A partner signs up a client: the client, its first unit and the administrator are made in one transaction, within the partner's contract. */
import * as contract from '@vitrine/contract/organisation/clients.ts';
import type { NewClientUnit, Registration, RegistrationTerms, Situation } from '@vitrine/contract/organisation/clients.ts';
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import { hostAbove, unitStatements, unlessUnitRefused } from '#domain/organisation/makeUnit.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { unlessTaken } from '#platform/http/saving.ts';

/** Trials last as long wherever the unit is; contracts know one zone. */
const timezone = 'America/Sao_Paulo';

/** The client as its partner may write it: price and free people come from the contract, by a trigger. */
function newClient(id: string, partner_id: string, body: Registration): Statement {
  const { beginning, unit_name: _unit, subdomain: _place, unit_user_limit: _limit, admin_name: _name, email: _email, ...rest } = body;
  const { demo_report: _sample, ...fields } = rest;
  const { street_number, ...columns } = fields;
  const entries = Object.entries({
    ...columns,
    number: street_number,
    id,
    partner_id,
    situation: beginning === 'trial' ? 'trial' : 'active',
  });
  return sql`insert into client (${sql.join(entries.map(([column]) => sql.ref(column)))})
    values (${sql.join(entries.map(([, value]) => value))})`;
}

const dayMs = 86_400_000;

/** The unit that the wizard asks for, of a client that has just been made or is there already. */
const unitOf = (ctx: Context, partner_id: string, client_id: string, body: NewClientUnit) =>
  unitStatements(
    ctx,
    { person_id: ctx.actor.actor_id },
    {
      partner_id,
      client_id,
      name: body.unit_name,
      subdomain: body.subdomain,
      user_limit: body.unit_user_limit,
      trial_ends_on: body.beginning === 'trial' ? dayIn(timezone, new Date(ctx.now().getTime() + contract.trialDays * dayMs)) : null,
      language: ctx.request.locale,
      demo_report: body.demo_report,
      administrator: { name: body.admin_name, email: body.email, language: ctx.request.locale },
    },
  );

/** Who has signed may have a unit under contract, who tries may try more; with a prospect and a former client the operator goes on. */
function requireBeginning(situation: Situation, beginning: NewClientUnit['beginning']): void {
  if (!contract.situationsWithUnits.includes(situation)) fail('client_not_open');
  if (beginning === 'contract' && situation !== 'active') fail('client_no_contract');
}

async function addUnit(ctx: Context, client_id: string, body: NewClientUnit): Promise<{ id: string; host: string }> {
  const partner_id = found(ctx.actor.partner_id ?? undefined);
  const situation = sql<{ situation: Situation }>`select situation from client where id = ${client_id}`;
  requireBeginning(found((await ctx.partner().run(situation))[0]).situation, body.beginning);
  const { id, host, statements } = await unitOf(ctx, partner_id, client_id, body);
  const made = ctx.partner().withTenant(async (tx) => {
    for (const statement of statements) await tx.run(statement);
    // The unit holds the client now: what the operator has changed in between is seen here.
    requireBeginning(found((await tx.run(situation))[0]).situation, body.beginning);
  });
  await unlessUnitRefused(made);
  return { id, host };
}

export function registering(serve: Serve): void {
  serve(contract.registrationTerms, async (ctx) => {
    const [terms] = await ctx.partner().run(sql<Omit<RegistrationTerms, 'host'> & { id: string }>`
      select p.id, p.unit_limit, p.user_limit, p.price_cents, p.bonus_users,
        (select count(*)::int from tenant t where t.partner_id = p.id and t.state <> 'closed') as unit_count,
        (select coalesce(sum(t.user_limit), 0)::int from tenant t where t.partner_id = p.id and t.state <> 'closed') as promised_users
      from partner p`);
    const { id, ...left } = found(terms);
    return { ...left, host: await hostAbove(ctx, id) };
  });

  serve(contract.register, async (ctx, { body }) => {
    const partner = ctx.partner();
    const partner_id = found(ctx.actor.partner_id ?? undefined);
    const id = uuidv7();
    const unit = await unitOf(ctx, partner_id, id, body);
    const made = partner.run(newClient(id, partner_id, body), ...unit.statements);
    await unlessTaken({ client_tax_id_key: 'tax_id' }, unlessUnitRefused(made));
    return { id, unit_id: unit.id, host: unit.host };
  });

  serve(contract.addUnit, (ctx, { params: { id }, body }) => addUnit(ctx, id, body));
}
