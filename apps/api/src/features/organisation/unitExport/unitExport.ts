/** Asking for everything of a unit, and taking it. A partner reaches its units, the operator every unit but its own; any other is a 404. */
import * as contract from '@vitrine/contract/organisation/unitExport.ts';
import type { UnitExport } from '@vitrine/contract/organisation/unitExport.ts';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
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

/** The caller's own of this unit, the last one first. */
async function lastOf(ctx: Context, scope: Scoped, tenant_id: string): Promise<UnitExport | null> {
  const [row] = await scope.run(sql<Omit<UnitExport, 'expires_at' | 'size'> & { size: string }>`
    select id, state, reason, size::text, created_at from unit_export
    where tenant_id = ${tenant_id} and person_id = ${ctx.actor.person_id} and created_at > ${new Date(ctx.now().getTime() - keptMs)}
    order by created_at desc, id desc limit 1`);
  if (!row) return null;
  return { ...row, size: Number(row.size), expires_at: new Date(Date.parse(row.created_at) + keptMs).toISOString() };
}

/** A line that the unit reads too. */
const told = (id: string, { partner_id, name }: Unit, action: string) => sql`
  insert into audit_log (tenant_id, partner_id, action, object_type, object_id, after)
  values (${id}, ${partner_id}, ${action}, 'tenant', ${id}, ${JSON.stringify({ name })})`;

/** As far as the caller sees them; never drafts. */
const invoicesOf = (tenant_id: string) => sql`
  (select coalesce(jsonb_agg(to_jsonb(i) order by i.month, i.number), '[]') from (
    select number::text, month, state, person_count, bonus_users, price_cents, total_cents, due_on, paid_on, paid_by, client_name, client_tax_id
    from invoice where state <> 'draft' and client_id = (select client_id from tenant where id = ${tenant_id})) i)`;

async function* partsOf(scope: Scoped, tenant_id: string, export_id: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const [part] = await scope.run(sql<{ bytes: Buffer }>`
      select bytes from unit_export_part where tenant_id = ${tenant_id} and export_id = ${export_id} and number = ${number}`);
    if (!part) return;
    yield part.bytes;
  }
}

export function unitExport(serve: Serve): void {
  serve(contract.get, async (ctx, { params: { id } }) => {
    const scope = scopeOf(ctx);
    await unitOf(scope, id);
    return { last: await lastOf(ctx, scope, id) };
  });

  serve(contract.add, async (ctx, { params: { id } }) => {
    const scope = scopeOf(ctx);
    const unit = await unitOf(scope, id);
    const { person_id } = ctx.actor;
    const export_id = uuidv7();
    try {
      await scope.run(
        // A new one takes the place of the one before.
        sql`delete from unit_export where tenant_id = ${id} and person_id = ${person_id} and state <> 'waiting'`,
        sql`insert into unit_export (tenant_id, id, person_id, invoices, created_at)
          values (${id}, ${export_id}, ${person_id}, ${invoicesOf(id)}, ${ctx.now()})`,
        told(id, unit, 'company.export'),
        addJob(runUnitExport, id, { export_id }),
      );
    } catch (error) {
      // Asked twice: there is one on its way.
      if (!isUniqueViolation(error)) throw error;
    }
    return { last: await lastOf(ctx, scope, id) };
  });

  serve(contract.file, async (ctx, { params: { id } }) => {
    const scope = scopeOf(ctx);
    const unit = await unitOf(scope, id);
    const last = found((await lastOf(ctx, scope, id)) ?? undefined);
    if (last.state !== 'done') fail('not_found');
    await scope.run(told(id, unit, 'company.export_data'));
    return {
      file_name: `${unit.name} ${last.created_at.slice(0, 10)}.zip`,
      content_type: 'application/zip',
      content: Readable.from(partsOf(scope, id, last.id), { objectMode: false }),
    };
  });
}
