/** Server state: one cache, keyed by the endpoint's path, so that a change can name the endpoints to invalidate. */
import type { Answer, Endpoint, Request } from '@vitrine/contract/endpoint.ts';
import { keepPreviousData, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureOf } from './failure.ts';
import { call } from './http.ts';

/** Only retries failures that may be temporary: no answer, or an unavailable server. */
const worthRetrying = (count: number, error: unknown): boolean => {
  const { status } = failureOf(error);
  return count < 2 && (status === null || status === 502 || status === 503 || status === 504);
};

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 30_000, retry: worthRetrying, refetchOnWindowFocus: true }, mutations: { retry: false } },
  });

export const queryKey = <E extends Endpoint>(endpoint: E, request: Request<E>) => [endpoint.path, request] as const;

/** Reads an endpoint and caches it. While another page of the same list loads, the old one stays visible. */
export const useEndpoint = <E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  options: { enabled?: boolean; staleTime?: number; refetchInterval?: number } = {},
) =>
  useQuery<Answer<E>>({
    queryKey: queryKey(endpoint, request),
    queryFn: ({ signal }) => call(endpoint, request, signal),
    placeholderData: keepPreviousData,
    ...options,
  });

/**
 * Everything that was read from these paths is read again. What is on its way was asked for before the change and does not count: left
 * to itself, a first answer would be waited for and taken for the new one.
 */
export async function readAgain(client: QueryClient, ...paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => client.cancelQueries({ queryKey: [path] })));
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
}

/** Returns a function that reads again what was read from these endpoints, whatever the parameters. */
export function useStale(): (...endpoints: { path: string }[]) => Promise<void> {
  const client = useQueryClient();
  return (...endpoints) => readAgain(client, ...endpoints.map(({ path }) => path));
}
