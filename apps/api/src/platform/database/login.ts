import pg from 'pg';
import { scopeRoles } from './scope.ts';

const lockKey = 7_104_629_314;
/** What the login becomes for pg-boss, which brings its own statements; see platform/jobs. */
const workerRole = 'portal_jobs';

/** Times are in UTC; statements are short, and compiling a plan to machine code takes seconds. */
const settings = { TimeZone: 'UTC', jit: 'off' };

type Login = { is_owner: boolean; rolsuper: boolean; rolinherit: boolean; kept: string[]; may_become: string[]; has_options: boolean };

/**
 * Lets the login of `url` switch to the roles of requests, and nothing else: it inherits nothing, so a statement that
 * runs outside a scope is refused. Does nothing when requests use the owner's login and that is a superuser.
 */
export async function ensureLogin(ownerUrl: string, url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).username);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vitrine migrate' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    for (const statement of await missing(client, name)) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Only what is missing: roles belong to all databases of a server, and two that write to one at once disturb each other. */
async function missing(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<Login>(
    `select rolname = current_user as is_owner, rolsuper, rolinherit,
       coalesce((select setconfig from pg_db_role_setting where setrole = r.oid and setdatabase = 0), '{}') as kept,
       -- Before version 16 the role's own NOINHERIT decides, and a membership has no options.
       array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid
         and not coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, false)
         and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)) as may_become,
       current_setting('server_version_num')::int >= 160000 as has_options
     from pg_roles r where rolname = $1`,
    [name],
  );
  const login = rows[0];
  if (login === undefined) throw new Error(`The database has no login ${name}`);
  if (login.rolsuper) {
    if (login.is_owner) return [];
    throw new Error(`The login ${name} is a superuser: requests need a login that owns nothing`);
  }
  const role = pg.escapeIdentifier(name);
  const options = login.has_options ? ' with inherit false, set true' : '';
  return [
    ...[...Object.values(scopeRoles), workerRole]
      .filter((scopeRole) => !login.may_become.includes(scopeRole))
      .map((scopeRole) => `grant ${scopeRole} to ${role}${options}`),
    ...(login.rolinherit && !login.is_owner ? [`alter role ${role} noinherit`] : []),
    ...Object.entries(settings)
      .filter(([name, value]) => !login.kept.includes(`${name}=${value}`))
      .map(([name, value]) => `alter role ${role} set ${name} = '${value}'`),
  ];
}
