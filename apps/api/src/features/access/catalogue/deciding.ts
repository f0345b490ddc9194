/** Granting and denying requests: once per request, by another person than the requester, with all consequences. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/access/catalogue.ts';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { notify } from '#domain/notifications/notify.ts';
import { sharedNotice } from '#domain/notifications/sharedNotice.ts';
import { readersOfGroup } from '#domain/reportAccess/groupReaders.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';
import type { AccessRules, AccessTo } from '#domain/reportAccess/giveAccess.ts';
import { giveAccess } from '#domain/reportAccess/giveAccess.ts';
import { checkEnd, checkRules } from '#domain/reportAccess/checkRules.ts';
import type { RequestRow } from './requests.queries.ts';
import { requestRow, shownRequest } from './requests.queries.ts';

type Grant = Input<typeof contract.grantRequest>['body'];
type Verdict = { state: 'granted' | 'denied'; answer: string; user_group_id: string | null; version: number };

/** Closes the request. Of two parallel decisions the second is refused. */
async function close(ctx: Context, tx: Transaction, id: string, { state, answer, user_group_id, version }: Verdict): Promise<RequestRow> {
  const [before] = await tx.run(requestRow(id));
  const { person_id, asker_id } = found(before);
  if (person_id === ctx.actor.person_id || asker_id === ctx.actor.person_id) fail('not_yourself');
  const [changed] = await tx.run(sql`
    update catalogue_request
    set state = ${state}, answer = ${answer}, user_group_id = ${user_group_id}::uuid, decided_by = ${ctx.actor.person_id}::uuid, decided_at = ${ctx.now()}, version = version + 1
    where id = ${id} and state = 'open' and version = ${version}
    returning id`);
  if (!changed) fail('conflict');
  return found(before);
}

/** Whoever asked hears the decision, and of what is open now, those for whom it was asked. */
async function tell(ctx: Context, tx: Transaction, request: RequestRow, { state, answer }: Pick<Verdict, 'state' | 'answer'>) {
  const notices = request.asker_id === null ? tellPerson(ctx, request, state, answer) : await tellBoth(ctx, tx, request, state, answer);
  for (const notice of notices) await tx.run(notice);
}

/** Notifies the requester of the decision and its text. */
function tellPerson(ctx: Context, { person_id, report_id, title }: RequestRow, state: Verdict['state'], answer: string): Statement[] {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const person_ids = person_id === null ? [] : [person_id];
  const opened = { person_ids, link: `/${report_id}/reports/view` };
  if (state === 'granted' && answer === '') return notify(tenant_id, { ...opened, kind: 'catalogue_granted', values: { report: title } });
  const values = { report: title, reason: answer };
  return state === 'granted'
    ? notify(tenant_id, { ...opened, kind: 'catalogue_granted_note', values })
    : notify(tenant_id, { person_ids, kind: 'catalogue_denied', values, link: '/catalogs?tab=mine' });
}

/** The person for whom it was asked, or who of the group sees the report now. */
async function receiversOf(ctx: Context, tx: Transaction, { person_id, for_group, report_id, asker_id }: RequestRow): Promise<string[]> {
  if (for_group === null) return person_id === null ? [] : [person_id];
  const today = todayOf(ctx);
  return (await readersOfGroup(tx, { report_id, group_id: for_group.id, today, except: asker_id ?? ctx.actor.person_id })).told;
}

/** Of a request for others: who asked hears the decision, those others hear of what is now open, and of nothing else. */
async function tellBoth(ctx: Context, tx: Transaction, request: RequestRow, state: Verdict['state'], answer: string): Promise<Statement[]> {
  const { asker_id, asked_by, report_id, view_id, title, name, reason } = request;
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const person_ids = asker_id === null ? [] : [asker_id];
  const asked = { report: title, receiver: name };
  if (state === 'denied')
    return notify(tenant_id, { person_ids, kind: 'share_denied', values: { ...asked, reason: answer }, link: '/catalogs?tab=mine' });
  return [
    ...notify(tenant_id, { person_ids, kind: 'share_granted', values: asked, link: '/catalogs?tab=mine' }),
    ...notify(
      tenant_id,
      sharedNotice(await receiversOf(ctx, tx, request), { id: report_id, title }, { person: asked_by ?? '', note: reason, view_id }),
    ),
  ];
}

async function decided(ctx: Context, id: string, work: (tx: Transaction) => Promise<void>): Promise<AccessRequest> {
  const row = await ctx
    .withTenant(async (tx) => {
      await work(tx);
      const [after] = await tx.run(requestRow(id));
      return found(after);
    })
    .catch((error: unknown) => {
      // A group of another unit counts as missing.
      if (isForeignKeyViolation(error)) return fail('not_found');
      throw error;
    });
  return shownRequest(ctx, row);
}

export const denyRequest = (ctx: Context, id: string, { answer, version }: Input<typeof contract.denyRequest>['body']) =>
  decided(ctx, id, async (tx) => {
    const request = await close(ctx, tx, id, { state: 'denied', answer, user_group_id: null, version });
    await tell(ctx, tx, request, { state: 'denied', answer });
  });

/** In one transaction: the decision, the assignment, and revoking an earlier removal, which would override it. */
export async function grantRequest(ctx: Context, id: string, { answer, version, user_group_id, ...rules }: Grant) {
  checkEnd(ctx, rules.ends_on);
  const [request] = await ctx.run(sql<{ report_id: string }>`select report_id from catalogue_request where id = ${id}`);
  await checkRules(ctx, [found(request).report_id], rules);
  return decided(ctx, id, async (tx) => {
    const closed = await close(ctx, tx, id, { state: 'granted', answer, user_group_id, version });
    const { report_id, membership_id, for_group } = closed;
    if (membership_id === null) {
      if (user_group_id !== null) failFields({ user_group_id: 'invalid' });
      // What was taken from single members stays taken.
      await tx.run(giveAccess({ report_id, membership_id: null, user_group_id: for_group?.id ?? fail('not_found') }, rules));
    } else {
      await tx.run(sql`delete from report_removal where report_id = ${report_id} and membership_id = ${membership_id}`);
      if (user_group_id === null) await tx.run(giveAccess({ report_id, membership_id, user_group_id: null }, rules));
      else await assignThrough(tx, { report_id, membership_id, user_group_id }, rules);
    }
    await tell(ctx, tx, closed, { state: 'granted', answer });
  });
}

/** The person joins the group until the given day. A group that already has the report keeps its data rule. */
async function assignThrough(tx: Transaction, target: AccessTo & { user_group_id: string }, rules: AccessRules): Promise<void> {
  const { report_id, membership_id, user_group_id } = target;
  await tx.run(sql`
    insert into user_group_member as gm (tenant_id, group_id, membership_id, own_ends_on)
    values (app_setting('tenant_id')::uuid, ${user_group_id}::uuid, ${membership_id}::uuid, ${rules.ends_on}::date)
    on conflict (tenant_id, group_id, membership_id) do update
    set own_ends_on = case when gm.own_ends_on is null or excluded.own_ends_on is null then null
      else greatest(gm.own_ends_on, excluded.own_ends_on) end`);
  const [seen] = await tx.run(sql`select id from report_grant where report_id = ${report_id} and user_group_id = ${user_group_id}`);
  if (!seen) await tx.run(giveAccess({ report_id, membership_id: null, user_group_id }, { ...rules, ends_on: null }));
}
