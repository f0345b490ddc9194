/** Asking for a domain, and what the partner answers. */
import { domainsAtMost } from '@vitrine/contract/organisation/domains.ts';
import { sql } from 'kysely';
import { notify } from '#domain/notifications/notify.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { newToken } from '#platform/secrets/tokens.ts';
import { checksEnd } from './checking.ts';
import { readHostName, shownHost } from './hostName.rules.ts';
import { recordValue } from './records.rules.ts';
import type { Row } from './rows.ts';

/** Whose a domain is, and the scope that may write it. */
type Owner = { tenant_id: string | null; partner_id: string | null; scope: Scoped };

/** A unit's administrator asks for the own unit, a partner for itself or one of its units, the operator for the platform. */
async function ownerOf(ctx: Context, tenant_id: string | null): Promise<Owner> {
  const { actor } = ctx;
  if (actor.role === 'operator') return tenant_id === null ? { tenant_id, partner_id: null, scope: ctx.operator() } : fail('not_found');
  if (actor.role === 'partner' && tenant_id === null) return { tenant_id, partner_id: actor.partner_id, scope: ctx.partner() };
  const unit = tenant_id ?? actor.tenant_id ?? fail('not_found_companies');
  if (actor.role !== 'partner' && unit !== actor.tenant_id) fail('not_found');
  return { tenant_id: unit, partner_id: null, scope: await ctx.unit(unit) };
}

/** Where a row may be written by this caller. */
export async function scopeOf(ctx: Context, { tenant_id, partner_id }: Pick<Row, 'tenant_id' | 'partner_id'>): Promise<Scoped> {
  if (ctx.actor.role === 'operator') return ctx.operator();
  if (tenant_id !== null) return ctx.unit(tenant_id);
  return partner_id === null ? fail('not_found') : ctx.partner();
}

/** The fee of a month, for whoever does not own the platform. */
export const feeOf = async ({ identity }: Pick<Context, 'identity'>): Promise<number> =>
  found((await identity.run(sql<{ fee: number }>`select domain_fee_cents::int as fee from billing_setting`))[0]).fee;

/** Names that lead to the platform already. */
const ownHosts = ({ environment, hosts }: Pick<Context, 'environment' | 'hosts'>): string[] => [
  ...new Set([hosts.platform.host, environment.domains.target]),
];

const holds = sql`state in ('pending', 'verified', 'active')`;

/** The active staff of the unit's partner, who answer. */
const partnerStaff = (tenant_id: string) => sql<{ person_id: string }>`
  select s.person_id from staff s join tenant t on t.partner_id = s.partner_id
  where t.id = ${tenant_id} and s.role = 'partner' and s.state = 'active'`;

type Asked = { host: string; tenant_id: string | null; fee_cents: number };

/** Returns the id of the new row. */
export async function askForDomain(ctx: Context, { host: given, tenant_id, fee_cents: told }: Asked): Promise<string> {
  const { actor } = ctx;
  const now = ctx.now();
  const read = readHostName(given, ownHosts(ctx));
  if ('refusal' in read) return failFields({ host: read.refusal });
  const { host } = read;
  const owner = await ownerOf(ctx, tenant_id);
  const fee_cents = actor.role === 'operator' ? 0 : await feeOf(ctx);
  // What is agreed to is what was told.
  if (told !== fee_cents) fail('domain_fee_changed');
  const [held] = await ctx.identity.run(
    sql<{ tenant_id: string | null; partner_id: string | null }>`
      select tenant_id, partner_id from domain where host = ${host} and state in ('verified', 'active')`,
  );
  if (held && (held.tenant_id !== owner.tenant_id || held.partner_id !== owner.partner_id)) failFields({ host: 'domain_taken' });
  const asksPartner = actor.role === 'admin';
  const staff = asksPartner && owner.tenant_id !== null ? await ctx.identity.run(partnerStaff(owner.tenant_id)) : [];
  const isTheirs = sql`tenant_id is not distinct from ${owner.tenant_id}::uuid and partner_id is not distinct from ${owner.partner_id}::uuid`;
  const id = uuidv7();
  await owner.scope.withTenant(async (tx) => {
    // Of many who ask at once none is one too many.
    await tx.run(
      sql`select pg_advisory_xact_lock(hashtextextended('domains of ' || ${owner.tenant_id ?? owner.partner_id ?? 'platform'}, 0))`,
    );
    const mine = await tx.run(sql<{ host: string }>`select host from domain where ${holds} and ${isTheirs}`);
    if (mine.some((row) => row.host === host)) failFields({ host: 'domain_asked' });
    if (actor.role !== 'operator' && mine.length >= domainsAtMost) fail('domains_full', { limit: domainsAtMost });
    await tx.run(
      query.insertInto('domain').values({
        id,
        host,
        tenant_id: owner.tenant_id,
        partner_id: owner.partner_id,
        state: 'pending',
        verify_token: recordValue(newToken()),
        asked_by: actor.person_id,
        approved_at: asksPartner ? null : now,
        checks_end_at: asksPartner ? null : checksEnd(now),
        activated_at: null,
        fee_cents,
        created_at: now,
      }),
    );
    const notices = notify(owner.tenant_id ?? '', {
      person_ids: staff.map(({ person_id }) => person_id).filter((one) => one !== actor.person_id),
      kind: 'domain_requested',
      values: { domain: shownHost(host) },
      link: `/domain/${id}`,
    });
    for (const statement of notices) await tx.run(statement);
  });
  return id;
}

/** The partner's answer; whoever asked is told. */
export async function answerDomain(ctx: Context, row: Row, answer: { version: number; note: string | null }): Promise<void> {
  const tenant_id = row.tenant_id ?? fail('not_found');
  if (ctx.actor.role !== 'partner') fail('forbidden');
  const now = ctx.now();
  const isYes = answer.note === null;
  const change = isYes
    ? sql`approved_at = ${now}, checks_end_at = ${checksEnd(now)}`
    : sql`state = 'failed', failure = 'denied', note = ${answer.note}`;
  const unit = await ctx.unit(tenant_id);
  await unit.withTenant(async (tx) => {
    const [saved] = await tx.run(sql`
      update domain set ${change}, version = version + 1
      where id = ${row.id} and version = ${answer.version} and state = 'pending' and approved_at is null returning id`);
    if (!saved) fail('conflict');
    const notices = notify(tenant_id, {
      person_ids: row.asked_by === null ? [] : [row.asked_by],
      kind: isYes ? 'domain_approved' : answer.note === '' ? 'domain_denied' : 'domain_denied_note',
      values: { domain: shownHost(row.host), ...(answer.note ? { note: answer.note } : {}) },
      link: `/domain/${row.id}`,
    });
    for (const statement of notices) await tx.run(statement);
  });
}
