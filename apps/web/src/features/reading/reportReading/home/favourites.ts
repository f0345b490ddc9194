/** Optimistic updates of favourites and added reports, wherever the report is shown; undone if the server refuses. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer, Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Home, ReportCard } from '@vitrine/contract/reading/home.ts';
import { addToHome, groupCards, home } from '@vitrine/contract/reading/home.ts';
import { favourite as endpoint, menu, mine } from '@vitrine/contract/reading/reportReading.ts';
import { call, callAny } from '#platform/http.ts';
import { createTurns } from '#platform/inTurn.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';

type Menu = Answer<typeof menu>;
type Mine = Answer<typeof mine>;
type GroupCards = Answer<typeof groupCards>;

const marked = <Report extends { id: string; favourite: boolean }>(reports: Report[], id: string, favourite: boolean): Report[] =>
  reports.map((report) => (report.id === id ? { ...report, favourite } : report));

export const markInMenu = (groups: Menu, id: string, favourite: boolean): Menu =>
  groups.map((group) => ({
    ...group,
    reports: marked(group.reports, id, favourite),
    subgroups: group.subgroups.map((subgroup) => ({ ...subgroup, reports: marked(subgroup.reports, id, favourite) })),
  }));

export const markInList = (list: Mine, id: string, favourite: boolean): Mine => ({ ...list, data: marked(list.data, id, favourite) });

const changed = <Card extends Pick<ReportCard, 'id'>>(cards: Card[], id: string, change: Partial<ReportCard>): Card[] =>
  cards.map((card) => (card.id === id ? { ...card, ...change } : card));

/** Updates the marks of the report in all lists; membership of the lists comes from the server. */
const markInHome = ({ added, favourites, recents, latest }: Home, id: string, change: Partial<ReportCard>): Home => ({
  added: changed(added, id, change),
  favourites: changed(favourites, id, change),
  recents: changed(recents, id, change),
  latest: changed(latest, id, change),
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
    client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && markInHome(shelves, id, { favourite }));
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

/** Adds a report to the start page or removes it. Resolves to the new state. */
export function useAddToHome(): (id: string, added: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const change = useOwnLists();
  const mark = (id: string, added: boolean) => {
    client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && markInHome(shelves, id, { added }));
    client.setQueriesData<GroupCards>({ queryKey: [groupCards.path] }, (group) => group && { data: changed(group.data, id, { added }) });
  };
  return async (id, added) => {
    try {
      await change({ show: () => mark(id, added), write: () => call(addToHome, { params: { id }, body: { added } }) });
      return added;
    } catch (error) {
      mark(id, !added);
      toast.failure(error);
      return !added;
    }
  };
}

/** Puts one of the lists in another order. */
export function useOrder(name: 'added' | 'favourites', order: Endpoint): (reports: ReportCard[]) => Promise<void> {
  const client = useQueryClient();
  const change = useOwnLists();
  return (reports) =>
    change({
      show: () => client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && { ...shelves, [name]: reports }),
      write: () => callAny(order, { body: { report_ids: reports.map(({ id }) => id) } }),
    }).then(() => undefined, toast.failure);
}
