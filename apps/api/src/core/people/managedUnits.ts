/** Units whose people the caller manages: a partner's all, an administrator's those where they are one. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';

export type ManagedUnit = { id: string; name: string };

export function managedUnits({ identity, actor }: Pick<Context, 'identity' | 'actor'>): Promise<ManagedUnit[]> {
  const theirs =
    actor.role === 'master'
      ? sql`t.partner_id = ${actor.partner_id} and t.state <> 'closed'`
      : sql`t.state in ('trial', 'active') and exists (
          select from membership m where m.tenant_id = t.id and m.person_id = ${actor.person_id} and m.role = 'admin' and m.state = 'A')`;
  return identity.run(sql<ManagedUnit>`select t.id, t.name from tenant t where ${theirs} order by search_text(t.name), t.id`);
}
