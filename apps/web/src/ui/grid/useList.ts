import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callAny } from '#platform/http.ts';
import type { ListView } from '#platform/listView.ts';
import { listQuery, useListView } from '#platform/listView.ts';
import type { GridRow, ListAnswer, ListEndpoint, MayAdd } from './types.ts';

export type List<Row, Can extends MayAdd = MayAdd> = {
  view: ListView;
  rows: Row[] | undefined;
  meta: ListAnswer<Row>['meta'] | undefined;
  can: Can | undefined;
  error: unknown;
  /** Nothing was ever loaded. */
  first: boolean;
  /** The shown rows are being replaced. */
  refreshing: boolean;
  retry: () => void;
};

type Options = {
  /** Key under `bi:page`, such as `page_group_report`. */
  name: string;
  /** Fields of the list's query that chips or the page set. */
  filters?: readonly string[];
  params?: Record<string, string>;
  /** Fields of the query that are always the same here. */
  fixed?: Record<string, string>;
};

/** A list of the contract, its state in the address. Hand the result to `DataGrid`. */
export function useList<Row extends GridRow, Can extends MayAdd = MayAdd>(
  endpoint: ListEndpoint<Row, Can>,
  { name, filters = [], params = {}, fixed = {} }: Options,
): List<Row, Can> {
  const view = useListView(name, filters);
  const query = { ...listQuery(view.state), ...fixed };
  const result = useQuery({
    queryKey: [endpoint.path, { params, query }],
    queryFn: async ({ signal }) => (await callAny(endpoint, { params, query }, signal)) as ListAnswer<Row, Can>,
    placeholderData: keepPreviousData,
  });
  return {
    view,
    rows: result.data?.data,
    meta: result.data?.meta,
    can: result.data?.can,
    error: result.data ? null : result.error,
    first: result.isPending,
    refreshing: result.isFetching && !result.isPending,
    retry: () => void result.refetch(),
  };
}
