/** The goals of a help desk with the clock of its unit, read wherever one of its tickets changes. */
import { usualGoals } from '@vitrine/contract/support/ticketGoals.ts';
import type { TicketGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';
import type { Goals } from './goals.rules.ts';

type Stored = { [Key in keyof Omit<TicketGoals, 'version'>]: TicketGoals[Key] | null } & { timezone: string };

/** Asked of the sign-in's role, because the operator, who works on what was escalated to it, sees no settings of a unit. */
export async function goalsOf({ identity }: { identity: Scoped }, tenant_id: string): Promise<Goals> {
  const [row] = await identity.run(sql<Stored>`
    select coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo') as timezone, g.days, g.starts, g.ends, g.hours
    from tenant t left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
    left join ticket_goal g on g.tenant_id = t.id where t.id = ${tenant_id}`);
  const { timezone, days, starts, ends, hours } = found(row);
  return {
    timezone,
    days: days ?? usualGoals.days,
    starts: starts ?? usualGoals.starts,
    ends: ends ?? usualGoals.ends,
    hours: hours ?? usualGoals.hours,
  };
}
