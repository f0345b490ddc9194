/** A reader shares with somebody, or with a group, who does not see the report: the administrators are asked, as in the catalogue. */
import { shareReasonFrom } from '@vitrine/contract/reading/sharing.ts';
import { sql } from 'kysely';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { againAt } from '#domain/reportAccess/requestTimes.rules.ts';
import type { Context } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import type { Receiver } from './receivers.ts';

type Asked = {
  report: { id: string; title: string };
  receiver: Receiver;
  reason: string;
  view_id: string | null;
};

export async function askForOther(tx: Transaction, ctx: Context, { report, receiver, reason, view_id }: Asked): Promise<void> {
  if (reason.length < shareReasonFrom) failFields({ note: `too_short:${shareReasonFrom}` });
  const { person_id: asked_by, name: person, tenant_id } = ctx.actor;
  const { membership_id, user_group_id: for_group_id } = receiver;
  const [[denied], administrators] = await tx.run(
    sql<{ at: string | null }>`
      select max(decided_at) as at from catalogue_request
      where report_id = ${report.id} and membership_id is not distinct from ${membership_id}::uuid
        and for_group_id is not distinct from ${for_group_id}::uuid and asked_by = ${asked_by} and state = 'denied'`,
    unitAdministrators,
  );
  if (againAt(denied?.at ?? null, ctx.now()) !== null) fail('share_too_soon');
  const id = uuidv7();
  const request = { tenant_id: ownTenant, id, report_id: report.id, membership_id, for_group_id, asked_by, view_id, reason };
  await tx.run(query.insertInto('catalogue_request').values({ ...request, created_at: ctx.now() })).catch((error: unknown) => {
    if (isUniqueViolation(error)) return fail('share_open');
    throw error;
  });
  const concerned = receiver.user_group_id === null ? receiver.person_id : null;
  const notices = notify(tenant_id ?? fail('not_found_companies'), {
    person_ids: administrators.map((one) => one.person_id).filter((one) => one !== asked_by && one !== concerned),
    kind: 'share_requested',
    values: { person, receiver: receiver.name, report: report.title },
    link: `/catalogs?tab=queue&request=${id}`,
  });
  for (const statement of notices) await tx.run(statement);
}
