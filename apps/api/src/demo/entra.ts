/**
 * People of Serra come in by the local Entra: Tiago and Sofia are invited, whoever else is in the directory gets an account at the first
 * sign-in, and whoever is in its group of operations manages routes.
 */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoGroups, demoPeople, demoUnits } from './people.ts';

export async function loadDemoEntra({ database }: Services): Promise<void> {
  // Only a portal that started the local service gets here: an installation without it never loads this.
  const { demoApplication, demoOperations } = await import('@vitrine/emulator/definitions/demo.ts');
  const { id: tenant_id } = demoUnits.serra;
  const id = uuidv7();
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('entra_directory').values({
      tenant_id,
      id,
      name: 'Serra no Microsoft Entra',
      directory_id: demoApplication.tenant_id,
      email_domains: ['serra.example', 'matriz.serra.example'],
      first_time: true,
    }),
    query.insertInto('entra_group').values({
      tenant_id,
      entra_directory_id: id,
      value: demoOperations.id,
      name: demoOperations.name,
      group_id: demoGroups.serra_rotas.id,
    }),
    // The head office has no passwords of the portal; the franchises keep theirs.
    query
      .updateTable('tenant_setting')
      .set({ password_off_domains: ['matriz.serra.example'] })
      .where('tenant_id', '=', tenant_id),
    sql`insert into entra_identity (tenant_id, membership_id, entra_directory_id)
      select ${tenant_id}::uuid, m.id, ${id}::uuid from membership m where m.person_id = any (${[demoPeople.serra_leitor.id, demoPeople.serra_admin.id]}::uuid[])`,
  );
}
