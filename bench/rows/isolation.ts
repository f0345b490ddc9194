/** Row 3: the list's SQL through our data layer with row-level security, against the same SQL with the tenant as a condition. */
import { openDatabase } from '@vitrine/api/platform/database/database.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Measurement } from '../bench.ts';
import { asOwner } from '../data.ts';
import { interleave, median, ratioOf, type Sample } from '../measure/rounds.ts';
import { reader } from '../servers/portal.ts';

const callsInARound = 600;

/** `of(alias)` is the condition that keeps to the tenant, or nothing where the policies do. */
function listSql(of: (alias: string) => string): string {
  return `
    with granted as (
      select a.report_id from report_grant a where ${of('a')} a.membership_id = $1 and (a.ends_on is null or a.ends_on >= current_date)
      union
      select a.report_id from user_group_member m join report_grant a on ${of('a')} a.user_group_id = m.group_id
      where ${of('m')} m.membership_id = $1 and (a.ends_on is null or a.ends_on >= current_date)
    ),
    hits as materialized (select r.id, r.title_sort from granted v join report r on ${of('r')} r.id = v.report_id where r.active)
    select r.id, r.title, r.description, g.name as group_name, s.name as subgroup_name, (select count(*) from hits) as total
    from (select * from hits order by title_sort, id limit 20) h
    join report r on ${of('r')} r.id = h.id
    join report_group g on ${of('g')} g.id = r.group_id
    left join report_subgroup s on ${of('s')} s.id = r.subgroup_id
    order by h.title_sort, h.id`;
}

/** Latencies of calls made by some callers at once. */
async function timed(concurrency: number, call: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  const caller = async (): Promise<void> => {
    while (latencies.length < callsInARound) {
      const started = performance.now();
      await call();
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return latencies;
}

async function round(call: () => Promise<unknown>): Promise<Sample> {
  return { 'p50 at 8': median(await timed(8, call)), 'p50 at 1': median(await timed(1, call)) };
}

export const measureIsolation: Measurement = async (bench) => {
  const { url, ownerUrl } = await bench.data.load('p10k');
  const who = await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ tenant_id: string; id: string }>(
      'select m.tenant_id, m.id from membership m join person p on p.id = m.person_id where p.email = $1',
      [reader(4, 42)],
    );
    return rows[0];
  });
  if (!who) throw new Error('The data set has no such person');
  const database = openDatabase({ url });
  const bare = new pg.Pool({ connectionString: ownerUrl, max: 10 });
  try {
    const scoped = sql.raw<{ id: string }>(listSql(() => '').replaceAll('$1', `'${who.id}'::uuid`));
    const literal = listSql((alias) => `${alias}.tenant_id = '${who.tenant_id}' and`).replaceAll('$1', `'${who.id}'::uuid`);
    const ours = await database.run({ kind: 'tenant', tenant_id: who.tenant_id, read_only: true }, scoped);
    const theirs = await bare.query<{ id: string }>({ name: 'list', text: literal });
    const ids = (rows: { id: string }[]): string => rows.map(({ id }) => id).join();
    if (ours.length !== 20 || ids(ours) !== ids(theirs.rows)) throw new Error('The two ways answer different rows');
    const samples = await interleave(
      {
        run: () => round(() => database.run({ kind: 'tenant', tenant_id: who.tenant_id, person_id: null, read_only: true }, scoped)),
        bare: () => round(() => bare.query({ name: 'list', text: literal })),
      },
      { rounds: bench.rounds * 2 },
    );
    return [
      { row: '3', what: 'isolation: p50 of 8 connections', ratio: ratioOf(samples.run, samples.bare, 'p50 at 8'), target: 1.25 },
      { row: '3', what: 'isolation: p50 of 1 connection', ratio: ratioOf(samples.run, samples.bare, 'p50 at 1'), target: null },
    ];
  } finally {
    await Promise.all([database.close(), bare.end()]);
  }
};
