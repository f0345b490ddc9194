/** Where tickets are worked on: which of them somebody sees, and as what. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Standing } from '#domain/access/access.ts';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Stand } from './ticket.rules.ts';

export type Desk = Stand & {
  scope: Scoped;
  /** On a ticket `t`. */
  visible: RawBuilder<unknown>;
  /** Whether that is every ticket of the scope. */
  sees_all: boolean;
};

/** The desk of a unit: its agents and administrators see all, those of the partner what was escalated, everybody what they opened and what that was merged into. */
export const deskOf = (ctx: Context): Desk => deskIn(ctx, ctx.actor);

export function deskIn(scope: Scoped, actor: Standing & { person_id: string }): Desk {
  const oversees = holds(actor, 'tickets_in_scope', 'read');
  const isPartner = actor.role === 'partner';
  const inReach = isPartner ? sql`t.level <> 'unit'` : sql`true`;
  const own = sql`(t.opened_by = ${actor.person_id} or t.id = any (array(select w.ticket_id from ticket_watcher w where w.person_id = ${actor.person_id})))`;
  return {
    scope,
    person_id: actor.person_id,
    works: holds(actor, 'ticket_work', 'use'),
    oversees,
    side: isPartner ? 'partner' : 'unit',
    visible: oversees ? sql`(${inReach} or ${own})` : own,
    sees_all: oversees && !isPartner,
  };
}

/** The operator's: the database shows it what was escalated twice, and nothing else. */
export const operatorDesk = (ctx: Context): Desk => deskOfOperator(ctx.operator(), ctx.actor.person_id);

export const deskOfOperator = (scope: Scoped, person_id: string): Desk => ({
  scope,
  person_id,
  works: true,
  oversees: false,
  side: 'operator',
  visible: sql`true`,
  sees_all: true,
});
