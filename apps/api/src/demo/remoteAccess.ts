/** Adriana has been in Ana's account twice: the receipts stand there, one of looking, one that ended before its time. Now she asks again. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoPeople, demoUnits } from './people.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

const visits = [
  {
    days: 12,
    reason: 'Conferir por que o filtro da Regional Sul volta vazio',
    minutes: 30,
    lasted: 14,
    mode: 'read',
    end_reason: 'asker',
    screens: ['dashboard', 'all_reports', 'report_view', 'all_reports'],
  },
  {
    days: 3,
    reason: 'Ajustar os avisos por e-mail, como você pediu',
    minutes: 15,
    lasted: 6,
    mode: 'full',
    end_reason: 'person',
    screens: ['dashboard', 'notifications'],
  },
] as const;

/** Real requests wait five minutes; this one has to wait until somebody tries the demo. */
const waitsMs = 7 * dayMs;

export async function loadDemoRemoteAccess({ database, now }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const { ana, admin } = demoPeople;
  const people = { asker_id: admin.id, asker_role: 'admin', membership_id: ana.memberships[0]?.id ?? '', person_id: ana.id };
  const waiting = {
    ...people,
    tenant_id,
    id: uuidv7(),
    asker_session_id: uuidv7(),
    reason: 'Ver com você por que o relatório de vendas abre sem os filtros',
    minutes: 30,
    wished: 'full',
    back_path: '/user',
    answer_until: new Date(now().getTime() + waitsMs),
  };
  const rows = visits.map(({ days, reason, minutes, lasted, mode, end_reason, screens }) => {
    const id = uuidv7();
    const asked = now().getTime() - days * dayMs;
    const after = (passed: number) => new Date(asked + passed * minuteMs);
    return {
      access: {
        tenant_id,
        id,
        ...people,
        asker_session_id: uuidv7(),
        reason,
        minutes,
        wished: mode,
        state: 'allowed',
        consent: 'asked',
        mode,
        back_path: '/user',
        created_at: after(0),
        answer_until: after(5),
        answered_at: after(1),
        started_at: after(1),
        ends_at: after(1 + minutes),
        ended_at: after(1 + lasted),
        end_reason,
        told_at: after(2 + lasted),
      },
      steps: screens.map((screen, place) => ({ tenant_id, id: uuidv7(), access_id: id, at: after(1 + place * 2), screen })),
    };
  });
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    sql`update tenant_setting set value = value || '{"allow_access_remote":true}'`,
    query.insertInto('remote_access').values(rows.map(({ access }) => access)),
    query.insertInto('remote_access').values(waiting),
    query.insertInto('remote_access_step').values(rows.flatMap(({ steps }) => steps)),
  );
}
