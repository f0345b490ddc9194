/** The chain over a unit's audit log: read, checked, and taken along (docs/decisions/030-a-log-that-proves-itself.md). */
import * as contract from '@vitrine/contract/audit/auditProof.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { translate } from '#platform/translate.ts';
import { proofRows } from './proofFile.ts';
import { verifierIn } from './verifier.ts';

const faultsNamed = 100;

const hex = (column: string) => sql<string>`encode(${sql.ref(column)}, 'hex')`;

async function state(ctx: Context): Promise<Answer<typeof contract.state>> {
  const [[chain], seals] = await ctx.run(
    sql<{ entries: string; sealed_until: string | null }>`
      select c.number::text as entries, (select a.at from audit_log a where a.tenant_id = c.tenant_id and a.id = c.last_id) as sealed_until
      from audit_chain c`,
    sql<{ day: string; seal: string }>`select day, ${hex('link_hash')} as seal from audit_anchor order by day desc`,
  );
  return { entries: Number(chain?.entries ?? 0), sealed_until: chain?.sealed_until ?? null, seals };
}

/** Where a check goes on: after an entry, or from what is left of the oldest ones, which went with their lines. */
const beginning = (after: number) => sql`
  select number, link_hash from audit_proof where number = ${after}
  union all select number, link_hash from audit_anchor
    where ${after} = 0 and number < (select min(number) from audit_proof) order by number desc limit 1`;

async function check(ctx: Context, after: number): Promise<Answer<typeof contract.check>> {
  type Part = { checked: number; last: string | null; faults: contract.ProofFault[] };
  const [part] = await ctx.run(sql<Part>`
    with start as (select number, link_hash from (${beginning(after)}) s union all select 0, sha256('') where ${after} = 0 order by number desc limit 1),
    part as materialized (
      select c.* from start, check_proof(start.number, start.link_hash, ${sql.lit(contract.entriesAtOnce)}) c),
    bounds as (
      select (select p.log_id from audit_proof p where p.kind = 'line' and p.number <= start.number order by p.number desc limit 1) as beyond,
        (select p.log_id from audit_proof p join part using (number) where p.kind = 'line' order by p.number desc limit 1) as until from start),
    found as (
      select part.fault as kind, part.log_id as id, coalesce(a.at, p.at) as at, a.action, a.object_type
      from part join audit_proof p using (number) left join audit_log a on a.id = part.log_id where part.fault is not null
      union all
      select 'inserted', a.id, a.at, a.action, a.object_type from audit_log a, bounds
      where a.id > coalesce(bounds.beyond, '00000000-0000-0000-0000-000000000000') and a.id <= bounds.until
        and not exists (select from audit_proof p where p.log_id = a.id)
      union all
      select 'seal', null, n.day::timestamptz, null, null from audit_anchor n join part using (number) where n.link_hash <> part.link_hash
      order by at limit ${sql.lit(faultsNamed)})
    select (select count(*)::int from part) as checked, (select max(number)::text from part) as last,
      (select coalesce(jsonb_agg(to_jsonb(found)), '[]') from found) as faults`);
  const { checked = 0, last = null, faults = [] } = part ?? {};
  return { next: checked < contract.entriesAtOnce || last === null ? null : Number(last), checked, faults };
}

export function auditProof(serve: Serve): void {
  serve(contract.state, (ctx) => state(ctx));
  serve(contract.check, (ctx, { query: { after } }) => check(ctx, after));
  serve(contract.file, (ctx) => ({
    file_name: `${translate(ctx.request.locale, 'auditProof:file_name')} ${ctx.now().toISOString().slice(0, 10)}.ndjson`,
    content_type: 'application/x-ndjson',
    content: Readable.from(proofRows(ctx), { objectMode: false }),
  }));
  serve(contract.verifier, ({ request: { locale } }, { query: { kind } }) => verifierIn(locale, kind));
}
