/** The audit log with its chain as a file: a head, an entry a line, and an end, so that a file that was cut off is not taken for a whole one. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';

const entriesAtOnce = 2000;

type Head = { unit: { id: string; name: string }; base: { number: number; seal: string } | null; seals: object[] };

const jsonLine = (content: object): Buffer => Buffer.from(`${JSON.stringify(content)}\n`);

export async function* proofRows(ctx: Context): AsyncGenerator<Buffer> {
  const [head] = await ctx.run(sql<Head>`
    select (select jsonb_build_object('id', id, 'name', name) from tenant where id = ${ctx.actor.tenant_id}) as unit,
      (select jsonb_build_object('number', number, 'seal', encode(link_hash, 'hex')) from audit_anchor
        where number < (select min(number) from audit_proof) order by number desc limit 1) as base,
      (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'number', number, 'seal', encode(link_hash, 'hex')) order by day), '[]') from audit_anchor) as seals`);
  yield jsonLine({ format: 'vitrine-audit-proof', version: 1, made_at: ctx.now().toISOString(), ...head });
  let last = head?.base?.number ?? 0;
  for (;;) {
    // Texts as the database hashes them.
    const entries = await ctx.run(sql<{ n: string; entry: string }>`
      select p.number::text as n, jsonb_build_object('n', p.number, 'kind', p.kind, 'id', p.log_id, 'at', proof_moment(p.at), 'salt', encode(p.salt, 'hex'),
        'hashes', jsonb_build_array(encode(p.before_hash, 'hex'), encode(p.after_hash, 'hex'), encode(p.ip_hash, 'hex')),
        'content', encode(p.content_hash, 'hex'), 'link', encode(p.link_hash, 'hex'),
        'line', case when p.kind = 'line' and a.id is not null then jsonb_build_object('at', proof_moment(a.at), 'actor_id', a.actor_id, 'person_id', a.person_id,
          'action', a.action, 'object_type', a.object_type, 'object_id', a.object_id, 'request_id', a.request_id, 'before', a.before::text,
          'after', a.after::text, 'ip', host(a.ip)) end)::text as entry
      from audit_proof p left join audit_log a on a.tenant_id = p.tenant_id and a.id = p.log_id
      where p.number > ${last} order by p.number limit ${sql.lit(entriesAtOnce)}`);
    for (const { entry } of entries) yield Buffer.from(`${entry}\n`);
    last = Number(entries.at(-1)?.n ?? last);
    if (entries.length < entriesAtOnce) break;
  }
  yield jsonLine({ end: last });
}
