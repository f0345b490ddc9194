import { useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { AuditEntry, History, ofReport } from '@vitrine/contract/audit/audit.ts';
import { callAny } from '#platform/http.ts';

/** An endpoint of the contract that answers the history of one object. */
export type HistoryEndpoint = Omit<Endpoint, 'answer'> & { answer: (typeof ofReport)['answer'] };

/** What happened to an object, page by page; facts beside it and the tab read the same. */
export function useHistory(endpoint: HistoryEndpoint, id: string, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, id],
    queryFn: async ({ pageParam, signal }) =>
      (await callAny(endpoint, { params: { id }, query: pageParam ? { after: pageParam } : {} }, signal)) as History,
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next ?? undefined,
    refetchOnMount: 'always',
    enabled,
  });
  const lines: AuditEntry[] | undefined = query.data?.pages.flatMap(({ data }) => data);
  return {
    lines,
    /** Undefined while it is not known. */
    made: query.data?.pages[0]?.made,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    loadingMore: query.isFetchingNextPage,
  };
}

export type OpenHistory = ReturnType<typeof useHistory>;
