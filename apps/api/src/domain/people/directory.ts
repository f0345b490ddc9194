/** What a directory that provisions by SCIM writes, and nobody changes by hand. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail } from '#platform/http/fail.ts';

const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The fields of a membership `m` that come from a directory. */
export const directoryFields: RawBuilder<unknown> = sql`coalesce((
  select array['name', 'email']
    || case when coalesce(s.resource ->> 'preferredLanguage', s.resource ->> 'locale') ~* '^(pt|en|es)(-|_|$)' then array['language'] else '{}' end
    || case when btrim(coalesce(s.resource #>> array[${sql.lit(extension)}, 'department'], '')) <> '' then array['department'] else '{}' end
  from scim_user s where s.membership_id = m.id), '{}')`;

/** Whether a directory made the group of the id, and decides who is in it. */
export const isByDirectory = (group_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from scim_group s where s.group_id = ${group_id})`;

/** Refuses to change by hand who is in a group of a directory. */
export async function requireOwnGroup(scope: Pick<Scoped, 'run'>, id: string): Promise<void> {
  const [group] = await scope.run(sql`select from scim_group where group_id = ${id}`);
  if (group) fail('group_of_directory');
}
