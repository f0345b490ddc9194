/** Requests of people about their data, and their answers (docs/reference/product-rules.md 15). */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/privacy/privacy.ts';
import type { PrivacyRequest } from '@vitrine/contract/privacy/privacy.ts';
import { privacyDays } from '@vitrine/contract/privacy/privacy.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import type { Context } from '#domain/serving/context.ts';
import { mayRunDesk, maySeeDesk } from '#domain/access/privacyDesk.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { notify } from '#domain/notifications/notify.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { erase } from '#domain/people/erasures.ts';
import { asTyped } from '#domain/people/correctedInput.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Row = Omit<PrivacyRequest, 'can'> & { person_id: string; language: string; identity_is_ours: boolean };

const joins = sql`
  from privacy_request q join membership m on m.id = q.membership_id join person p on p.id = m.person_id
  left join person decider on decider.id = q.decided_by`;
const columns = sql`
  q.id, p.id as person_id, p.name, p.email, p.language, q.membership_id, q.kind, q.text, q.state, q.answer, q.created_at, q.due_at,
  q.decided_at, decider.name as decided_by, q.version, person_is_ours(p.id) as identity_is_ours`;
const requestOf = (id: string): RawBuilder<Row> => sql<Row>`select ${columns} ${joins} where q.id = ${id}`;

function shown({ actor }: Context, { person_id, language: _language, identity_is_ours: _ours, ...row }: Row): PrivacyRequest {
  const own = person_id === actor.person_id;
  const open = row.state === 'open';
  return { ...row, can: { decide: open && !own && mayRunDesk(actor), cancel: open && own } };
}

export async function listRequests(
  ctx: Context,
  wanted: Input<typeof contract.requests>['query'],
): Promise<Answer<typeof contract.requests>> {
  const { scope, state, kind, q } = wanted;
  if (scope === 'unit' && !maySeeDesk(ctx.actor)) fail('forbidden');
  const matching = sql`${joins} where ${every(
    scope === 'mine' ? sql`q.membership_id = ${ctx.actor.membership_id}::uuid` : undefined,
    state ? sql`q.state = ${state}` : undefined,
    kind ? sql`q.kind = ${kind}` : undefined,
    q === '' ? undefined : holdsWords(q, sql`p.name`, sql`p.email`, sql`q.text`),
  )}`;
  // Open requests come before answered ones.
  const sorts = { due_at: sql`q.state <> 'open', q.due_at`, created_at: sql`q.id`, name: sql`m.name_sort` };
  const rows = sql<Row>`select ${columns} ${matching} ${orderBy(wanted.sort, sorts, sql`q.id`)} ${pageOf(wanted)}`;
  const { data, meta } = await listPage(ctx, wanted, rows, sql`select ${matching}`);
  return { data: data.map((row) => shown(ctx, row)), meta };
}

/** The caller's own request, or any for people who manage requests; otherwise 404. */
export async function oneRequest(ctx: Context, id: string): Promise<PrivacyRequest> {
  const row = found((await ctx.run(requestOf(id)))[0]);
  if (row.membership_id !== ctx.actor.membership_id && !maySeeDesk(ctx.actor)) fail('not_found');
  return shown(ctx, row);
}

export async function askAbout(ctx: Context, { kind, text }: Input<typeof contract.ask>['body']): Promise<PrivacyRequest> {
  const { membership_id, person_id, actor_id, name, tenant_id } = ctx.actor;
  if (membership_id === null || tenant_id === null || actor_id !== person_id) return fail('forbidden');
  const [id, created_at] = [uuidv7(), ctx.now()];
  const due_at = new Date(created_at.getTime() + privacyDays * 86_400_000);
  const insert = query.insertInto('privacy_request').values({ tenant_id: ownTenant, id, membership_id, kind, text, due_at, created_at });
  const administrators = (await ctx.run(unitAdministrators)).map((administrator) => administrator.person_id);
  const notices = notify(tenant_id, {
    person_ids: administrators.filter((one) => one !== person_id),
    kind: 'privacy_requested',
    values: { person: name, days: privacyDays },
    link: `/privacy?request=${id}`,
  });
  const [, [row]] = await ctx.run(insert, requestOf(id), ...notices).catch((error: unknown) => {
    if (isUniqueViolation(error)) return fail('privacy_request_open');
    throw error;
  });
  return shown(ctx, found(row));
}

/** Only the caller's own open requests; any other is a 404. */
export async function cancelRequest(ctx: Context, id: string): Promise<void> {
  const [cancelled] = await ctx.run(
    query
      .updateTable('privacy_request')
      .set((row) => ({ state: 'cancelled', version: row('version', '+', 1) }))
      .where('id', '=', id)
      .where('membership_id', '=', ctx.actor.membership_id)
      .where('state', '=', 'open')
      .returning('id'),
  );
  found(cancelled);
}

type Decision = Input<typeof contract.decide>['body'];

/** Of two parallel decisions the second is refused. */
async function close(tx: Transaction, ctx: Context, row: Row, { accept, answer, version }: Decision): Promise<void> {
  const [changed] = await tx.run(sql`
    update privacy_request
    set state = ${accept ? 'accepted' : 'denied'}, answer = ${answer}, decided_by = ${ctx.actor.person_id}::uuid, decided_at = ${ctx.now()}, version = version + 1
    where id = ${row.id} and state = 'open' and version = ${version} returning id`);
  if (!changed) fail('conflict');
}

/** The requester gets a notification and a mail. */
const answerRequest = (ctx: Context, tenant_id: string, row: Row, decision: Decision): Promise<void> =>
  ctx.withTenant(async (tx) => {
    await close(tx, ctx, row, decision);
    const notices = notify(tenant_id, {
      person_ids: [row.person_id],
      kind: decision.accept ? 'privacy_answered' : 'privacy_denied',
      values: { answer: decision.answer },
      link: '/account?section=data',
    });
    for (const statement of notices) await tx.run(statement);
  });

/** The last mail to this address, because the account no longer exists to be notified. */
async function eraseAsRequested(ctx: Context, tenant_id: string, row: Row, decision: Decision): Promise<void> {
  if (asTyped(decision.confirm) !== asTyped(row.name)) failFields({ confirm: 'name_differs' });
  const mail = accountMail('erased', row, await mailSenderOf(ctx));
  const erased = { id: row.membership_id, person_id: row.person_id, identity_is_ours: row.identity_is_ours };
  await erase(ctx, ctx, tenant_id, erased, async (tx) => {
    await close(tx, ctx, row, decision);
    await tx.run(queueMailOfUnit(ctx, tenant_id, mail));
  });
}

export async function decideRequest(ctx: Context, id: string, decision: Decision): Promise<PrivacyRequest> {
  const row = found((await ctx.run(requestOf(id)))[0]);
  if (!mayRunDesk(ctx.actor)) fail('forbidden');
  if (row.person_id === ctx.actor.person_id) fail('not_yourself');
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const isErasure = decision.accept && row.kind === 'erasure';
  await (isErasure ? eraseAsRequested : answerRequest)(ctx, tenant_id, row, decision);
  return shown(ctx, found((await ctx.run(requestOf(id)))[0]));
}
