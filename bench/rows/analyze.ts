/** Row 21: the analysis of a unit that is opened ten million times a year, against one of 100,000 openings. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import { interleave, ratioOf } from '../measure/rounds.ts';
import { signIn, startPortal, subdomainOf } from '../servers/portal.ts';

const sizes = { few: 100_000, many: 10_000_000 };
const connections = 4;

const headers = { authorization: '{authorization}', cookie: '{cookie}', lang: 'pt-BR' };

/** The partner of all units, with one person. */
const staff = `
  insert into person (id, email, name, password_hash, password_changed_at)
  select '00000000-0000-7000-8000-0000000000f9', 'staff@partners.example', 'Staff', (select password_hash from person where password_hash is not null limit 1), now()
  on conflict do nothing;
  insert into staff (person_id, role, partner_id, authentication_level)
  select '00000000-0000-7000-8000-0000000000f9', 'partner', partner_id, 'waived' from tenant limit 1 on conflict do nothing`;

export const measureAnalysis: Measurement = async (bench) => {
  const database = await bench.data.load('p10k');
  const template = await readFile(fileURLToPath(new URL('../data/usage.sql', import.meta.url)), 'utf8');
  const ids = await asOwner(database.ownerUrl, async (client) => {
    await client.query(staff);
    // One after the other: a table is cleaned up outside of a transaction.
    for (const statement of template.replaceAll('$few', String(sizes.few)).replaceAll('$many', String(sizes.many)).split(/;\s*$/m))
      await client.query(statement);
    const { rows } = await client.query<{ id: string }>('select id from tenant where subdomain = any ($1) order by subdomain', [
      [subdomainOf(1), subdomainOf(2)],
    ]);
    return rows.map(({ id }) => id);
  });
  const portal = await startPortal(database);
  try {
    const session = await signIn(portal, 'staff@partners.example');
    const lines: Line[] = [];
    for (const period of ['30', '365']) {
      const round = (id: string | undefined) =>
        load(bench, portal, {
          steps: [{ method: 'GET', path: `/api/analyze?period=${period}&unit_id=${id}`, headers, expect: 200 }],
          connections: Array.from({ length: connections }, () => ({ variables: { ...session } })),
        });
      const samples = await interleave({ few: () => round(ids[0]), many: () => round(ids[1]) }, bench);
      for (const what of ['cost', 'p50'])
        lines.push({
          row: '21',
          what: `100× the openings, ${period} days: ${what}`,
          ratio: ratioOf(samples.many, samples.few, what),
          target: 2,
        });
    }
    return lines;
  } finally {
    await portal.stop();
  }
};
