import { useNavigate } from '@tanstack/react-router';
import { menu } from '#endpoints/reading/reportReading.ts';
import { useEndpoint } from '#platform/query.ts';

type Neighbour = { title: string; go: () => void };

/** The reports before and after this one, in the order of the menu. */
export function useNeighbours(id: string): { previous: Neighbour | null; next: Neighbour | null } {
  const navigate = useNavigate();
  const { data } = useEndpoint(menu, {});
  const all = data?.flatMap((group) => [...group.subgroups.flatMap(({ reports }) => reports), ...group.reports]) ?? [];
  const index = all.findIndex((report) => report.id === id);
  const at = (place: number): Neighbour | null => {
    const report = index === -1 ? undefined : all[place];
    return report ? { title: report.title, go: () => void navigate({ to: `/${report.id}/reports/view` }) } : null;
  };
  return { previous: at(index - 1), next: at(index + 1) };
}
