/** What people ask the unit about their data, and the desk that answers (product-decisions 15). */
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/features/privacy.ts';
import type { PrivacyRequest } from '@vitrine/contract/features/privacy.ts';
import { privacyDays } from '@vitrine/contract/features/privacy.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '../../core/accountMail.ts';
import type { Actor, Context } from '../../core/context.ts';
import { isUniqueViolation } from '../../core/database/errors.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '../../core/list.ts';
import { notify } from '../../core/notify/notify.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { anonymise } from '../../core/people/anonymise.ts';
import { asTyped } from '../../core/people/asTyped.ts';
import { unitAdministrators } from '../../core/people/unitAdministrators.ts';
import { uuidv7 } from '../../core/uuid.ts';

type Row = Omit<PrivacyRequest, 'can'> & { person_id: string; language: string; identity_is_ours: boolean };

const joins = sql`
  from privacy_request q join membership m on m.id = q.membership_id join person p on p.id = m.person_id
  left join person decider on decider.id = q.decided_by`;
const columns = sql`
  q.id, p.id as person_id, p.name, p.email, p.language, q.membership_id, q.kind, q.text, q.state, q.answer, q.created_at, q.due_at,
  q.decided_at, decider.name as decided_by, q.version, person_is_ours(p.id) as identity_is_ours`;
const requestOf = (id: string): RawBuilder<Row> => sql<Row>`select ${columns} ${joins} where q.id = ${id}`;

/** The administrators of the unit answer; a partner reads what its units do. */
const mayDecide = (actor: Actor): boolean => permission(actor, 'privacy_desk', 'write')?.scope === 'T';
const maySeeDesk = (actor: Actor): boolean => ['T', 'P'].includes(permission(actor, 'privacy_desk', 'read')?.scope ?? '');

function shown({ actor }: Context, { person_id, language: _language, identity_is_ours: _ours, ...row }: Row): PrivacyRequest {
  const own = person_id === actor.person_id;
  const open = row.state === 'open';
  return { ...row, can: { decide: open && !own && mayDecide(actor), cancel: open && own } };
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
  // What waits for an answer comes before what has one.
  const sorts = { due_at: sql`q.state <> 'open', q.due_at`, created_at: sql`q.id`, name: sql`m.name_sort` };
  const rows = sql<Row>`select ${columns} ${matching} ${orderBy(wanted.sort, sorts, sql`q.id`)} ${pageOf(wanted)}`;
  const { data, meta } = await listPage(ctx, wanted, rows, sql`select ${matching}`);
  return { data: data.map((row) => shown(ctx, row)), meta };
}

/** One's own, or any for whoever sees the desk: to all others it is not there. */
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

/** Of one's own open requests only: any other one is not there. */
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

/** Of two who decide at once one finds it decided. Whoever asked hears of it by bell and mail. */
async function close(ctx: Context, row: Row, { accept, answer, version }: Decision): Promise<void> {
  const state = accept ? 'accepted' : 'denied';
  const erased = accept && row.kind === 'erasure';
  await ctx.withTenant(async (tx) => {
    const [changed] = await tx.run(sql`
      update privacy_request
      set state = ${state}, answer = ${answer}, decided_by = ${ctx.actor.person_id}::uuid, decided_at = ${ctx.now()}, version = version + 1
      where id = ${row.id} and state = 'open' and version = ${version} returning id`);
    if (!changed) fail('conflict');
    if (erased) return;
    const told = notify(ctx.actor.tenant_id ?? fail('not_found_companies'), {
      person_ids: [row.person_id],
      kind: accept ? 'privacy_answered' : 'privacy_denied',
      values: { answer },
      link: '/account',
    });
    for (const statement of told) await tx.run(statement);
  });
}

export async function decideRequest(ctx: Context, id: string, decision: Decision): Promise<PrivacyRequest> {
  const row = found((await ctx.run(requestOf(id)))[0]);
  if (!mayDecide(ctx.actor)) fail('forbidden');
  if (row.person_id === ctx.actor.person_id) fail('not_yourself');
  const erasing = decision.accept && row.kind === 'erasure';
  if (!erasing) {
    await close(ctx, row, decision);
    return shown(ctx, found((await ctx.run(requestOf(id)))[0]));
  }
  if (asTyped(decision.confirm) !== asTyped(row.name)) failFields({ confirm: 'invalid' });
  if (row.state !== 'open' || row.version !== decision.version) fail('conflict');
  const sender = await mailSenderOf(ctx);
  const erased = { id: row.membership_id, person_id: row.person_id, identity_is_ours: row.identity_is_ours };
  await anonymise(ctx, ctx.identity, ctx.actor.tenant_id, erased, ctx.now());
  await close(ctx, row, decision);
  // The last that this address hears of us: there is nobody any more whose bell could ring.
  ctx.mail.sendLater(accountMail('erased', row, sender));
  return shown(ctx, found((await ctx.run(requestOf(id)))[0]));
}
