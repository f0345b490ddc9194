/** Legal holds of Aurora: one that stands, for one member, and one that was lifted. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const dayMs = 86_400_000;

export async function loadDemoRetention({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const [diego, admin] = [demoPeople.diego, demoPeople.admin];
  const daysAgo = (days: number) => new Date(now().getTime() - days * dayMs);
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    sql`insert into legal_hold (tenant_id, id, membership_id, person_id, reason, created_at, created_by)
      values (${tenant_id}, ${uuidv7()}, ${diego.memberships[0]?.id ?? null}, ${diego.id},
        'Processo trabalhista 0001234-56.2026.5.04.0001: guardar os acessos até a sentença.', ${daysAgo(20)}, ${admin.id})`,
    sql`insert into legal_hold (tenant_id, id, reason, created_at, created_by, lifted_at, lifted_by)
      values (${tenant_id}, ${uuidv7()}, 'Auditoria fiscal de 2025', ${daysAgo(200)}, ${admin.id}, ${daysAgo(60)}, ${admin.id})`,
  );
}
