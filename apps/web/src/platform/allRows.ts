/** All rows of a list, to choose one of them: loads page after page. */
import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { z } from 'zod';
import { callAny } from './http.ts';

type Listed<Row> = Omit<Endpoint, 'answer'> & { answer: z.ZodType<{ data: Row[]; meta: unknown }> };

const perPage = 100;
/** More rows than this are searched instead of listed. */
const mostPages = 10;

/** In the list's own order, with additional query parameters. */
export async function loadAll<Row>(endpoint: Listed<Row>, query: Record<string, string> = {}, signal?: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = (await callAny(endpoint, { query: { ...query, page, per_page: perPage } }, signal)) as { data: Row[] };
    rows.push(...data);
    if (data.length < perPage) break;
  }
  return rows;
}

/** In the list's own order. Stale together with the list (`useStale`). */
export const useAllRows = <Row>(endpoint: Listed<Row>, options: { enabled?: boolean } = {}) =>
  useQuery({ queryKey: [endpoint.path, 'all'], queryFn: ({ signal }) => loadAll(endpoint, {}, signal), ...options });
