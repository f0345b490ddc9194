/** Assignments of a report: to a person, to a user group, to the whole unit. */
import * as contract from '@vitrine/contract/access/reportAccess.ts';
import { personVariables } from '@vitrine/contract/access/reportAccess.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { checkEnd, checkRules, fieldVariables } from '#domain/reportAccess/checkRules.ts';
import { checkReceiver } from '#domain/reportAccess/receiver.rules.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { activePeople, candidatesFor, grantOf, grantsOf, removalsOf, reportId } from './grants.queries.ts';
import { modelOf, valuesOf } from './model.ts';
import { previewOf } from './preview.ts';
import { whyOf } from './why.ts';

const assignedAlready = { report_grant_to_membership: 'to_id', report_grant_to_group: 'to_id', report_grant_to_unit: 'to' };

export function reportAccess(serve: Serve): void {
  serve(contract.list, async (ctx, { params }) => {
    const [[report], data, removals] = await ctx.run(reportId(params.id), grantsOf(params.id), removalsOf(params.id));
    found(report);
    return { data, removals };
  });

  serve(contract.add, async (ctx, { params, body: { to, to_id, filters, ...rules } }) => {
    checkReceiver({ to, to_id });
    checkEnd(ctx, rules.ends_on);
    await checkRules(ctx, [params.id], { filters, ...rules });
    const id = uuidv7();
    const insert = query.insertInto('report_grant').values({
      ...rules,
      id,
      tenant_id: ownTenant,
      report_id: params.id,
      membership_id: to === 'membership' ? to_id : null,
      user_group_id: to === 'user_group' ? to_id : null,
      unit: to === 'unit',
      filters: JSON.stringify(filters),
    });
    const [, [grant]] = await unlessTaken(assignedAlready, ctx.run(insert, grantOf(params.id, id)));
    return found(grant);
  });

  serve(contract.update, async (ctx, { params, body: { version, filters, ...rules } }) => {
    await checkRules(ctx, [params.id], { filters, ...rules });
    const update = query
      .updateTable('report_grant')
      .set({ ...rules, filters: JSON.stringify(filters), version: version + 1 })
      .where('id', '=', params.grant_id)
      .where('report_id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [grant]] = await ctx.run(update, grantOf(params.id, params.grant_id));
    return saved(changed, grant);
  });

  serve(contract.remove, async (ctx, { params }) => {
    const remove = query.deleteFrom('report_grant').where('id', '=', params.grant_id).where('report_id', '=', params.id).returning('id');
    const [removed] = await ctx.run(remove);
    found(removed);
  });

  serve(contract.candidates, async (ctx, { params, query: { q } }) => {
    const [[report], data] = await ctx.run(reportId(params.id), candidatesFor(q, params.id));
    found(report);
    return { data };
  });

  serve(contract.receiversFound, async (ctx, { query: { q, active } }) => ({
    data: await ctx.run(active ? activePeople(q) : candidatesFor(q, null)),
  }));

  serve(contract.variables, async (ctx) => ({
    data: [...personVariables.map((name) => ({ token: `{{${name}}}`, name: null })), ...(await ctx.run(fieldVariables))],
  }));

  serve(contract.model, (ctx, { params }) => modelOf(ctx, params.id));
  serve(contract.modelValues, (ctx, { params, query: wanted }) => valuesOf(ctx, params.id, wanted));
  serve(contract.preview, (ctx, { params, body }) => previewOf(ctx, params.id, body));

  serve(contract.removePerson, async (ctx, { params: { id: report_id, membership_id } }) => {
    const add = query
      .insertInto('report_removal')
      .values({ tenant_id: ownTenant, report_id, membership_id, removed_by: ctx.actor.actor_id })
      .onConflict((conflict) => conflict.doNothing());
    // Foreign keys contain the tenant, so a report or person of another unit counts as missing.
    await unlessTaken({}, ctx.run(add));
  });

  serve(contract.restorePerson, async (ctx, { params: { id: report_id, membership_id } }) => {
    const restore = query
      .deleteFrom('report_removal')
      .where('report_id', '=', report_id)
      .where('membership_id', '=', membership_id)
      .returning('report_id');
    const [restored] = await ctx.run(restore);
    found(restored);
  });

  serve(contract.why, (ctx, { params }) => whyOf(ctx, params));
}
