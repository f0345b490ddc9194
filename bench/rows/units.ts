/** Row 19: the business units of a partner that has 10,000 of them, listed and searched, against one that has 1,000. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import { interleave, ratioOf } from '../measure/rounds.ts';
import { type Session, signIn, startPortal } from '../servers/portal.ts';

const sizes = { few: 1000, many: 10_000 };
const connections = 4;

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };

const pages = {
  'the first page': '/api/companies',
  'the newest first': '/api/companies?sort=-created_at',
  'those with most people first': '/api/companies?sort=-person_count',
  'a search for one of them': '/api/companies?q=aurora%20777',
};

/** Orders that no index has read every unit, and are told without a target. */
const aimedAt = new Set<string>(['the first page']);

export const measureUnits: Measurement = async (bench) => {
  const database = await bench.data.load('small', { fresh: true });
  const template = await readFile(fileURLToPath(new URL('../data/partners.sql', import.meta.url)), 'utf8');
  await asOwner(database.ownerUrl, (client) =>
    client.query(template.replaceAll('$few', String(sizes.few)).replaceAll('$many', String(sizes.many))),
  );
  const portal = await startPortal(database);
  try {
    const few = await signIn(portal, 'few@partners.example');
    const many = await signIn(portal, 'many@partners.example');
    const lines: Line[] = [];
    for (const [what, path] of Object.entries(pages)) {
      const round = (session: Session) =>
        load(bench, portal, {
          steps: [{ method: 'GET', path, headers, expect: 200 }],
          connections: Array.from({ length: connections }, () => ({ variables: { ...session } })),
        });
      const samples = await interleave({ few: () => round(few), many: () => round(many) }, bench);
      lines.push({
        row: '19',
        what: `10× the units of a partner, ${what}: cost`,
        ratio: ratioOf(samples.many, samples.few, 'cost'),
        target: aimedAt.has(what) ? 1.2 : null,
      });
    }
    return lines;
  } finally {
    await portal.stop();
  }
};
