import { useNavigate, useSearch } from '@tanstack/react-router';
import type { OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { get, list } from '#endpoints/reading/reportComments.ts';
import { useLive } from '#platform/live.ts';
import { useEndpoint, useStale } from '#platform/query.ts';

/** In the address instead of the id of a thread: all of them. */
const all = 'all';

export type Comments = {
  /** How many threads are open; null until it is known. */
  count: number | null;
  /** The panel is shown, with this thread or with all. */
  shown: { thread: string | null } | null;
  show: (thread: string | null) => void;
  hide: () => void;
};

/** Comments of a report, whose panel is open as long as the address says so; null where there are none. */
export function useComments(opened: OpenedReport | undefined): Comments | null {
  const navigate = useNavigate();
  const stale = useStale();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const wanted = search['comments'];
  const id = opened?.id ?? '';
  const available = opened?.can.comment === true;
  const { data } = useEndpoint(list, { params: { id }, query: { open: 'true', per_page: 1 } }, { enabled: available });
  useLive('report_comment', ({ report_id }) => {
    if (available && report_id === id) void stale(list, get);
  });
  if (!available) return null;
  const go = (comments: string | undefined) => void navigate({ to: '.', search: { ...search, comments }, replace: true });
  return {
    count: data?.meta.total ?? null,
    shown: wanted === undefined ? null : { thread: wanted === all ? null : wanted },
    show: (thread) => go(thread ?? all),
    hide: () => go(undefined),
  };
}
