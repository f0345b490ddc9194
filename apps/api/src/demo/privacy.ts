/** Privacy requests of Aurora: one open, one almost due, one answered; and who answers for its data. */
import { privacyDays } from '@vitrine/contract/privacy/privacy.ts';
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const dayMs = 86_400_000;

export async function loadDemoPrivacy({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const asked = (days: number) => {
    const created_at = new Date(now().getTime() - days * dayMs);
    return { tenant_id, id: uuidv7(), created_at, due_at: new Date(created_at.getTime() + privacyDays * dayMs) };
  };
  const waiting = [
    { of: demoPeople.bruno, kind: 'erasure', text: 'Mudo de empresa no fim do mês.', days: 13 },
    { of: demoPeople.carla, kind: 'correction', text: 'Meu departamento agora é Distribuição.', days: 2 },
  ] as const;
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query
      .insertInto('privacy_request')
      .values(waiting.map(({ of, kind, text, days }) => ({ ...asked(days), membership_id: of.memberships[0]?.id ?? '', kind, text }))),
    sql`
      insert into tenant_setting (tenant_id, data_officer_name, data_officer_email)
      values (${tenant_id}, 'Marta Nogueira', 'privacidade@aurora.example')
      on conflict (tenant_id) do update set data_officer_name = excluded.data_officer_name, data_officer_email = excluded.data_officer_email`,
    query.insertInto('privacy_request').values({
      ...asked(30),
      membership_id: demoPeople.ana.memberships[0]?.id ?? '',
      kind: 'objection',
      text: 'Não quero receber avisos de relatórios que não uso.',
      state: 'accepted',
      answer: 'Desligamos os avisos. Você também pode fazer isto em Notificações.',
      decided_by: demoPeople.admin.id,
      decided_at: new Date(now().getTime() - 26 * dayMs),
    }),
  );
}
