/** Row 7: 100,000 rows of a filtered list as a file: people, audit log, audit of permissions. */
import { fileURLToPath } from 'node:url';
import type { Bench, Line, Measurement } from '../bench.ts';
import { asOwner } from '../data.ts';
import { openConnection } from '../load/connection.ts';
import { cpuMs, peakMiB, resetPeak } from '../measure/processes.ts';
import { interleave, median, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { administrator, type Session, signIn, startPortal } from '../servers/portal.ts';
import { type Server, startServer } from '../servers/server.ts';

const inMemoryProgram = fileURLToPath(new URL('../limit/inMemory.ts', import.meta.url));

/** `rate` is the least part of COPY's rate. COPY decides nothing, so where each line is a decision there is no target. */
type Exported = { path: string; rows: number; rate: number | null; sql: string };

/** The same rows and columns, asked for by one statement without a wall between tenants; there is one unit only. */
const lists: Record<string, Exported> = {
  people: {
    path: '/api/users/export?role=user',
    rows: 99_999,
    rate: 0.18,
    sql: `select p.name, p.email, p.phone, m.role, m.state, (
        select string_agg(g.name, ' | ') from user_group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
        where gm.tenant_id = m.tenant_id and gm.membership_id = m.id
      ) as groups, m.department, p.language, u.last_used_at, m.created_at
      from membership m join person p on p.id = m.person_id left join unit_use u on u.person_id = m.person_id and u.tenant_id = m.tenant_id
      where m.role = 'user' order by m.name_sort, m.id`,
  },
  'the audit log': {
    path: '/api/audit/export?object_type=report',
    rows: 100_000,
    rate: 0.18,
    sql: `select a.at, actor.name, actor.email, a.action, a.object_type, a.object_id, host(a.ip), a.before, a.after
      from audit_log a join person actor on actor.id = a.actor_id where a.object_type = 'report' order by a.id desc`,
  },
  'the audit of permissions': {
    path: '/api/report_permissions/export?through=membership',
    rows: 100_000,
    rate: null,
    sql: `select p.name, p.email, m.department, r.title, g.name as group_name, 'membership' as through, 'sees' as state, '' as rows, ra.permission_edit, ra.ends_on
      from report_grant ra join membership m on m.tenant_id = ra.tenant_id and m.id = ra.membership_id join person p on p.id = m.person_id
      join report r on r.tenant_id = ra.tenant_id and r.id = ra.report_id join report_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
      order by m.name_sort, m.id, r.title_sort, r.id`,
  },
};

/** Changes of reports, by everybody in turn. */
function fillAudit(ownerUrl: string): Promise<void> {
  return asOwner(ownerUrl, async (client) => {
    await client.query(`
      insert into audit_log (tenant_id, actor_id, person_id, action, object_type, object_id, before, after, ip)
      select m.tenant_id, m.person_id, m.person_id, 'report.update', 'report', m.id::text,
        jsonb_build_object('title', 'Report', 'version', 1), jsonb_build_object('title', 'Report of ' || m.name_sort, 'version', 2), '127.0.0.1'
      from membership m`);
    await client.query('vacuum (analyze) audit_log, membership, report_grant');
  });
}

type Read = { milliseconds: number; bytes: number };

async function read(url: string, headers: Record<string, string> = {}): Promise<Read> {
  const started = performance.now();
  const answer = await fetch(url, { headers });
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).byteLength;
  return { milliseconds: performance.now() - started, bytes };
}

