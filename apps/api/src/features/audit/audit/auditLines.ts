/** Lines of the audit log, as they are read: with the names of people and objects. */
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import { idsIn } from '@vitrine/contract/audit/changes.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Level } from './objectNames.ts';
import { namesOf, objectNames } from './objectNames.ts';

export type Row = Omit<AuditEntry, 'actor' | 'person' | 'object_name' | 'names'> & { actor_id: string | null; person_id: string | null };
type Who = { id: string; name: string; email: string };
/** Where lines are read, and where the names in them. */
export type Log = { scope: Scoped; names: Level };

export const columns = sql`a.id, a.at, a.actor_id, a.person_id, a.action, a.object_type, a.object_id, host(a.ip) as ip, a.request_id, a.before, a.after`;

/** Names are not stored in the log; they are looked up when lines are read. */
export async function withNames(ctx: Context, { scope, names }: Log, rows: readonly Row[]): Promise<AuditEntry[]> {
  const ids = [...new Set(rows.flatMap(({ actor_id, person_id }) => [actor_id, person_id]))].filter((id) => id !== null);
  // The operator sees names of staff, not of customers' people.
  const mayBeNamed = ctx.actor.role === 'operator' ? sql`exists (select from staff s where s.person_id = p.id)` : sql`true`;
  const people =
    ids.length > 0
      ? await ctx.identity.run(sql<Who>`select p.id, p.name, p.email from person p where p.id = any (${ids}::uuid[]) and ${mayBeNamed}`)
      : [];
  const known = new Map(people.map((person) => [person.id, person]));
  const who = (id: string | null) => (id === null ? null : (known.get(id) ?? null));
  const idsOf = ({ before, after }: Pick<Row, 'before' | 'after'>) => [...new Set([...idsIn(before), ...idsIn(after)])];
  const [nameOfObject, nameOfId] = await Promise.all([
    objectNames(scope, names, rows),
    namesOf(scope, names, [...new Set(rows.flatMap(idsOf))]),
  ]);
  return rows.map(({ actor_id, person_id, ...row }) => ({
    ...row,
    object_name: nameOfObject(row),
    names: Object.fromEntries(
      idsOf(row).flatMap((id) => {
        const name = nameOfId.get(id);
        return name === undefined ? [] : [[id, name] as const];
      }),
    ),
    actor: who(actor_id),
    person: person_id === actor_id ? null : who(person_id),
  }));
}

/** Ids are ordered by time and indexed, so they serve for periods. */
export const keys = { by: { at: sql`a.id` }, id: sql`a.id`, from: sql`audit_log a` };
