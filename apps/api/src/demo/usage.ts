/** A year of reading, made by the database: more on weekdays, in the morning and from month to month; some reports hardly ever. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Services } from '../core/context.ts';
import { countDays } from '../features/reportUsage/usageDays.jobs.ts';
import type { DemoUnit } from './people.ts';
import { demoUnits } from './people.ts';

const days = 364;
/** A quarter at a time: on a slow machine a statement of the whole year would take longer than one may. */
const slice = 91;

/** Between 0 and 1, always the same for the same words. */
const chance = (...words: string[]) => sql.raw(`((hashtextextended(concat_ws('/', ${words.join(', ')}), 7) & 65535) / 65536.0)`);

const views = (now: Date, timezone: string, daysAgo: number) => sql`
  insert into report_view (tenant_id, id, report_id, person_id, actor_id, embed_token_id, opened_at, seconds)
  select r.tenant_id, uuid_v7(), r.id, m.person_id, m.person_id, 'demo',
    (d.day::timestamp + make_interval(hours => (array[7, 8, 8, 9, 9, 9, 10, 10, 11, 13, 14, 14, 15, 15, 16, 17, 18, 21])[1 + floor(18 * ${chance('d.day', 'm.id', 'r.title', "'hour'")})::int],
      mins => floor(60 * ${chance('d.day', 'm.id', 'r.title', "'minute'")})::int)) at time zone ${timezone},
    20 + floor(700 * power(${chance('d.day', 'm.id', 'r.title', "'seconds'")}, 2))::int
  from generate_series(
    (${now}::timestamptz at time zone ${timezone})::date - ${daysAgo}::int,
    (${now}::timestamptz at time zone ${timezone})::date - ${daysAgo - slice + 1}::int, '1 day') as d (day)
  cross join membership m cross join report r
  where m.state = 'A' and r.title <> 'Cinema'
    and ${chance('d.day', 'm.id', 'r.title')} <
      0.62 * power(${chance('r.title', "'liked'")}, 1.5) * power(${chance('m.id', "'keen'")}, 0.5)
      * case when extract(isodow from d.day) > 5 then 0.12 else 1 end
      * (0.35 + 0.65 * (d.day::date - (${now}::timestamptz::date - ${days}::int)) / ${days}::float)`;

/** One opening in fifty shows nothing; one in five is on a phone, where everything takes longer. */
const pages = sql`
  insert into report_page_view (tenant_id, id, view_id, page, device, origin, load_ms, render_ms, shown_at)
  select v.tenant_id, uuid_v7(), v.id, 'Visão geral', case when ${chance('v.id', "'phone'")} < 0.2 then 'phone' else 'desktop' end, 'viewer',
    (700 + 5200 * power(${chance('v.id', "'load'")}, 4) + case when ${chance('v.id', "'phone'")} < 0.2 then 900 else 0 end)::int,
    (900 + 6200 * power(${chance('v.id', "'load'")}, 4))::int, v.opened_at + interval '2 seconds'
  from report_view v where v.embed_token_id = 'demo' and ${chance('v.id', "'shown'")} > 0.02`;

/** An id as `uuid_v7` makes it, of a moment in the past: the log is read in the order of its ids. */
const idOf = (moment: RawBuilder<unknown>) => sql`(
  overlay(lpad(to_hex(floor(extract(epoch from ${moment}) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
  || substring(gen_random_uuid()::text from 20)
)::uuid`;

/** Once in twenty openings a report that may be exported is taken away. */
const exported = sql`
  insert into audit_log (id, tenant_id, at, actor_id, person_id, action, object_type, object_id)
  select ${idOf(sql`v.opened_at`)}, v.tenant_id, v.opened_at, v.person_id, v.person_id, 'report.export', 'report', v.report_id::text
  from report_view v join report r on r.id = v.report_id
  where v.embed_token_id = 'demo' and r.allow_export and ${chance('v.id', "'export'")} < 0.05`;

export async function loadDemoUsage({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  for (const unit of Object.keys(demoUnits) as DemoUnit[]) {
    const { id: tenant_id, timezone } = demoUnits[unit];
    const quarters = Array.from({ length: days / slice }, (_, index) => views(now(), timezone, days - index * slice));
    const statements = [...quarters, pages, exported, countDays(timezone, now(), days + 1)];
    await database.runEach({ kind: 'tenant', tenant_id, action: 'demo.load' }, statements);
  }
}
