import { get } from '#endpoints/people/erasurePreview.ts';
import { useEndpoint } from '#platform/query.ts';
import { onDemand } from '#ui/onDemand.tsx';

export const ErasurePreview = onDemand(async () => (await import('./erasurePreviewList.tsx')).ErasurePreviewList, {
  namespaces: ['erasurePreview'],
});

/** What erasing somebody does, before it is confirmed; `ready` once it is known and nothing is in the way. */
export function useErasurePreview(membership_id: string, enabled = true) {
  const { data, error, refetch } = useEndpoint(get, { params: { id: membership_id } }, { enabled, staleTime: 0 });
  return { list: { told: data, error, again: () => void refetch() }, ready: data?.refusal === null };
}
