/** Domains of units, partners and the platform. Foreign ones are a 404. */
import * as contract from '@vitrine/contract/organisation/domains.ts';
import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { hostsChanged } from '#domain/hosts/hosts.ts';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import { managedUnits } from '#domain/people/managedTenants.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { domain } from '#domain/waiting/conditions.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { openAllowed } from './allowed.ts';
import { answerDomain, askForDomain, feeOf, scopeOf } from './asking.ts';
import { checkDomain, checkedDomains, checksEnd } from './checking.ts';
import type { Row } from './rows.ts';
import { domainOf, domainRows } from './rows.ts';
import { tellOfDomain } from './tell.jobs.ts';

/** What the caller sees: the own unit, the partner with its units, or everything. */
function sightOf(ctx: Context): Scoped {
  if (ctx.actor.role === 'operator') return ctx.operator();
  return ctx.actor.role === 'partner' ? ctx.partner() : ctx;
}

const readRow = async (ctx: Context, id: string): Promise<Row> =>
  found((await sightOf(ctx).run(domainRows(ctx.actor.role, sql`where d.id = ${id}`)))[0]);

const shown = (ctx: Context, row: Row): Domain => domainOf(row, { role: ctx.actor.role, target: ctx.environment.domains.target });

export function domains(serve: Serve): void {
  const answerProxy = openAllowed();

  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = sql`where ${every(
      holdsWords(wanted.q, sql`d.host`),
      wanted.state === 'all' ? undefined : wanted.state === 'asked' ? domain.awaitsYes : sql`d.state = ${wanted.state}`,
    )}`;
    const order = orderBy(wanted.sort, { created_at: sql`d.created_at`, host: sql`d.host` }, sql`d.id`);
    const page = domainRows(ctx.actor.role, sql`${matching} ${order} ${pageOf(wanted)}`);
    const { data, meta } = await listPage(sightOf(ctx), wanted, page, sql`select from domain d ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.offer, async (ctx) => {
    const { actor, environment } = ctx;
    const self = [{ tenant_id: null, name: '' }];
    const isOperator = actor.role === 'operator';
    const units = actor.role === 'partner' ? (await managedUnits(ctx)).map(({ id, name }) => ({ tenant_id: id, name })) : [];
    return {
      fee_cents: await feeOf(ctx),
      target: environment.domains.target,
      owners: [...self, ...units],
      asks_partner: actor.role === 'admin',
      may_set_fee: isOperator,
    };
  });

  serve(contract.get, async (ctx, { params: { id } }) => shown(ctx, await readRow(ctx, id)));

  serve(contract.add, async (ctx, { body }) => shown(ctx, await readRow(ctx, await askForDomain(ctx, body))));

  serve(contract.check, async (ctx, { params: { id } }) => {
    const row = await readRow(ctx, id);
    if (!shown(ctx, row).can.check) fail('conflict');
    await requireAttempt(ctx.identity, [ofId('domain_check', id)], ctx.now());
    const [due] = await ctx.identity.run(checkedDomains(sql`d.id = ${id}`, 1));
    if (due) await checkDomain(ctx, due);
    return shown(ctx, await readRow(ctx, id));
  });

  serve(contract.approve, async (ctx, { params: { id }, body: { version } }) => {
    await answerDomain(ctx, await readRow(ctx, id), { version, note: null });
    return shown(ctx, await readRow(ctx, id));
  });

  serve(contract.deny, async (ctx, { params: { id }, body }) => {
    await answerDomain(ctx, await readRow(ctx, id), body);
    return shown(ctx, await readRow(ctx, id));
  });

  serve(contract.retry, async (ctx, { params: { id }, body: { version } }) => {
    const row = await readRow(ctx, id);
    if (!shown(ctx, row).can.retry) fail('conflict');
    const now = ctx.now();
    // An administrator's request that the partner has agreed to stays agreed to.
    const scope = await scopeOf(ctx, row);
    const [saved] = await scope.run(sql`
      update domain set state = 'pending', failure = null, note = '', approved_at = coalesce(approved_at, ${now}), checks_end_at = ${checksEnd(now)},
        version = version + 1
      where id = ${id} and version = ${version} and state = 'failed' returning id`);
    if (!saved) fail('conflict');
    return shown(ctx, await readRow(ctx, id));
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    const row = await readRow(ctx, id);
    if (!shown(ctx, row).can.remove) fail('conflict');
    const scope = await scopeOf(ctx, row);
    // Whoever ends a domain of somebody else is not its owner, who is told. A unit may ask for no job of the platform, and need not.
    const isOthers = ctx.actor.role === 'operator' && row.asked_by !== ctx.actor.person_id;
    await scope.run(
      sql`update domain set state = 'removed', removed_at = ${ctx.now()}, version = version + 1 where id = ${id} and state <> 'removed'`,
      hostsChanged,
      ...(isOthers ? [addPlatformJob(tellOfDomain, { domain_id: id, event: 'removed' })] : []),
    );
  });

  serve(contract.setFee, async (ctx, { body: { fee_cents } }) => {
    await ctx.operator().run(sql`update billing_setting set domain_fee_cents = ${fee_cents}, version = version + 1`);
  });

  serve(contract.allowed, (ctx, { query: { domain } }) => answerProxy(ctx, { domain }));

  serve(contract.whitelist, async (ctx, { query: { domain_id } }) => {
    const { host, tenant_id, partner_id } = await readRow(ctx, domain_id);
    const rows = await sightOf(ctx).run(sql<{ host: string }>`
      select host from domain where state = 'active' and tenant_id is not distinct from ${tenant_id}::uuid
        and partner_id is not distinct from ${partner_id}::uuid order by host`);
    const found = await Promise.all(rows.map((row) => ctx.hosts.find(row.host)));
    return { domain_id, domain: host, whitelist: found.flatMap((one) => (one ? [one.origin] : [])) };
  });
}
