/** For which maintenance a ticket waits. */
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Desk } from './desk.ts';
import { opensReport } from './evidence.ts';

type Shown = NonNullable<WholeTicket['maintenance']>;

export const maintenanceOf = (ctx: Context, desk: Desk, id: string): RawBuilder<Shown> =>
  desk.side === 'operator'
    ? sql<Shown>`select t.id from ticket t where false`
    : sql<Shown>`
        select m.id, m.starts_at, m.ends_at, case when ${opensReport(ctx, desk)} then r.id end as report_id,
          case when ${opensReport(ctx, desk)} then r.title end as title
        from ticket t join report_maintenance m on m.tenant_id = t.tenant_id and m.id = t.maintenance_id
          join report r on r.tenant_id = m.tenant_id and r.id = m.report_id
        where t.id = ${id}`;
