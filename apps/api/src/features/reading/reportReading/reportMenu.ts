/** The menu: groups in their order, with subgroups and reports. Groups without a visible report are left out. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reading/reportReading.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { coverOf } from '#domain/reportAccess/cover.ts';
import { assignedReports, isVisible, manages } from '#domain/reportAccess/visible.ts';

type Menu = Answer<typeof contract.menu>;
type Group = Menu[number];
type Row = { id: string; title: string; favourite: boolean; cover_id: string | null; group_id: string; subgroup_id: string | null };
type Place = Pick<Group, 'id' | 'name' | 'icon'>;

/** No limit. */
const everyReport = 2 ** 31 - 1;

/** A reader's reports are found from the assignments, without reading all reports of the unit. */
function visible(ctx: Context): RawBuilder<unknown> {
  if (manages(ctx)) return sql`select r.* from report r where ${isVisible(ctx)}`;
  return sql`
    select r.* from (${assignedReports(ctx, everyReport)}) as own
    cross join lateral (select x.* from report x where x.id = own.report_id offset 0) as r`;
}

export async function reportMenu(ctx: Context): Promise<Menu> {
  const all = sql.lit(manages(ctx));
  const [groups, subgroups, reports] = await ctx.run(
    sql<Place>`
      select g.id, g.name, g.icon from report_group g where ${all} or g.id in (select r.group_id from (${visible(ctx)}) as r)
      order by g.position, search_text(g.name), g.id`,
    sql<Place & { group_id: string }>`
      select s.id, s.group_id, s.name, s.icon from report_subgroup s where ${all} or s.id in (select r.subgroup_id from (${visible(ctx)}) as r)
      order by s.position, search_text(s.name), s.id`,
    sql<Row>`
      select r.id, r.title, r.group_id, r.subgroup_id, ${coverOf} as cover_id, f.report_id is not null as favourite
      from (${visible(ctx)}) as r
      join report_group g on g.id = r.group_id left join favourite f on f.report_id = r.id and f.person_id = ${ctx.actor.person_id}
      order by r.position nulls last, r.title_sort, r.id`,
  );
  const subgroupsOf = Map.groupBy(subgroups, ({ group_id }) => group_id);
  const reportsOf = Map.groupBy(reports, ({ group_id, subgroup_id }) => subgroup_id ?? group_id);
  const at = (id: string) =>
    (reportsOf.get(id) ?? []).map(({ id: reportId, title, favourite, cover_id }) => ({
      id: reportId,
      title,
      favourite,
      cover: pictureAddress(ctx, cover_id),
    }));
  return groups
    .map(({ id, name, icon }) => ({
      id,
      name,
      icon,
      subgroups: (subgroupsOf.get(id) ?? [])
        .map((place) => ({ id: place.id, name: place.name, icon: place.icon, reports: at(place.id) }))
        .filter(hasReports),
      reports: at(id),
    }))
    .filter((group) => hasReports(group) || group.subgroups.length > 0);
}

const hasReports = ({ reports }: { reports: readonly unknown[] }): boolean => reports.length > 0;
