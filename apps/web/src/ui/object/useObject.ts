import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { callAny } from '#platform/http.ts';
import type { GridRow, ListAnswer } from '#ui/grid/types.ts';

type Answering<Value> = Omit<Endpoint, 'answer'> & { answer: z.ZodType<Value> };

/** What the page of one object is drawn from. */
export type OpenedObject<Row, Whole = Row> = {
  id: string;
  /** As the list had it, until its own answer is there: the page is painted at once. */
  row: Row | undefined;
  /** Its own answer. */
  whole: Whole | undefined;
  error: unknown;
  retry: () => void;
  /** Ids of the list that it was opened from, in its order; none if it was opened from elsewhere. */
  order: readonly string[];
};

/** The row and the order of the list that was read last, of those that have it. */
function listedRow(client: QueryClient, path: string, id: string) {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: [path] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => (state.data as Partial<ListAnswer<GridRow>> | undefined)?.data ?? []);
  const rows = lists.find((list) => list.some((row) => row.id === id)) ?? [];
  return { row: rows.find((row) => row.id === id), order: rows.map((row) => row.id) };
}

/** One object by its id; a list that was read before lends its row. */
export function useObject<Row extends GridRow, Whole extends Row>(
  { get, list }: { get: Answering<Whole>; list: { path: string } },
  id: string,
): OpenedObject<Row, Whole> {
  const client = useQueryClient();
  // The order is that of the list as it was left, whatever changes here.
  const [listed] = useState(() => listedRow(client, list.path, id));
  const { data, error, refetch } = useQuery({
    queryKey: [get.path, { params: { id } }],
    queryFn: async ({ signal }) => (await callAny(get, { params: { id } }, signal)) as Whole,
    refetchOnMount: 'always',
  });
  return {
    id,
    // The lists of this path hold such rows.
    row: data ?? (error ? undefined : (listed.row as Row | undefined)),
    whole: data,
    error: data ? null : error,
    retry: () => void refetch(),
    order: listed.order,
  };
}
