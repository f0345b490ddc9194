/** What the server finds for the words: reports, their pages, people, groups. Before anything is typed, what was read last. */
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { home } from '#endpoints/reading/home.ts';
import { search } from '#endpoints/reading/search.ts';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useEndpoint } from '#platform/query.ts';
import { useViewer } from '../viewer.ts';
import type { PaletteItem } from './paletteItems.ts';

const longestQuery = 120;
const typingPauseMs = 120;

type Found = {
  items: PaletteItem[];
  /** The answer for these words has not arrived. */
  pending: boolean;
};

export function useFound(words: string): Found {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const readable = verdictOn('report_view', useViewer()) === 'open';
  const typed = words.trim().slice(0, longestQuery);
  const [wanted] = useDebouncedValue(typed, typingPauseMs);
  const found = useEndpoint(search, { query: { q: wanted } }, { enabled: readable && wanted !== '' });
  const shelves = useEndpoint(home, {}, { enabled: readable });
  const open = (to: string, given: Record<string, string> = {}) => ({ found: true, run: () => void navigate({ to, search: given }) });

  if (typed === '') {
    const items = (shelves.data?.recents ?? []).map((report) => ({
      id: `report ${report.id}`,
      group: t('palette_reports'),
      label: report.title,
      detail: report.group_name,
      icon: 'report',
      ...open(`/${report.id}/reports/view`),
    }));
    return { items, pending: false };
  }
  const { reports = [], pages = [], users = [], user_groups = [] } = found.data ?? {};
  const items: PaletteItem[] = [
    ...reports.map(({ id, title, group_name, certified }) => ({
      id: `report ${id}`,
      group: t('palette_reports'),
      label: title,
      detail: certified ? `${group_name} · ${t('palette_certified')}` : group_name,
      icon: 'report',
      ...open(`/${id}/reports/view`),
    })),
    ...pages.map(({ report_id, report_title, name, title }) => ({
      id: `page ${report_id} ${name}`,
      group: t('palette_pages'),
      label: title,
      detail: report_title,
      icon: 'page',
      ...open(`/${report_id}/reports/view`, { page: name }),
    })),
    ...users.map(({ id, name, email }) => ({
      id: `user ${id}`,
      group: t('palette_users'),
      label: name,
      detail: email,
      icon: 'user',
      ...open(`/user/${id}`),
    })),
    ...user_groups.map(({ id, name, member_count }) => ({
      id: `user_group ${id}`,
      group: t('palette_user_groups'),
      label: name,
      detail: t('palette_members', { count: member_count }),
      icon: 'users',
      ...open(`/group_users/${id}`),
    })),
  ];
  return { items, pending: readable && (typed !== wanted || found.isFetching) };
}
