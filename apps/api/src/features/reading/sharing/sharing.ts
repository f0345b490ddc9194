/** Sharing a report or a view: a notice with a link, access with it where the caller may give it, or a request (docs/decisions/019-sharing.md). */
import * as contract from '@vitrine/contract/reading/sharing.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { looksOnly } from '#domain/access/looksOnly.ts';
import { notify } from '#domain/notifications/notify.ts';
import { sharedNotice } from '#domain/notifications/sharedNotice.ts';
import { checkRules } from '#domain/reportAccess/checkRules.ts';
import { giveAccess, plainRules } from '#domain/reportAccess/giveAccess.ts';
import type { GroupReaders } from '#domain/reportAccess/groupReaders.ts';
import { readersOfGroup } from '#domain/reportAccess/groupReaders.ts';
import type { AnyReport } from '#domain/reportAccess/readable.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { viewLink } from '#domain/reportAccess/viewLink.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { askOwner } from './askOwner.ts';
import { askForOther } from './askForOther.ts';
import type { Receiver } from './receivers.ts';
import { findReceivers, mayAssign, receiverOf } from './receivers.ts';

type Body = Input<typeof contract.share>['body'];

/** The report, for who sees it and may share; displays and embedded sessions look only. */
async function sharedReport(ctx: Context, id: string): Promise<AnyReport> {
  if (looksOnly(ctx)) fail('forbidden');
  const { report, decision } = await decideOn(ctx, id);
  // Who assigns reports need not see their rows.
  if (mayAssign(ctx)) return report;
  if (!decision.see) fail(decision.why);
  if (!(await readTenantSettings(ctx)).readers_share) fail('functionality_not_allowed');
  return report;
}

function checkReceiver({ to, to_id, email }: Body): void {
  if (to === 'email' && email === null) failFields({ email: 'required' });
  if (to !== 'email' && to_id === null) failFields({ to_id: 'required' });
}

async function keepView(tx: Transaction, ctx: Context, report_id: string, view: Body['view']): Promise<string | null> {
  if (view === null) return null;
  const link = viewLink({ report_id, person_id: ctx.actor.person_id, ...view });
  await tx.run(link.keep);
  return link.id;
}

/** The person who was named, or who of the group sees the report by now. */
async function toldOf(tx: Transaction, ctx: Context, report_id: string, receiver: Receiver): Promise<GroupReaders> {
  const { person_id: except } = ctx.actor;
  return receiver.user_group_id === null
    ? { told: [receiver.person_id], unseeing: 0 }
    : readersOfGroup(tx, { report_id, group_id: receiver.user_group_id, today: todayOf(ctx), except });
}

async function share(ctx: Context, id: string, body: Body): Promise<Answer<typeof contract.share>> {
  checkReceiver(body);
  const report = await sharedReport(ctx, id);
  await requireAttempt(ctx.identity, [ofId('share', ctx.actor.person_id)], ctx.now());
  const receiver = await receiverOf(ctx, report, body);
  const { effect, membership_id, user_group_id } = receiver;
  if (effect === 'choose') return fail('share_rows_missing');
  if (effect === 'give') await checkRules(ctx, [id], plainRules);
  const to_id = membership_id ?? user_group_id;
  const line = { title: report.title, to: membership_id === null ? 'user_group' : 'membership', to_id, effect };
  return ctx.withTenant(async (tx) => {
    const view_id = await keepView(tx, ctx, id, body.view);
    await tx.run(
      query
        .insertInto('audit_log')
        .values({ action: 'report.share', object_type: 'report', object_id: id, before: null, after: JSON.stringify(line) }),
    );
    if (effect === 'ask') {
      await askForOther(tx, ctx, { report, receiver, reason: body.note, view_id });
      // Of a group those hear of it now who see the report already.
      if (user_group_id === null) return { effect, told: 0, unseeing: 0 };
    }
    if (effect === 'give') await tx.run(giveAccess({ report_id: id, membership_id, user_group_id }, plainRules));
    const { told, unseeing } = await toldOf(tx, ctx, id, receiver);
    const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
    for (const statement of notify(tenant_id, sharedNotice(told, report, { person: ctx.actor.name, note: body.note, view_id })))
      await tx.run(statement);
    return { effect, told: told.length, unseeing };
  });
}

export function sharing(serve: Serve): void {
  serve(contract.receivers, async (ctx, { params, query: { q } }) => ({
    data: await findReceivers(ctx, await sharedReport(ctx, params.id), q),
  }));
  serve(contract.share, (ctx, { params, body }) => share(ctx, params.id, body));
  serve(contract.ask, (ctx, { params, body }) => askOwner(ctx, params.id, body.question));
}
