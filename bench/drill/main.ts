/**
 * `npm run bench -- drill`: two nodes behind nginx, PgBouncer in transaction mode, a primary with a synchronous standby, and twenty
 * people who write while parts of it fail. Ends with a table, and with an error when a promise was broken.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureLogin } from '@vitrine/api/platform/database/login.ts';
import { migrate } from '@vitrine/api/platform/database/migrate.ts';
import { root } from '../place.ts';
import { openSessions, subdomainOf } from '../servers/portal.ts';
import { freePort, type Server, startServer } from '../servers/server.ts';
import { ask, type Cluster, loginName, ownFolder, startCluster, startPooler, startProgram, urlOf } from './cluster.ts';
import { type Network, openNetwork } from './network.ts';
import { startWriters, type Write } from './writers.ts';

const writersCount = 20;
const calmMs = 4000;
const longestWaitMs = 15_000;
const masterKey = randomBytes(32).toString('base64');

/** A unit with twenty administrators. */
async function fill(ownerUrl: string): Promise<void> {
  const [partner, tenant] = [randomUUID(), randomUUID()];
  await ask(
    ownerUrl,
    `insert into partner (id, name) values ('${partner}', 'Drill'); insert into partner_setting (partner_id) values ('${partner}');
     insert into tenant (id, partner_id, name, subdomain, user_limit) values ('${tenant}', '${partner}', 'Drill', '${subdomainOf(1)}', 100);
     insert into tenant_setting (tenant_id) values ('${tenant}');
     insert into person (id, email, name) select gen_random_uuid(), 'writer' || n || '@drill.example', 'Writer ' || n from generate_series(1, ${writersCount}) n;
     insert into membership (tenant_id, id, person_id, role) select '${tenant}', gen_random_uuid(), id, 'admin' from person`,
  );
}

type Node = { port: number; network: Network; server: Server };

async function startNode(place: string, name: string, origin: string, pooler: number, direct: number, network?: Network): Promise<Node> {
  const between = network ?? (await openNetwork(pooler));
  const port = await freePort();
  const server = await startServer(
    join(root, 'apps/api/src/main.ts'),
    nodeVariables(join(place, name), origin, between.port, direct, port),
  );
  return { port, network: between, server };
}

const nodeVariables = (directory: string, origin: string, pooler: number, direct: number, port: number) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: origin,
  PORT: String(port),
  DATA_DIR: directory,
  DATABASE_URL: urlOf(pooler, loginName),
  DATABASE_DIRECT_URL: urlOf(direct, loginName),
  DATABASE_OWNER_URL: urlOf(direct),
  MASTER_KEY: masterKey,
  TRUSTED_PROXIES: '127.0.0.1',
});

/** A node that does not answer within five seconds, or says that its database is gone, is left out for ten. A write is not repeated. */
function startNginx(place: string, port: number, nodes: readonly number[]): void {
  const folder = ownFolder(join(place, 'nginx'));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log /dev/null;
     events { worker_connections 512; }
     http { access_log off; ${temporary}
       upstream portal { ${nodes.map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=10s;`).join(' ')} keepalive 32; }
       server { listen 127.0.0.1:${port};
         location / { proxy_pass http://portal; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
           proxy_set_header X-Forwarded-For $remote_addr; proxy_connect_timeout 1s; proxy_read_timeout 5s;
           proxy_next_upstream error timeout http_503; } } }`,
  );
  chmodSync(file, 0o644);
  startProgram('nginx', ['-c', file, '-e', '/dev/null']);
}

type World = {
  cluster: Cluster;
  pooler: Awaited<ReturnType<typeof startPooler>>;
  direct: Network;
  nodes: Node[];
  again: (index: number) => Promise<void>;
};

/** Faults in the order in which they happen; each leaves everything as it was, but for the last. */
const faults: { what: string; happen: (world: World) => Promise<void> }[] = [
  {
    what: 'a node is killed (SIGKILL) and started again after 10 s',
    async happen({ nodes, again }) {
      process.kill(nodes[0]?.server.pid ?? 0, 'SIGKILL');
      await sleep(10_000);
      await again(0);
    },
  },
  {
    what: 'a node is stopped (SIGSTOP) for 20 s and wakes',
    async happen({ nodes }) {
      process.kill(nodes[0]?.server.pid ?? 0, 'SIGSTOP');
      await sleep(20_000);
      process.kill(nodes[0]?.server.pid ?? 0, 'SIGCONT');
    },
  },
  { what: 'PgBouncer is killed and started again after 1 s', happen: ({ pooler }) => pooler.restart() },
  {
    what: "a node's network to the database is cut without a word for 20 s",
    async happen({ nodes }) {
      nodes[0]?.network.cut();
      await sleep(20_000);
      nodes[0]?.network.mend();
    },
  },
  {
    what: 'the primary is killed (SIGKILL), the standby promoted and the address led to it',
    async happen({ cluster, direct }) {
      cluster.killPrimary();
      await sleep(1000);
      await cluster.promote();
      direct.leadTo(cluster.standbyPort);
    },
  },
];

type Phase = { what: string; from: number; to: number };

/** The longest time in which some writer had nothing saved. */
function longestWait(writes: readonly Write[], { from, to }: Phase): number {
  const waits = Array.from({ length: writersCount }, (_, writer) => {
    const saved = writes.filter(
      (write) => write.writer === writer && write.outcome === 'saved' && write.ended >= from && write.ended <= to,
    );
    const times = [from, ...saved.map(({ ended }) => ended), to];
    return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? from)));
  });
  return Math.max(...waits);
}

