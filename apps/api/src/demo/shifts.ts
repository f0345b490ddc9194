/** Hours of access of Aurora: all day, so that the demo always works, and a night shift that is switched off. */
import type { Services } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { demoGroups, demoUnits } from './people.ts';

const week = [0, 1, 2, 3, 4, 5, 6];

export async function loadDemoShifts({ database }: Services): Promise<void> {
  const tenant_id = demoUnits.aurora.id;
  const [always, night] = [uuidv7(), uuidv7()];
  const hours = (days: number[], start: string, end: string) => JSON.stringify(days.map((day) => ({ day, start, end })));
  await database.run(
    { kind: 'tenant', tenant_id, action: 'demo.load' },
    query.insertInto('shift').values([
      { tenant_id, id: always, name: 'Lojas, todos os dias', ranges: hours(week, '00:00', '00:00'), active: true },
      {
        tenant_id,
        id: night,
        name: 'Fechamento noturno',
        ranges: hours([1, 2, 3, 4, 5], '22:00', '06:00'),
        holidays: '["2026-12-25"]',
        active: false,
      },
    ]),
    query.insertInto('shift_user_group').values({ tenant_id, shift_id: always, user_group_id: demoGroups.lojas.id }),
    query.insertInto('shift_user_group').values({ tenant_id, shift_id: night, user_group_id: demoGroups.diretoria.id }),
  );
}
