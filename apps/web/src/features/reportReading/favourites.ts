/** The star is set before the server has answered, wherever the report is shown, and taken back when it refuses. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { favourite as endpoint, menu, mine } from '@vitrine/contract/features/reportReading.ts';
import { call } from '../../core/http.ts';
import { toast } from '../../core/toast.ts';

type Menu = Answer<typeof menu>;
type Mine = Answer<typeof mine>;

const marked = <Report extends { id: string; favourite: boolean }>(reports: Report[], id: string, favourite: boolean): Report[] =>
  reports.map((report) => (report.id === id ? { ...report, favourite } : report));

export const markInMenu = (groups: Menu, id: string, favourite: boolean): Menu =>
  groups.map((group) => ({
    ...group,
    reports: marked(group.reports, id, favourite),
    subgroups: group.subgroups.map((subgroup) => ({ ...subgroup, reports: marked(subgroup.reports, id, favourite) })),
  }));

export const markInList = (list: Mine, id: string, favourite: boolean): Mine => ({ ...list, data: marked(list.data, id, favourite) });

/** Stars a report or takes the star away. Resolves with what holds afterwards. */
export function useFavourite(): (id: string, favourite: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const mark = (id: string, favourite: boolean) => {
    client.setQueriesData<Menu>({ queryKey: [menu.path] }, (groups) => groups && markInMenu(groups, id, favourite));
    client.setQueriesData<Mine>({ queryKey: [mine.path] }, (list) => list && markInList(list, id, favourite));
  };
  return async (id, favourite) => {
    mark(id, favourite);
    try {
      await call(endpoint, { params: { id }, body: { favourite } });
      // Lists that show only favourites have one more or one less.
      void client.invalidateQueries({ queryKey: [mine.path] });
      return favourite;
    } catch (error) {
      mark(id, !favourite);
      toast.failure(error);
      return !favourite;
    }
  };
}
