/** The demo has had its summary of the last week: what the use of the demo says, read already. */
import { sql } from 'kysely';
import type { Services } from '#domain/serving/context.ts';
import { adviseUnit, usagePage } from '#domain/weeklySummary/weeklySummary.rules.ts';
import { summaryValues } from '#domain/weeklySummary/weeklySummaryMail.ts';
import { readUnitWeek, weekBefore } from '#domain/weeklySummary/figures.ts';
import { scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { dayIn } from '#domain/access/accessRules.ts';
import type { DemoUnit } from './people.ts';
import { demoPeople, demoUnits } from './people.ts';

/** The Monday that was last, which may be today. */
function lastMonday(timezone: string, now: Date): string {
  const day = new Date(dayIn(timezone, now));
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

export async function loadDemoWeeklySummary({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  for (const unit of Object.keys(demoUnits) as DemoUnit[]) {
    const { id: tenant_id, timezone } = demoUnits[unit];
    const monday = lastMonday(timezone, now());
    const ctx = scoped(database, { kind: 'tenant', tenant_id, action: 'demo.load' });
    await ctx.run(sql`update usage_count set summarised = ${monday}::date`);
    if (unit !== 'aurora') continue;
    const week = await readUnitWeek({ ...ctx, now }, monday, timezone);
    const values = JSON.stringify(summaryValues(weekBefore(monday).until, week, adviseUnit(week)));
    await ctx.run(sql`
      insert into notification (tenant_id, id, person_id, kind, "values", link, created_at, read_at, read_by)
      select ${tenant_id}, ${uuidv7()}, ${demoPeople.admin.id}, 'weekly_summary', ${values}::jsonb, ${usagePage}, at, at, 'portal'
      from (select least(${monday}::date::timestamp at time zone ${timezone} + interval '8 hours', ${now()}::timestamptz) as at) as eight`);
  }
  await database.run(
    { kind: 'operator', action: 'demo.load' },
    sql`insert into partner_summary (partner_id, week) select id, ${lastMonday('America/Sao_Paulo', now())}::date from partner`,
  );
}
