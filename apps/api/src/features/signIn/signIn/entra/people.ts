/** Who of the unit signs in by a directory, and whom an administrator lets: an invitation names the member and the directory. */
import type * as contract from '@vitrine/contract/signIn/entra.ts';
import type { EntraPerson } from '@vitrine/contract/signIn/entra.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { holdsWords } from '#platform/http/list.ts';
import { endEntraSessions } from './directories.ts';

const shown = 100;

const fits = sql<boolean>`split_part(p.email, '@', 2) = any (d.email_domains)`;
const directoryOf = (id: string) => query.selectFrom('entra_directory').select('id').where('id', '=', id);

export async function listPeople(ctx: Context, id: string, q: string): Promise<Answer<typeof contract.people>> {
  const [[directory], people] = await ctx.run(
    directoryOf(id),
    sql<EntraPerson>`
      select m.id, p.name, p.email, ${fits} as fits, i.linked_at,
        case when i.object_id is not null then 'linked' when i.id is not null then 'invited' else 'none' end as state
      from entra_directory d join membership m on m.state <> 'deactivated' join person p on p.id = m.person_id
      left join entra_identity i on i.membership_id = m.id and i.entra_directory_id = d.id
      where d.id = ${id} and ${holdsWords(q, sql`p.name`, sql`p.email`)}
      order by search_text(p.name), m.id limit ${sql.lit(shown)}`,
  );
  found(directory);
  return { people };
}

export async function invite(ctx: Context, id: string, { membership_id }: { membership_id: string | null }): Promise<{ invited: number }> {
  const whom = membership_id === null ? fits : sql`m.id = ${membership_id}`;
  const [[directory], [member], invited] = await ctx.run(
    directoryOf(id),
    query
      .selectFrom('membership')
      .select('id')
      .where('id', '=', membership_id ?? id),
    sql<{ id: string }>`
      insert into entra_identity (tenant_id, membership_id, entra_directory_id)
      select ${ownTenant}, m.id, d.id from entra_directory d join membership m on m.state <> 'deactivated' join person p on p.id = m.person_id
      where d.id = ${id} and ${whom}
      on conflict do nothing returning id`,
  );
  found(directory);
  if (membership_id !== null) found(member);
  return { invited: invited.length };
}

export async function unlink(ctx: Context, id: string, { membership_id }: { membership_id: string }): Promise<void> {
  const [[directory], [member], [gone]] = await ctx.run(
    directoryOf(id),
    query.selectFrom('membership').select(['id', 'person_id']).where('id', '=', membership_id),
    query
      .deleteFrom('entra_identity')
      .where('entra_directory_id', '=', id)
      .where('membership_id', '=', membership_id)
      .returning('object_id'),
  );
  found(directory);
  const { person_id } = found(member);
  if (gone?.object_id) await endEntraSessions(ctx, [person_id]);
}
