/** Row 6: the people of a large unit, listed, searched and changed; and 10,000 of them from a file. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bench, type Line, type Measurement, load } from '../bench.ts';
import { asOwner } from '../data.ts';
import type { Job, Step } from '../load/job.ts';
import { interleave, ratioOf, type Sample } from '../measure/rounds.ts';
import { administrator, ask, type Session, signIn, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';

/** People of the units of `people`; the last one's come from files. */
export const usual = { unit: 1, people: 10_000 };
export const large = { unit: 2, people: 100_000 };
const importing = 3;
const importRows = 10_000;

export async function fillUnits(ownerUrl: string): Promise<void> {
  const template = await readFile(fileURLToPath(new URL('../data/people.sql', import.meta.url)), 'utf8');
  await asOwner(ownerUrl, async (client) => {
    for (const { unit, people } of [usual, large])
      await client.query(template.replaceAll('$unit', String(unit)).replaceAll('$count', String(people)));
    await client.query('vacuum (analyze) person, membership');
  });
}

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };
type Work = Omit<Job, 'host' | 'port' | 'seconds'>;

const get = (path: string): Step => ({ method: 'GET', path, headers, expect: 200 });
const work = (session: Session, steps: readonly Step[]): Work => ({
  steps,
  connections: Array.from({ length: 4 }, () => ({ variables: { ...session } })),
});

/** Each connection changes a person of its own again and again. */
async function editJob(server: Server, session: Session): Promise<Work> {
  const { data } = await ask<{ data: { id: string; name: string; email: string }[] }>(
    server,
    session,
    'GET',
    '/api/users?q=crowd&per_page=4',
  );
  const connections = await Promise.all(
    data.map(async ({ id, name, email }) => {
      const { version } = await ask<{ version: number }>(server, session, 'GET', `/api/users/${id}`);
      return { variables: { ...session, id, name, email, version: String(version) } };
    }),
  );
  const body = '{"name":"{name}","email":"{email}","department":"Desk {n}","version":{version}}';
  return { steps: [{ method: 'PUT', path: '/api/users/{id}', headers, body, expect: 200, keep: ['version'] }], connections };
}

async function growth(bench: Bench, server: Server, sessions: Record<'usual' | 'large', Session>): Promise<Line[]> {
  const jobs = {
    'the first page': async (session: Session) => work(session, [get('/api/users')]),
    'a search for one of them': async (session: Session) => work(session, [get('/api/users?q=crowd777@')]),
    'a change': (session: Session) => editJob(server, session),
  };
  const lines: Line[] = [];
  for (const [what, jobOf] of Object.entries(jobs)) {
    const round = async (session: Session) => load(bench, server, await jobOf(session));
    const samples = await interleave({ usual: () => round(sessions.usual), large: () => round(sessions.large) }, bench);
    const ratio = ratioOf(samples.large, samples.usual, 'cost');
    lines.push({ row: '6a', what: `10× the people, ${what}: cost`, ratio, target: 1.2 });
  }
  return lines;
}

let files = 0;

/** Rows of a file that nobody had before; one in a hundred has no address. */
function nextRows(): { name: string; email: string }[] {
  files++;
  return Array.from({ length: importRows }, (_, index) => ({
    name: `Imported ${index}`,
    email: index % 100 === 7 ? 'no address' : `import${files}-${index}@bench.example`,
  }));
}

type Import = { id: string; version: number; state: string; success: number };

async function upload(server: Server, { authorization, cookie, xsrf }: Session, file: string): Promise<Import> {
  const headers = { authorization, cookie, 'x-xsrf-token': xsrf, lang: 'pt-BR', 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${server.origin}/api/user_imports?name=bench.csv`, { method: 'POST', headers, body: file });
  if (!answer.ok) throw new Error(`The file was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Import;
}

/** From the upload to the last row's result. */
async function throughPortal(server: Server, session: Session): Promise<Sample> {
  const file = ['Nome;E-mail', ...nextRows().map(({ name, email }) => `${name};${email}`)].join('\r\n');
  const started = performance.now();
  const { id, version } = await upload(server, session, file);
  let now = await ask<Import>(server, session, 'POST', `/api/user_imports/${id}/start`, { ignore_errors: true, version });
  while (now.state === 'running') {
    await setTimeout(50);
    now = await ask<Import>(server, session, 'GET', `/api/user_imports/${id}`);
  }
  if (now.success !== importRows * 0.99) throw new Error(`${now.success} of ${importRows} rows were imported`);
  return { wall: performance.now() - started };
}

/** The same rows checked and written with their audit lines, in one statement that no trigger follows. */
async function throughLimit(ownerUrl: string): Promise<Sample> {
  const rows = nextRows();
  const started = performance.now();
  const good = new Map(rows.filter(({ email }) => /^[^\s@]+@[^\s@]+$/.test(email)).map((row) => [row.email, row]));
  await asOwner(ownerUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `with w as (select gen_random_uuid() as person_id, gen_random_uuid() as id, * from jsonb_to_recordset($1::jsonb) as r (name text, email text)),
        unit as (select id as tenant_id from tenant where subdomain = $2),
        p as (insert into person (id, name, email) select person_id, name, email from w),
        m as (
          insert into membership (tenant_id, id, person_id, role, name_sort, search)
          select tenant_id, id, person_id, 'user', search_text(name), search_text(name || ' ' || email) from w, unit returning *
        )
      insert into audit_log (tenant_id, action, object_type, object_id, after)
      select tenant_id, 'user_import.start', 'membership', id, to_jsonb(m) from m`,
      [JSON.stringify([...good.values()]), `unit-${String(importing).padStart(4, '0')}`],
    );
  });
  return { wall: performance.now() - started };
}

export const measurePeople: Measurement = async (bench) => {
  const database = await bench.data.load('people', { fresh: true });
  await fillUnits(database.ownerUrl);
  const portal = await startPortal(database);
  try {
    const sessionOf = (unit: number) => signIn(portal, administrator(unit));
    const lines = await growth(bench, portal, { usual: await sessionOf(usual.unit), large: await sessionOf(large.unit) });
    const session = await sessionOf(importing);
    const samples = await interleave(
      { portal: () => throughPortal(portal, session), limit: () => throughLimit(database.ownerUrl) },
      { rounds: Math.min(3, bench.rounds) },
    );
    const ratio = ratioOf(samples.portal, samples.limit, 'wall');
    return [
      ...lines,
      { row: '6b', what: '10,000 people from a file: time', ratio, target: null, note: 'limit: one statement, no invitations' },
    ];
  } finally {
    await portal.stop();
  }
};
