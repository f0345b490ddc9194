/** Row 2e: a unit with ten times the reports, groups, people and assignments, for administrators and readers. */
import { type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import type { Job, Step } from '../load/job.ts';
import { interleave, middleOf, ratioOf } from '../measure/rounds.ts';
import { administrator, ask, reader, type Session, signIn, startPortal } from '../servers/portal.ts';
import { connectReports, startService } from '../servers/reporting.ts';
import type { Server } from '../servers/server.ts';

/** Units of `tenfold`. */
const units = { usual: { unit: 1, last: '1000', last_group: '99' }, large: { unit: 2, last: '10000', last_group: '999' } };
type Size = keyof typeof units;

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };
const get = (path: string): Step => ({ method: 'GET', path, headers, expect: 200 });
const post = (path: string, body?: string): Step => ({
  method: 'POST',
  path,
  headers,
  expect: 200,
  ...(body === undefined ? {} : { body }),
});

/**
 * What is asked, by whom. `{report}` is one that the reader sees, `{member}` is the reader, `{last}` and `{last_group}` are
 * words of one report and one group alone. A search that finds ten times as much may cost three times as much, as in 2c;
 * to order groups by what they hold is to count it all, so that is told and not judged.
 */
const questions: Record<string, { as: 'administrator' | 'reader'; step: Step; target: number | null }> = {
  'list: registered reports': { as: 'administrator', step: get('/api/reports'), target: 1.2 },
  'list: registered reports, in the order of the menu': { as: 'administrator', step: get('/api/reports?sort=position'), target: 1.2 },
  'list: report groups': { as: 'administrator', step: get('/api/report_groups'), target: 1.2 },
  'list: report groups by name': { as: 'administrator', step: get('/api/report_groups?sort=name'), target: 1.2 },
  'list: report groups, the fullest first': { as: 'administrator', step: get('/api/report_groups?sort=-report_count'), target: null },
  'list: my reports': { as: 'reader', step: get('/api/my_reports'), target: 1.2 },
  'list: the menu of a reader': { as: 'reader', step: get('/api/auth/group_reports/get/config/menu/reports'), target: 1.2 },
  'list: the start page': { as: 'reader', step: get('/api/home'), target: 1.2 },
  'search: one registered report': { as: 'administrator', step: get('/api/reports?q={last}'), target: 1.2 },
  'search: a fifth of the registered reports': { as: 'administrator', step: get('/api/reports?q=sales'), target: 3 },
  'search: one report group': { as: 'administrator', step: get('/api/report_groups?q=area+{last_group}'), target: 1.2 },
  'search: a fifth of what a reader sees': { as: 'reader', step: get('/api/search?q=sales'), target: 1.2 },
  'search: nearly the right word': { as: 'reader', step: get('/api/search?q=custmers'), target: 1.2 },
  'decide: may I see it': {
    as: 'reader',
    step: post('/api/auth/report_view/check/exist/report', '{"reportId":"{report}"}'),
    target: 1.2,
  },
  'decide: why': { as: 'administrator', step: get('/api/reports/{report}/access/{member}'), target: 1.2 },
  'decide: audit of permissions': { as: 'administrator', step: get('/api/report_permissions'), target: 1.2 },
  'decide: audit of permissions by report': { as: 'administrator', step: get('/api/report_permissions?sort=title'), target: 1.2 },
  'decide: audit of permissions, one person': {
    as: 'administrator',
    step: get('/api/report_permissions?membership_id={member}'),
    target: 1.2,
  },
  'decide: audit of permissions, one report': {
    as: 'administrator',
    step: get('/api/report_permissions?report_id={report}'),
    target: 1.2,
  },
  'decide: audit of permissions, by groups': {
    as: 'administrator',
    step: get('/api/report_permissions?through=user_group'),
    target: 1.2,
  },
  'open: data and token': { as: 'reader', step: post('/api/my_reports/{report}/open'), target: 1.2 },
  'open: as somebody sees it': { as: 'administrator', step: post('/api/reports/{report}/access/{member}/open'), target: 1.2 },
};

type Variables = Session & { report: string; member: string; last: string; last_group: string };
type People = { administrator: Variables[]; reader: Variables[] };

const people = [2, 27, 52, 77];

/** Four readers, each with a report of their own, and the administrator who asks about them. */
async function peopleOf(server: Server, ownerUrl: string, { unit, ...words }: (typeof units)[Size]): Promise<People> {
  const session = await signIn(server, administrator(unit));
  await connectReports(server, session, ownerUrl, unit);
  const found = people.map(async (number) => {
    const own = await signIn(server, reader(unit, number));
    const { data: mine } = await ask<{ data: { id: string }[] }>(server, own, 'GET', '/api/my_reports');
    const [{ id: member }] = await asOwner(ownerUrl, async (client) => {
      const members = 'select m.id from membership m join person p on p.id = m.person_id where p.email = $1';
      return (await client.query<{ id: string }>(members, [reader(unit, number)])).rows as [{ id: string }];
    });
    return { ...own, ...words, report: mine[0]?.id ?? '', member };
  });
  const readers = await Promise.all(found);
  return { reader: readers, administrator: readers.map(({ report, member }) => ({ ...session, ...words, report, member })) };
}

export const measureTenfold: Measurement = async (bench) => {
  const database = await bench.data.load('tenfold', { fresh: true });
  const reporting = await startService();
  const origins = { ENTRA_URL: reporting.origin, POWERBI_URL: reporting.origin, ARM_URL: reporting.origin };
  const portal = await startPortal(database, origins);
  try {
    const everybody = {
      usual: await peopleOf(portal, database.ownerUrl, units.usual),
      large: await peopleOf(portal, database.ownerUrl, units.large),
    };
    const lines: Line[] = [];
    for (const [what, { as, step, target }] of Object.entries(questions)) {
      const round = (size: Size) => load(bench, portal, jobOf(everybody[size][as], step));
      const samples = await interleave({ usual: () => round('usual'), large: () => round('large') }, bench);
      const note = `${middleOf(samples.usual, 'cost').toFixed(2)} CPU-ms, large ${middleOf(samples.large, 'cost').toFixed(2)}`;
      lines.push({ row: '2e', what: `10× the unit, ${what}: cost`, ratio: ratioOf(samples.large, samples.usual, 'cost'), target, note });
    }
    return lines;
  } finally {
    await portal.stop();
    await reporting.stop();
  }
};

function jobOf(everybody: readonly Variables[], step: Step): Omit<Job, 'host' | 'port' | 'seconds'> {
  return { steps: [step], connections: everybody.map((variables) => ({ variables: { ...variables } })) };
}
