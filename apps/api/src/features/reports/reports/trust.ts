/** Who vouches for a report, and who answers for it. */
import * as contract from '@vitrine/contract/reports/reports.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { reportRow, shown } from './reportRow.ts';

const nobody = { certified_at: null, certified_by: null, certified_note: '' };

export function reportTrust(serve: Serve): void {
  serve(contract.certify, async (ctx, { params, body: { certified, note } }) => {
    const values = certified ? { certified_at: ctx.now().toISOString(), certified_by: ctx.actor.actor_id, certified_note: note } : nobody;
    const [, [row]] = await ctx.run(query.updateTable('report').set(values).where('id', '=', params.id), reportRow(params.id));
    return shown(ctx, found(row));
  });

  serve(contract.setOwner, async (ctx, { params, body: { membership_id } }) => {
    const [member] = await ctx.run(sql<{ person_id: string }>`
      select person_id from membership where id = ${membership_id}::uuid and state = 'active'`);
    if (membership_id !== null && !member) failFields({ membership_id: 'person_not_active' });
    const owner_id = member?.person_id ?? null;
    const [, [row]] = await ctx.run(query.updateTable('report').set({ owner_id }).where('id', '=', params.id), reportRow(params.id));
    return shown(ctx, found(row));
  });
}
