/** Requesting access to a report, and cancelling the request. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/access/catalogue.ts';
import type { AccessRequest } from '@vitrine/contract/access/catalogue.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { fail, found } from '#platform/http/fail.ts';
import { notify } from '#domain/notifications/notify.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { againAt } from '#domain/reportAccess/requestTimes.rules.ts';
import { isAskedBy, requestRow, shownRequest } from './requests.queries.ts';

type Standing = { title: string; visible: boolean; denied_at: string | null };

export async function askFor(ctx: Context, { report_id, reason }: Input<typeof contract.request>['body']): Promise<AccessRequest> {
  const { membership_id, person_id, name, tenant_id } = ctx.actor;
  const [[standing], administrators] = await ctx.run(
    sql<Standing>`
    select r.title, ${isVisible(ctx)} as visible,
      (select max(q.decided_at) from catalogue_request q where q.report_id = r.id and q.membership_id = ${membership_id}::uuid and q.asked_by is null and q.state = 'denied') as denied_at
    from report r where r.id = ${report_id} and r.show_in_catalogue and r.active`,
    unitAdministrators,
  );
  const { title, visible, denied_at } = found(standing);
  // Partner staff have no membership, but they manage the unit and see the report anyway.
  if (visible || membership_id === null) return fail('access_already');
  if (againAt(denied_at, ctx.now()) !== null) fail('request_too_soon');

  const id = uuidv7();
  const insert = query
    .insertInto('catalogue_request')
    .values({ tenant_id: ownTenant, id, report_id, membership_id, reason, created_at: ctx.now() });
  const notices = notify(tenant_id ?? fail('not_found_companies'), {
    person_ids: administrators.map((administrator) => administrator.person_id).filter((one) => one !== person_id),
    kind: 'catalogue_requested',
    values: { report: title, person: name },
    link: `/catalogs?tab=queue&request=${id}`,
  });
  const [, [row]] = await ctx.run(insert, requestRow(id), ...notices).catch((error: unknown) => {
    if (isUniqueViolation(error)) return fail('request_open');
    throw error;
  });
  return shownRequest(ctx, found(row));
}

/** Only the caller's own open requests; any other is a 404. */
export async function cancelRequest(ctx: Context, id: string): Promise<void> {
  const cancel = sql<{ id: string }>`
    update catalogue_request q set state = 'cancelled', version = version + 1
    where q.id = ${id} and q.state = 'open' and ${isAskedBy(ctx)} returning id`;
  const [cancelled] = await ctx.run(cancel);
  found(cancelled);
}
