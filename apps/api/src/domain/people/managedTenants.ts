/** Units whose people the caller manages: for partner staff all of the partner, for an administrator those with such a membership. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';

export type ManagedUnit = { id: string; name: string };

export function managedUnits({ identity, actor }: Pick<Context, 'identity' | 'actor'>): Promise<ManagedUnit[]> {
  const theirs =
    actor.role === 'partner'
      ? sql`t.partner_id = ${actor.partner_id} and t.state <> 'closed'`
      : sql`t.state in ('trial', 'active') and exists (
          select from membership m where m.tenant_id = t.id and m.person_id = ${actor.person_id} and m.role = 'admin' and m.state = 'active')`;
  return identity.run(sql<ManagedUnit>`select t.id, t.name from tenant t where ${theirs} order by search_text(t.name), t.id`);
}
