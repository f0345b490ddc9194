import pg from 'pg';
import { scopeRoles } from './scope.ts';

/**
 * Lets the login of `url` become the roles of requests, and nothing else: it inherits nothing, so a statement that
 * runs outside a scope is refused. Does nothing when requests use the owner's own login and that is a superuser.
 */
export async function ensureLogin(ownerUrl: string, url: string): Promise<void> {
  const login = decodeURIComponent(new URL(url).username);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vitrine migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ rolsuper: boolean; is_owner: boolean; version: number }>(
      `select rolsuper, rolname = current_user as is_owner, current_setting('server_version_num')::int as version
       from pg_roles where rolname = $1`,
      [login],
    );
    const role = rows[0];
    if (role === undefined) throw new Error(`The database has no login ${login}`);
    if (role.rolsuper) {
      if (role.is_owner) return;
      throw new Error(`The login ${login} is a superuser: requests need a login that owns nothing`);
    }
    const name = pg.escapeIdentifier(login);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [7_104_629_314]);
    for (const scopeRole of Object.values(scopeRoles)) {
      await client.query(`grant ${scopeRole} to ${name}${role.version >= 160_000 ? ' with inherit false, set true' : ''}`);
    }
    if (!role.is_owner) await client.query(`alter role ${name} noinherit`);
    await client.query(`alter role ${name} set timezone = 'UTC'`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
