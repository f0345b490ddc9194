import type pg from 'pg';

type Foreign = { name: string; owner: string };

/**
 * Refuses a schema of which parts belong to somebody else than `portal_owner`, as after a restore by another login: migrations would
 * end half-way with "must be owner". Our tables are those with row-level security; others beside them are not our business.
 */
export async function refuseForeignOwners(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Foreign>(`
    select c.oid::regclass::text as name, c.relowner::regrole::text as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relowner <> coalesce(to_regrole('portal_owner')::oid, 0)
      and (c.relkind in ('r', 'p') and (c.relrowsecurity or n.nspname = 'jobs') and c.relname <> 'schema_migration'
        or c.relname = 'schema_migration' and not pg_has_role(c.relowner, 'USAGE'))
    order by 1`);
  if (rows.length === 0) return;
  const some = rows.slice(0, 3).map(({ name }) => name);
  const owners = [...new Set(rows.map(({ owner }) => owner))];
  throw new Error(
    `${rows.length} of the portal's tables belong to ${owners.join(', ')} instead of portal_owner (${[...some, ...(rows.length > 3 ? ['…'] : [])].join(', ')}). ` +
      `Let a superuser say, in this database: ${owners.map((owner) => `reassign owned by ${owner} to portal_owner;`).join(' ')} ` +
      'or begin with an empty database and npm run restore.',
  );
}
