/** Lines of the audit log that are old enough for its chain, and what somebody does to them past the portal. */
import { sql } from 'kysely';
import { anchorAudit, sealAudit } from '#features/audit/auditProof/sealing.jobs.ts';
import type { World } from './world.ts';

/** Lines of the last hours with their entries, and the seal of today. */
export async function sealLines(world: World, tenant_id: string, count: number): Promise<void> {
  await world.owner.run(sql`
    insert into audit_log (id, tenant_id, at, action, object_type, after)
    select (left(first_id_of(now() - n * interval '1 hour')::text, 24) || lpad(n::text, 12, '0'))::uuid, ${tenant_id}::uuid,
      now() - n * interval '1 hour', 'user_group.add', 'user_group', '{"name":"Norte"}' from generate_series(1, ${count}::integer) n`);
  await world.runJobs(sealAudit);
  world.setTime(new Date(Date.now() + 86_400_000));
  await world.runJobs(anchorAudit);
  world.setTime(null);
}

export async function sealOf(world: World, tenant_id: string): Promise<string> {
  const [anchor] = await world.owner.run(
    sql<{ seal: string }>`select encode(link_hash, 'hex') as seal from audit_anchor where tenant_id = ${tenant_id}`,
  );
  return anchor?.seal ?? '';
}

/** Changes the line of an entry as whoever owns the database can. */
export async function alterLine(world: World, tenant_id: string, number: number): Promise<void> {
  await world.owner.run(sql`
    update audit_log set after = '{"name":"Sul"}'
    where id = (select log_id from audit_proof where tenant_id = ${tenant_id} and number = ${number})`);
}
