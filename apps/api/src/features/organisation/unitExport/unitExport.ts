/**
 * Asking for everything of a unit, and taking it. A partner reaches its units, the operator every unit but its own; any other is a 404.
 * The archive is the partner's: the operator has no way to what is in it.
 */
import { fillPath } from '@vitrine/contract/client.ts';
import * as contract from '@vitrine/contract/organisation/unitExport.ts';
import type { UnitExport } from '@vitrine/contract/organisation/unitExport.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context, PublicContext } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { runUnitExport } from './unitExport.jobs.ts';

const keptMs = contract.unitExportLimits.days * 86_400_000;

type Unit = { name: string; partner_id: string };

const scopeOf = (ctx: Context): Scoped => (ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner());

const unitOf = async (scope: Scoped, id: string): Promise<Unit> =>
  found(
    (
      await scope.run(sql<Unit>`select name, partner_id from tenant where id = ${id} and not is_operator_tenant and erasing_since is null`)
    )[0],
  );

/** The last one of the unit. */
async function lastOf(ctx: Context, scope: Scoped, tenant_id: string): Promise<UnitExport | null> {
  const [row] = await scope.run(sql<Omit<UnitExport, 'expires_at' | 'size'> & { size: string }>`
    select id, state, reason, size::text, created_at from unit_export
    where tenant_id = ${tenant_id} and created_at > ${new Date(ctx.now().getTime() - keptMs)}
    order by created_at desc, id desc limit 1`);
  if (!row) return null;
  return { ...row, size: Number(row.size), expires_at: new Date(Date.parse(row.created_at) + keptMs).toISOString() };
}

const answerOf = async (ctx: Context, scope: Scoped, id: string): Promise<Answer<typeof contract.get>> => ({
  last: await lastOf(ctx, scope, id),
  can: { download: ctx.actor.role === 'partner' },
});

/** A line that the unit reads too. */
const told = (id: string, { partner_id, name }: Unit, action: string) => sql`
  insert into audit_log (tenant_id, partner_id, action, object_type, object_id, after)
  values (${id}, ${partner_id}, ${action}, 'tenant', ${id}, ${JSON.stringify({ name })})`;

/** As far as the caller sees them; never drafts. */
const invoicesOf = (tenant_id: string) => sql`
  (select coalesce(jsonb_agg(to_jsonb(i) order by i.month, i.number), '[]') from (
    select id as key, number::text, month, state, person_count, bonus_users, price_cents, total_cents, due_on, paid_on, paid_by, client_name, client_tax_id
    from invoice where state <> 'draft' and client_id = (select client_id from tenant where id = ${tenant_id})) i)`;

type Taken = { id: string; tenant_id: string; unit: string; size: number; created_at: string };

/** Part by part. One that is missing, because a new archive took its place, breaks it off: half an archive is none. */
async function* partsOf(scope: Scoped, { tenant_id, id, size }: Taken): AsyncGenerator<Buffer> {
  for (let number = 0, sent = 0; sent < size; number++) {
    const [part] = await scope.run(sql<{ bytes: Buffer }>`
      select bytes from unit_export_part where tenant_id = ${tenant_id} and export_id = ${id} and number = ${number}`);
    if (!part) throw new Error('The archive was removed while it was taken');
    sent += part.bytes.length;
    yield part.bytes;
  }
}

/** Uses the link up. Of two browsers that open it at once, one gets the archive. */
async function takeByLink({ identity, now, request: { host } }: PublicContext, key: string): Promise<Taken> {
  const [row] = await identity.run(sql<Omit<Taken, 'size'> & { size: string }>`
    update unit_export e set link_used_at = ${now()} from tenant t
    where e.link_hash = ${hashToken(key)} and e.link_used_at is null and e.link_expires_at > ${now()} and e.state = 'done'
      and t.id = e.tenant_id and t.erasing_since is null and (${host.tenant_id}::uuid is null or ${host.tenant_id}::uuid = t.id)
    returning e.id, e.tenant_id, t.name as unit, e.size::text, e.created_at`);
  const taken = found(row);
  return { ...taken, size: Number(taken.size) };
}

export function unitExport(serve: Serve): void {
  serve(contract.get, async (ctx, { params: { id } }) => {
    const scope = scopeOf(ctx);
    await unitOf(scope, id);
    return answerOf(ctx, scope, id);
  });

  serve(contract.add, async (ctx, { params: { id } }) => {
    const scope = scopeOf(ctx);
    const unit = await unitOf(scope, id);
    const export_id = uuidv7();
    try {
      await scope.run(
        // A new one takes the place of the one before.
        sql`delete from unit_export where tenant_id = ${id} and state <> 'waiting'`,
        sql`insert into unit_export (tenant_id, id, person_id, invoices, created_at)
          values (${id}, ${export_id}, ${ctx.actor.person_id}, ${invoicesOf(id)}, ${ctx.now()})`,
        told(id, unit, 'company.export'),
        addJob(runUnitExport, id, { export_id }),
      );
    } catch (error) {
      // Asked twice: there is one on its way.
      if (!isUniqueViolation(error)) throw error;
    }
    return answerOf(ctx, scope, id);
  });

  serve(contract.link, async (ctx, { params: { id } }) => {
    const scope = ctx.partner();
    const unit = await unitOf(scope, id);
    const last = found((await lastOf(ctx, scope, id)) ?? undefined);
    if (last.state !== 'done') fail('not_found');
    const key = newToken();
    const until = new Date(ctx.now().getTime() + contract.unitExportLimits.link_seconds * 1000);
    await scope.run(
      sql`update unit_export set link_hash = ${hashToken(key)}, link_expires_at = ${until}, link_used_at = null
        where tenant_id = ${id} and id = ${last.id}`,
      told(id, unit, 'company.export_data'),
    );
    return { address: fillPath(contract.read.path, { key }) };
  });

  serve(contract.read, async (ctx, { params: { key } }) => {
    const taken = await takeByLink(ctx, key);
    return {
      file_name: `${taken.unit} ${taken.created_at.slice(0, 10)}.zip`,
      content_type: 'application/zip',
      content: Readable.from(partsOf(ctx.identity, taken), { objectMode: false }),
      size: taken.size,
    };
  });
}
