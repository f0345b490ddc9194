import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { useEffect } from 'react';
import type { z } from 'zod';
import { callAny } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import type { GridRow } from './types.ts';

/** An endpoint of the contract that answers one row by its id. */
export type RowEndpoint<Row> = Omit<Endpoint, 'answer'> & { answer: z.ZodType<Row> };

/**
 * The row that the address names: from the list, or loaded by its id if it is on another page.
 * `new` names none. A row that no longer exists is reported once.
 */
export function useNamedRow<Row extends GridRow>(rows: Row[] | undefined, get: RowEndpoint<Row>, id: string | undefined): Row | undefined {
  const listed = rows?.find((row) => row.id === id);
  const elsewhere = id !== undefined && id !== 'new' && rows !== undefined && !listed;
  const { data, error } = useQuery({
    queryKey: [get.path, { params: { id } }],
    queryFn: async ({ signal }) => (await callAny(get, { params: { id: id ?? '' } }, signal)) as Row,
    enabled: elsewhere,
    // A form must start with current data, not with cached data.
    gcTime: 0,
  });
  useEffect(() => {
    if (error) toast.failure(error);
  }, [error]);
  return listed ?? (elsewhere ? data : undefined);
}
