/** Asking somebody whether one may act for them. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { ask as contract, askStaff as staffContract, RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { mailSenderOf } from '#domain/people/accountMail.ts';
import { noticeMail } from '#domain/notifications/noticeMail.ts';
import { notify } from '#domain/notifications/notify.ts';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { toPages } from './heard.ts';
import { getAccess } from './receipts.ts';

const answerMs = 5 * 60_000;
/** How often one may ask the same person within an hour. */
const asksPerHour = 5;

type Wish = Omit<Input<typeof contract>['body'], 'membership_id'>;
type Member = { person_id: string; role: string; state: string; allow_remote_access: boolean; partner_own: boolean; asked: number };
type Asked = {
  asker_role: 'operator' | 'partner' | 'admin';
  membership_id: string | null;
  person_id: string;
  /** The yes that is there already, to looking. */
  consent: 'standing' | 'own_unit' | null;
};

/** Partners ask administrators and readers, administrators ask readers: never somebody of the same or a higher role. */
function requireBelow({ actor }: Context, { person_id, role, state }: Member): 'partner' | 'admin' {
  if (person_id === actor.person_id) fail('not_yourself');
  if (state !== 'active') fail('not_found');
  if (actor.role === 'partner') return 'partner';
  return actor.role === 'admin' && role === 'user' ? 'admin' : fail('forbidden');
}

const askedWithinHour = ({ actor, now }: Context, whom: RawBuilder<unknown>) => sql`(
  select count(*)::int from remote_access r
  where r.person_id = ${whom} and r.asker_id = ${actor.person_id} and r.created_at > ${now()}::timestamptz - interval '1 hour')`;

/** The request, in place of one that waits already. */
function requested(
  { actor, now }: Context,
  { id, tenant_id }: { id: string; tenant_id: RawBuilder<unknown> },
  asked: Asked,
  wish: Wish,
): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const at = now();
  const { consent } = asked;
  return [
    sql`update remote_access set state = 'cancelled'
      where asker_id = ${actor.person_id} and person_id = ${asked.person_id} and tenant_id = ${tenant_id} and state = 'waiting'`,
    sql`
      insert into remote_access (tenant_id, id, asker_id, asker_role, asker_session_id, membership_id, person_id, reason, minutes, wished,
        state, consent, mode, created_at, answer_until, answered_at, back_path)
      values (${tenant_id}, ${id}, ${actor.person_id}, ${asked.asker_role}, ${actor.session_id}, ${asked.membership_id}, ${asked.person_id},
        ${wish.reason}, ${wish.minutes}, ${wish.mode}, ${consent ? 'allowed' : 'waiting'}, ${consent}, ${consent ? 'read' : null}, ${at},
        ${new Date(at.getTime() + answerMs)}, ${consent ? at : null}, ${wish.from})`,
  ];
}

/** A member of that unit: the caller's own, or another one of the partner. */
export async function askMember(ctx: Context, tenant_id: string, membership_id: string, wish: Wish): Promise<RemoteAccess> {
  const { actor } = ctx;
  const unit = tenant_id === actor.tenant_id ? ctx : await ctx.unit(tenant_id);
  if (!(await readTenantSettings({ ...unit, now: ctx.now })).allow_access_remote) fail('remote_access_off');
  const [row] = await unit.run(sql<Member>`
    select m.person_id, m.role, m.state, m.allow_remote_access, t.partner_own, ${askedWithinHour(ctx, sql`m.person_id`)} as asked
    from membership m join tenant t on t.id = m.tenant_id where m.id = ${membership_id}`);
  const member = found(row);
  const asker_role = requireBelow(ctx, member);
  if (member.asked >= asksPerHour) fail('throttled');
  // Who lets in everybody who may ask has said yes to looking, and to nothing else.
  const standing = member.allow_remote_access ? 'standing' : asker_role === 'partner' && member.partner_own ? 'own_unit' : null;
  const asked: Asked = { asker_role, membership_id, person_id: member.person_id, consent: wish.mode === 'read' ? standing : null };
  const id = uuidv7();
  await unit.run(
    ...requested(ctx, { id, tenant_id: ownTenant }, asked, wish),
    sql`insert into live_event (tenant_id, topic, person_id) values (${ownTenant}, 'remote_access', ${asked.person_id})`,
    ...notify(tenant_id, {
      person_ids: asked.consent ? [] : [asked.person_id],
      kind: 'remote_asked',
      values: { person: actor.name, reason: wish.reason, minutes: wish.minutes },
      link: '/remote/authorization',
      ends_at: new Date(ctx.now().getTime() + answerMs),
    }),
  );
  return getAccess(ctx, id);
}

export function ask(ctx: Context, { membership_id, ...wish }: Input<typeof contract>['body']): Promise<RemoteAccess> {
  return askMember(ctx, ctx.actor.tenant_id ?? fail('not_found_companies'), membership_id, wish);
}

type Staff = { person_id: string; partner_id: string; name: string; email: string; language: Locale; asked: number };

/** Somebody of a partner, by the operator. They have no page where requests wait: the mail leads to the question. */
export async function askStaff(ctx: Context, { person_id, ...wish }: Input<typeof staffContract>['body']): Promise<RemoteAccess> {
  const { actor } = ctx;
  // What the operator asks for is kept in its own unit.
  const tenant_id = actor.role === 'operator' ? (actor.tenant_id ?? fail('not_found_companies')) : fail('forbidden');
  const [row] = await ctx.identity.run(sql<Staff>`
    select s.person_id, s.partner_id, p.name, p.email, p.language, ${askedWithinHour(ctx, sql`s.person_id`)} as asked
    from staff s join person p on p.id = s.person_id join partner pa on pa.id = s.partner_id
    where s.person_id = ${person_id} and s.role = 'partner' and s.state = 'active' and pa.state = 'active'`);
  const { partner_id, asked, ...person } = found(row);
  if (asked >= asksPerHour) fail('throttled');
  const id = uuidv7();
  const sender = await mailSenderOf({ ...ctx, request: { host: await hostOfPartner(ctx, partner_id) } });
  const notice = {
    kind: 'remote_asked',
    values: { person: actor.name, reason: wish.reason, minutes: wish.minutes },
    link: `/authorization/${id}`,
  } as const;
  await ctx.identity.run(
    ...requested(
      ctx,
      { id, tenant_id: sql`${tenant_id}::uuid` },
      { asker_role: 'operator', membership_id: null, person_id, consent: null },
      wish,
    ),
    toPages([person_id]),
    queueMail(ctx, noticeMail(notice, person, sender, 'mail:footer')),
  );
  return getAccess(ctx, id);
}
