import { useQuery } from '@tanstack/react-query';
import { days } from '#endpoints/billing/billing.ts';
import { call } from '#platform/http.ts';
import { Counted } from '#ui/billing/counted.tsx';
import { ErrorState } from '#ui/states.tsx';

/** How the number of users of an invoice came about. */
export function Days({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [days.path, { params: { id } }],
    queryFn: ({ signal }) => call(days, { params: { id } }, signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Counted told={data} /> : null;
}