function lineOf(writes: readonly Write[], phase: Phase): { text: string; waitMs: number } {
  const within = writes.filter(({ ended }) => ended >= phase.from && ended < phase.to);
  const counts = Map.groupBy(
    within.filter(({ outcome }) => outcome !== 'saved'),
    ({ outcome }) => outcome,
  );
  const errors = [...counts].map(([outcome, some]) => `${some.length} × ${outcome}`).join(', ') || 'none';
  const waitMs = longestWait(writes, phase);
  const slowest = Math.max(...within.map(({ began, ended }) => ended - began));
  const saved = within.filter(({ outcome }) => outcome === 'saved').length;
  const cells = [phase.what, saved, errors, `${(slowest / 1000).toFixed(1)} s`, `${(waitMs / 1000).toFixed(1)} s`];
  return { text: `| ${cells.join(' | ')} |`, waitMs };
}

/** What the database holds against what the writers were told. */
async function account(ownerUrl: string, writes: readonly Write[]): Promise<{ lost: number; doubled: number }> {
  const stored = await ask<{ name: string; times: number }>(
    ownerUrl,
    'select name, count(*)::int as times from report_group group by name',
  );
  const logged = await ask<{ times: number }>(
    ownerUrl,
    `select count(*)::int as times from audit_log where object_type = 'report_group' group by object_id having count(*) > 1`,
  );
  const names = new Set(stored.map(({ name }) => name));
  const lost = writes.filter(({ name, outcome }) => outcome === 'saved' && !names.has(name)).length;
  return { lost, doubled: stored.filter(({ times }) => times > 1).length + logged.length };
}

async function drill(place: string): Promise<boolean> {
  const cluster = await startCluster(place);
  const direct = await openNetwork(cluster.primaryPort);
  await migrate(urlOf(direct.port));
  await ensureLogin(urlOf(direct.port), urlOf(direct.port, loginName));
  await fill(urlOf(direct.port));
  const pooler = await startPooler(place, direct.port);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const nodes = [
    await startNode(place, 'one', origin, pooler.port, direct.port),
    await startNode(place, 'two', origin, pooler.port, direct.port),
  ];
  startNginx(
    place,
    port,
    nodes.map((node) => node.port),
  );
  const again = async (index: number) => {
    const node = nodes[index] as Node;
    const variables = nodeVariables(join(place, 'again'), origin, node.network.port, direct.port, node.port);
    node.server = await startServer(join(root, 'apps/api/src/main.ts'), variables);
  };
  const { writes, stop } = startWriters(origin, await openSessions(urlOf(direct.port), 1));
  const phases: Phase[] = [];
  const during = async (what: string, happen: () => Promise<void>) => {
    console.error(`${what} …`);
    const from = performance.now();
    await happen();
    await sleep(calmMs);
    phases.push({ what, from, to: performance.now() });
  };
  await sleep(2000);
  await during('nothing', () => sleep(calmMs));
  for (const { what, happen } of faults) await during(what, () => happen({ cluster, pooler, direct, nodes, again }));
  await stop();

  const { lost, doubled } = await account(urlOf(direct.port), writes);
  const lines = phases.map((phase) => lineOf(writes, phase));
  console.log(
    '\n| what happened | saved | what writers were told instead | slowest answer | longest wait of a writer |\n| --- | --- | --- | --- | --- |',
  );
  for (const { text } of lines) console.log(text);
  const saved = writes.filter(({ outcome }) => outcome === 'saved').length;
  console.log(`\n${saved} writes acknowledged, ${lost} lost, ${doubled} doubled.`);
  await Promise.all(nodes.map(({ server }) => server.stop()));
  for (const network of [direct, ...nodes.map((node) => node.network)]) network.close();
  pooler.stop();
  cluster.stop();
  return lost === 0 && doubled === 0 && lines.every(({ waitMs }) => waitMs <= longestWaitMs);
}

const place = mkdtempSync(join(tmpdir(), 'vitrine-drill-'));
chmodSync(place, 0o755);
process.once('exit', () => rmSync(place, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exit((await drill(place)) ? 0 : 1);
