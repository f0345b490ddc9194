/** Domains of the demo in each state, and what the demo's own name server says of them. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { demoUnits } from './people.ts';
import type { Zone } from './nameServer.ts';

const dayMs = 86_400_000;
const fee_cents = 4900;
const value = (name: string) => `vitrine-verify=demo-of-${name}`;
const record = (name: string) => `_portal-verify.${name}.aurora.example`;

/** The TXT record of the one that waits is there, its CNAME is not; both of the one that is proven. Nothing else exists. */
export const demoZone = (target: string): Zone => ({
  txt: { [record('bi')]: [value('bi')], [record('paineis')]: [value('paineis')] },
  cname: { 'paineis.aurora.example': target },
});

/** No proxy stands before the demo, so what is proven stays without a certificate; in use are the hosts that the demo opens under. */
export async function loadDemoDomains({ database, now }: Services): Promise<void> {
  const at = (days: number) => new Date(now().getTime() + days * dayMs);
  const domain = (name: string) => ({
    host: `${name}.aurora.example`,
    tenant_id: demoUnits.aurora.id,
    verify_token: value(name),
    activated_at: null,
    fee_cents,
  });
  await database.run(
    { kind: 'operator', action: 'demo.load' },
    sql`update billing_setting set domain_fee_cents = ${fee_cents}`,
    query.insertInto('domain').values({ ...domain('bi'), state: 'pending', created_at: at(0), checks_end_at: at(3) }),
    query.insertInto('domain').values({ ...domain('lojas'), state: 'pending', created_at: at(-1), approved_at: null }),
    query.insertInto('domain').values({ ...domain('paineis'), state: 'verified', created_at: at(-1), verified_at: at(0) }),
    query
      .insertInto('domain')
      .values({ ...domain('dados'), state: 'failed', failure: 'records', created_at: at(-9), checks_end_at: at(-6) }),
    query.insertInto('domain').values({
      ...domain('antigo'),
      state: 'removed',
      created_at: at(-80),
      verified_at: at(-80),
      activated_at: at(-79),
      removed_at: at(-12),
    }),
  );
}
