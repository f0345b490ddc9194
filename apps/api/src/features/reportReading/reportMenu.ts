/** The menu: groups by hand, then by name; in each its subgroups and reports. Places without a visible report are left out. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/features/reportReading.ts';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { isVisible } from './visibleReports.ts';

type Menu = Answer<typeof contract.menu>;
type Group = Menu[number];
type Row = { id: string; title: string; favourite: boolean; group_id: string; subgroup_id: string | null };
type Place = { id: string; name: string };

export async function reportMenu(ctx: Context): Promise<Menu> {
  const [groups, subgroups, reports] = await ctx.run(
    sql<Place & Pick<Group, 'icon'>>`select id, name, icon from report_group order by position, search_text(name), id`,
    sql<Place & { group_id: string }>`select id, group_id, name from report_subgroup order by position, search_text(name), id`,
    sql<Row>`
      select r.id, r.title, r.group_id, r.subgroup_id, f.report_id is not null as favourite
      from report r left join favourite f on f.report_id = r.id and f.person_id = ${ctx.actor.person_id}
      where ${isVisible(ctx)} order by r.title_sort, r.id`,
  );
  const subgroupsOf = Map.groupBy(subgroups, ({ group_id }) => group_id);
  const reportsOf = Map.groupBy(reports, ({ group_id, subgroup_id }) => subgroup_id ?? group_id);
  const at = (id: string) => (reportsOf.get(id) ?? []).map(({ id: reportId, title, favourite }) => ({ id: reportId, title, favourite }));
  return groups
    .map(({ id, name, icon }) => ({
      id,
      name,
      icon,
      subgroups: (subgroupsOf.get(id) ?? []).map((place) => ({ id: place.id, name: place.name, reports: at(place.id) })).filter(hasReports),
      reports: at(id),
    }))
    .filter((group) => hasReports(group) || group.subgroups.length > 0);
}

const hasReports = ({ reports }: { reports: readonly unknown[] }): boolean => reports.length > 0;
