/** Optimistic updates of favourites, wherever the report is shown; undone if the server refuses. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Home, ReportCard } from '@vitrine/contract/reading/home.ts';
import { groupCards, home, orderFavourites } from '#endpoints/reading/home.ts';
import { favourite as endpoint, menu, mine } from '#endpoints/reading/reportReading.ts';
import { call } from '#platform/http.ts';
import { createTurns } from '#platform/inTurn.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';

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

/** Updates the marks of the report on every shelf; which shelf it stands on comes from the server. */
const markInHome = ({ favourites, recents, latest }: Home, id: string, favourite: boolean): Home => ({
  favourites: marked(favourites, id, favourite),
  recents: marked(recents, id, favourite),
  latest: marked(latest, id, favourite),
});

/** A person's own lists are written in turn: a report stands where it was added, and the last order wins. */
const turns = createTurns();

/** Shows a change at once and writes it in its turn; then what the server has is read again. */
function useOwnLists() {
  const client = useQueryClient();
  const stale = useStale();
  const lists = [menu, mine, home, groupCards];
  return async <Result>({ show, write }: { show: () => void; write: () => Promise<Result> }): Promise<Result> => {
    // An answer that is still on its way knows nothing of the change.
    for (const { path } of lists) void client.cancelQueries({ queryKey: [path] });
    show();
    try {
      return await turns.take(write);
    } finally {
      if (turns.free()) void stale(...lists);
    }
  };
}

/** Adds or removes a favourite. Resolves to the new state. */
export function useFavourite(): (id: string, favourite: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const change = useOwnLists();
  const mark = (id: string, favourite: boolean) => {
    client.setQueriesData<Menu>({ queryKey: [menu.path] }, (groups) => groups && markInMenu(groups, id, favourite));
    client.setQueriesData<Mine>({ queryKey: [mine.path] }, (list) => list && markInList(list, id, favourite));
    client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && markInHome(shelves, id, favourite));
  };
  return async (id, favourite) => {
    try {
      await change({ show: () => mark(id, favourite), write: () => call(endpoint, { params: { id }, body: { favourite } }) });
      return favourite;
    } catch (error) {
      mark(id, !favourite);
      toast.failure(error);
      return !favourite;
    }
  };
}

/** Puts the favourites in another order. */
export function useOrder(): (reports: ReportCard[]) => Promise<void> {
  const client = useQueryClient();
  const change = useOwnLists();
  return (favourites) =>
    change({
      show: () => client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && { ...shelves, favourites }),
      write: () => call(orderFavourites, { body: { report_ids: favourites.map(({ id }) => id) } }),
    }).then(() => undefined, toast.failure);
}
