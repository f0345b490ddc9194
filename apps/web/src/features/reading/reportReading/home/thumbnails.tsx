/** Pictures of reports around their cards: asked for once the cards are drawn, so that no card waits. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { list, thumbnailsAsked } from '#endpoints/reading/thumbnails.ts';
import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { call } from '#platform/http.ts';

const Thumbnails = createContext<ReadonlyMap<string, string>>(new Map());

/** While the first pictures are made, the page looks again from time to time. */
const lookAgainMs = 15_000;

type Props = {
  reports: readonly { id: string }[];
  /** Missing ones are made: on the start page alone. */
  make?: boolean;
  children: ReactNode;
};

export function WithThumbnails({ reports, make = false, children }: Props) {
  // By id: a report that changes its shelf is no other question.
  const report_ids = reports
    .map(({ id }) => id)
    .slice(0, thumbnailsAsked)
    .toSorted();
  const { data } = useQuery({
    queryKey: [list.path, report_ids, make],
    queryFn: ({ signal }) => call(list, { body: { report_ids, make } }, signal),
    enabled: report_ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.coming ? lookAgainMs : false),
  });
  return <Thumbnails value={new Map(data?.data.map(({ id, address }) => [id, address]))}>{children}</Thumbnails>;
}

/** The picture of a report, where there is one. */
export const useThumbnail = (id: string): string | null => useContext(Thumbnails).get(id) ?? null;
