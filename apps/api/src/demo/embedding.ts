/** Delta shows its reports in an intranet: switch, secret, site and released reports, and readers of the last two months. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { secretPlace } from '#features/embedding/embedding/secret.ts';
import { newToken } from '#platform/secrets/tokens.ts';
import { demoUnits } from './people.ts';

/** The customer's intranet, and the example of `packages/embed`, so that it can be tried beside the demo. */
const sites = ['https://intranet.delta.example', 'http://127.0.0.1:4700'];
const readers = { thisMonth: 18, lastMonth: 31 } as const;

export async function loadDemoEmbedding({ database, secrets, now }: Services): Promise<void> {
  const { id: tenant_id } = demoUnits.delta;
  const month = (back: number) => sql`(date_trunc('month', ${now()}::timestamptz) - ${back} * interval '1 month')::date`;
  const readersOf = (back: number, count: number) => sql`
    insert into embedded_reader (tenant_id, month, reader_hash)
    select ${tenant_id}::uuid, ${month(back)}, sha256(convert_to(n::text, 'utf8')) from generate_series(1, ${count}::int) as n`;
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    sql`update tenant_setting set value = value || '{"enable_embedded":true}', token_embedded = ${secrets.encrypt(newToken(), secretPlace(tenant_id))}`,
    sql`insert into embedding (tenant_id, secret_made_at, origins) values (${tenant_id}, ${now()}, ${sites})`,
    sql`insert into embedded_report (tenant_id, report_id) select tenant_id, id from report order by title, id limit 2`,
    readersOf(0, readers.thisMonth),
    readersOf(1, readers.lastMonth),
  );
}
