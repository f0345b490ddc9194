/** What somebody had before them when they reported a problem with a report: kept with the ticket, as it was then. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { add } from '@vitrine/contract/support/helpDesk.ts';
import type { TicketEvidence } from '@vitrine/contract/support/ticket.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Decision } from '#domain/reportAccess/decide.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { explained } from '#domain/reportAccess/explained.ts';
import { viewLink } from '#domain/reportAccess/viewLink.ts';
import { ownView } from '#domain/reportAccess/viewed.ts';
import { isVisible, manages } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { found } from '#platform/http/fail.ts';
import type { Desk } from './desk.ts';

type Problem = NonNullable<Input<typeof add>['body']['problem']>;

export type Witnessed = { problem: Problem; title: string; decision: Decision };

/** The report and what is decided about the caller now; of a report that is not assigned to them nobody reports anything. */
export async function witnessed(ctx: Context, problem: Problem): Promise<Witnessed> {
  const { report, decision } = await decideOn(ctx, problem.report_id);
  if (problem.view_id !== null) {
    const [view] = await ctx.run(ownView(ctx, problem.report_id, problem.view_id));
    found(view);
  }
  return { problem, title: report.title, decision };
}

/** As part of the transaction that opens the ticket. */
export async function keepEvidence(
  ctx: Context,
  tx: Transaction,
  ticket: { id: string; text: string },
  { problem: { state, ...scene }, title, decision }: Witnessed,
): Promise<void> {
  const { person_id } = ctx.actor;
  const link = state === null ? null : viewLink({ report_id: scene.report_id, person_id, page: scene.page || title, state });
  if (link) await tx.run(link.keep);
  await tx.run(
    query.insertInto('report_problem').values({
      tenant_id: ownTenant,
      id: uuidv7(),
      person_id,
      description: ticket.text,
      ...scene,
      ticket_id: ticket.id,
      title,
      link_id: link?.id ?? null,
      decision: JSON.stringify(explained(decision)),
      created_at: ctx.now(),
    }),
  );
}

/** Whether the caller opens the report `r`; the operator sees no reports of a unit. */
export const opensReport = (ctx: Context, { side }: Pick<Desk, 'side'>): RawBuilder<unknown> =>
  side === 'operator' ? sql`false` : sql`(r.active and ${manages(ctx) ? sql`true` : isVisible(ctx)})`;

/** Of a ticket that the caller sees. */
export function evidenceOf(ctx: Context, desk: Desk, id: string): RawBuilder<TicketEvidence> {
  const opens =
    desk.side === 'operator' ? sql`false` : sql`exists (select from report r where r.id = x.report_id and ${opensReport(ctx, desk)})`;
  return sql<TicketEvidence>`
    select case when ${opens} then x.report_id end as report_id, x.title, x.page, to_jsonb(x.filters) as filters, x.refreshed_at, x.load_ms, x.render_ms,
      x.details, case when ${opens} then x.link_id end as link_id, ${desk.works || desk.oversees ? sql`x.decision` : sql`null::jsonb`} as decision
    from report_problem x where x.ticket_id = ${id}`;
}
