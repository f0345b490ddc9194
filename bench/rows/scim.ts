/** Row 20: what a directory reads by SCIM of a unit in which it looks after 100,000 people, against one with 10,000. */
import { createHash, randomBytes } from 'node:crypto';
import { type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import { interleave, ratioOf } from '../measure/rounds.ts';
import { startPortal, subdomainOf } from '../servers/portal.ts';
import { fillUnits, large, usual } from './people.ts';

const connections = 2;

/** Everybody of the unit comes from the directory, under the number that they have there; answers the token that it comes with. */
async function provision(ownerUrl: string, unit: number): Promise<string> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from tenant where subdomain = $1', [subdomainOf(unit)]);
    const tenant_id = rows[0]?.id ?? '';
    const token = `vitrine_scim_${tenant_id.replaceAll('-', '')}_${randomBytes(32).toString('base64url')}`;
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into scim_token (tenant_id, name, token_hash, last_four, rehearsal, expires_at) values ($1, 'Bench', $2, $3, false, now() + interval '30 days')`,
      [tenant_id, createHash('sha256').update(token).digest(), token.slice(-4)],
    );
    await client.query(
      `insert into scim_user (tenant_id, membership_id, user_name, external_id, resource)
       select m.tenant_id, m.id, p.email, 'ext-' || split_part(p.email, '@', 1), jsonb_build_object(
         'displayName', p.name, 'name', jsonb_build_object('formatted', p.name), 'title', 'Analyst',
         'emails', jsonb_build_array(jsonb_build_object('value', p.email, 'type', 'work', 'primary', true)))
       from membership m join person p on p.id = m.person_id where m.tenant_id = $1`,
      [tenant_id],
    );
    return token;
  });
}

/** No unit may ask so often: here every call counts for itself alone. */
const withoutLimit = `
  create function bench_own_count() returns trigger language plpgsql as $$ begin new.key := new.key || gen_random_uuid(); return new; end $$;
  create trigger bench_own_count before insert on attempt for each row execute function bench_own_count()`;

const filtered = (filter: string): string => `/Users?filter=${encodeURIComponent(filter)}`;

const pages: Record<string, string> = {
  'the first page': '/Users?count=100',
  'a page deep inside': '/Users?count=100&startIndex=9001',
  'one by userName': filtered('userName eq "CROWD777@unit{unit}.example"'),
  'one by externalId': filtered('externalId eq "ext-crowd777"'),
  'one by address': filtered('emails[type eq "work"].value eq "crowd777@unit{unit}.example"'),
  'sorted by userName, the first page': '/Users?count=100&sortBy=userName',
  'sorted by userName, deep inside': '/Users?count=100&sortBy=userName&startIndex=9001',
};

/** What Entra and Okta ask all day. An order that no index has reads everybody, and is told without a target. */
const aimedAt = new Set<string>(['the first page', 'a page deep inside', 'one by userName', 'one by externalId']);

export const measureScim: Measurement = async (bench) => {
  const database = await bench.data.load('people', { fresh: true });
  await fillUnits(database.ownerUrl);
  const units = [usual.unit, large.unit] as const;
  const tokens = new Map<number, string>();
  for (const unit of units) tokens.set(unit, await provision(database.ownerUrl, unit));
  await asOwner(database.ownerUrl, async (client) => {
    await client.query(withoutLimit);
    await client.query('vacuum (analyze) scim_user');
  });
  const portal = await startPortal(database);
  try {
    const lines: Line[] = [];
    for (const [what, page] of Object.entries(pages)) {
      const round = (unit: number) => {
        const headers = { authorization: `Bearer ${tokens.get(unit)}` };
        const path = `/scim/v2${page.replaceAll('%7Bunit%7D', String(unit))}`;
        const steps = [{ method: 'GET' as const, path, headers, expect: 200 }];
        return load(bench, portal, { steps, connections: Array.from({ length: connections }, () => ({ variables: {} })) });
      };
      const samples = await interleave({ usual: () => round(usual.unit), large: () => round(large.unit) }, bench);
      const ratio = ratioOf(samples.large, samples.usual, 'cost');
      lines.push({ row: '20', what: `SCIM, 10× the people, ${what}: cost`, ratio, target: aimedAt.has(what) ? 1.3 : null });
    }
    return lines;
  } finally {
    await portal.stop();
  }
};