/** The longest latency of a trivial request while something else is running, and peak memory. */
async function beside<T>(server: Server, path: string, work: () => Promise<T>): Promise<{ result: T; stall: number; memory: number }> {
  const connection = await openConnection(server.host, server.port);
  const request = `GET ${path} HTTP/1.1\r\nhost: ${server.host}\r\n\r\n`;
  let stall = 0;
  const watch = { isOver: false };
  resetPeak(server.pid);
  const pinging = (async () => {
    while (!watch.isOver) {
      const sent = performance.now();
      await connection.send(request);
      stall = Math.max(stall, performance.now() - sent);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  // Told below; until then nobody waits for it.
  pinging.catch(() => {});
  try {
    const result = await work();
    return { result, stall, memory: peakMiB(server.pid) };
  } finally {
    watch.isOver = true;
    await pinging;
    connection.close();
  }
}

async function throughPortal(
  portal: Server,
  session: Session,
  { path, rows }: Exported,
  format: string,
  postmaster: number,
): Promise<Sample> {
  const { authorization, cookie } = session;
  const url = `${portal.origin}${path}&format=${format}`;
  const before = cpuMs([portal.pid, postmaster]);
  const { result, stall, memory } = await beside(portal, '/api/health/alive', () => read(url, { authorization, cookie, lang: 'pt-BR' }));
  const cost = cpuMs([portal.pid, postmaster]) - before;
  return { cost, time: result.milliseconds, rate: rows / result.milliseconds, bytes: result.bytes, stall, memory };
}

async function throughCopy(ownerUrl: string, { sql, rows }: Exported, postmaster: number): Promise<Sample> {
  return asOwner(ownerUrl, async (client) => {
    const before = cpuMs([postmaster]);
    const started = performance.now();
    const { rowCount } = await client.query(`copy (${sql}) to stdout (format csv)`);
    if (rowCount !== rows) throw new Error(`COPY told ${rowCount} rows, not ${rows}`);
    return { rate: rows / (performance.now() - started), cost: cpuMs([postmaster]) - before };
  });
}

async function throughMemory(ownerUrl: string, { sql }: Exported): Promise<Sample> {
  const server = await startServer(inMemoryProgram, { DATABASE_URL: ownerUrl, EXPORTED: sql }, '/ping');
  try {
    const { result, stall, memory } = await beside(server, '/ping', () => read(`${server.origin}/export`));
    return { time: result.milliseconds, stall, memory };
  } finally {
    await server.stop();
  }
}

/** Number of lines of the portal's file, to check that none is missing. */
async function requireAll(portal: Server, { authorization, cookie }: Session, { path, rows }: Exported): Promise<void> {
  const answer = await fetch(`${portal.origin}${path}&format=csv`, { headers: { authorization, cookie, lang: 'pt-BR' } });
  const lines = (await answer.text()).trimEnd().split('\r\n').length - 1;
  if (lines !== rows) throw new Error(`${path} has ${lines} rows, not ${rows}`);
}

async function linesOf(bench: Bench, what: string, list: Exported, portal: Server, session: Session, ownerUrl: string): Promise<Line[]> {
  await requireAll(portal, session, list);
  const samples = await interleave(
    {
      csv: () => throughPortal(portal, session, list, 'csv', bench.data.postmaster),
      xlsx: () => throughPortal(portal, session, list, 'xlsx', bench.data.postmaster),
      copy: () => throughCopy(ownerUrl, list, bench.data.postmaster),
      memory: () => throughMemory(ownerUrl, list),
    },
    { rounds: Math.min(3, bench.rounds), warmUps: 0 },
  );
  const { csv, xlsx, copy, memory } = samples;
  const thousands = (rate: number) => `${rate.toFixed(0)}k rows a second`;
  const stalls = `longest ${Math.max(...xlsx.map(({ stall = 0 }) => stall)).toFixed(0)} ms, in memory ${middleOf(memory, 'stall').toFixed(0)} ms`;
  return [
    {
      row: '7',
      what: `100,000 rows of ${what}, CSV: rate against COPY`,
      ratio: ratioOf(csv, copy, 'rate'),
      target: list.rate,
      atLeast: true,
      note: `${thousands(middleOf(csv, 'rate'))}, COPY ${thousands(middleOf(copy, 'rate'))}`,
    },
    { row: '7', what: `${what}: CSV against COPY, cost`, ratio: ratioOf(csv, copy, 'cost'), target: null },
    { row: '7', what: `${what}: XLSX against CSV, time`, ratio: ratioOf(xlsx, csv, 'time'), target: 4 },
    {
      row: '7',
      what: `${what}: XLSX, peak memory against a workbook in memory`,
      ratio: ratioOf(xlsx, memory, 'memory'),
      target: null,
      note: `${median(xlsx.map(({ memory: own = 0 }) => own)).toFixed(0)} MiB, in memory ${middleOf(memory, 'memory').toFixed(0)} MiB`,
    },
    { row: '7', what: `${what}: XLSX, longest stall against in memory`, ratio: ratioOf(xlsx, memory, 'stall'), target: 0.02, note: stalls },
  ];
}

export const measureExports: Measurement = async (bench) => {
  const database = await bench.data.load('exported');
  await fillAudit(database.ownerUrl);
  const portal = await startPortal(database);
  try {
    const session = await signIn(portal, administrator(1));
    const lines: Line[] = [];
    for (const [what, list] of Object.entries(lists)) lines.push(...(await linesOf(bench, what, list, portal, session, database.ownerUrl)));
    return lines;
  } finally {
    await portal.stop();
  }
};
