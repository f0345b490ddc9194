/** Stars and places on the start page are set before the server has answered, wherever the report is shown, and taken back when it refuses. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { Home, ReportCard } from '@vitrine/contract/features/finding.ts';
import { addToHome, groupCards, home } from '@vitrine/contract/features/finding.ts';
import { favourite as endpoint, menu, mine } from '@vitrine/contract/features/reportReading.ts';
import { call } from '../../core/http.ts';
import { useStale } from '../../core/query.ts';
import { toast } from '../../core/toast.ts';

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

/** The report's marks on every shelf. Which shelf it stands on, the server says. */
export const markInHome = ({ added, favourites, recents, latest }: Home, id: string, change: Partial<ReportCard>): Home => ({
  added: changed(added, id, change),
  favourites: changed(favourites, id, change),
  recents: changed(recents, id, change),
  latest: changed(latest, id, change),
});

/** Stars a report or takes the star away. Resolves with what holds afterwards. */
export function useFavourite(): (id: string, favourite: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const stale = useStale();
  const mark = (id: string, favourite: boolean) => {
    client.setQueriesData<Menu>({ queryKey: [menu.path] }, (groups) => groups && markInMenu(groups, id, favourite));
    client.setQueriesData<Mine>({ queryKey: [mine.path] }, (list) => list && markInList(list, id, favourite));
    client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && markInHome(shelves, id, { favourite }));
  };
  return async (id, favourite) => {
    mark(id, favourite);
    try {
      await call(endpoint, { params: { id }, body: { favourite } });
      // Lists that show only favourites have one more or one less.
      void stale(mine, home);
      return favourite;
    } catch (error) {
      mark(id, !favourite);
      toast.failure(error);
      return !favourite;
    }
  };
}

/** Puts a report on the start page or takes it off. Resolves with what holds afterwards. */
export function useAddToHome(): (id: string, added: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const stale = useStale();
  const mark = (id: string, added: boolean) => {
    client.setQueriesData<Home>({ queryKey: [home.path] }, (shelves) => shelves && markInHome(shelves, id, { added }));
    client.setQueriesData<GroupCards>({ queryKey: [groupCards.path] }, (group) => group && { data: changed(group.data, id, { added }) });
  };
  return async (id, added) => {
    mark(id, added);
    try {
      await call(addToHome, { params: { id }, body: { added } });
      void stale(home);
      return added;
    } catch (error) {
      mark(id, !added);
      toast.failure(error);
      return !added;
    }
  };
}
