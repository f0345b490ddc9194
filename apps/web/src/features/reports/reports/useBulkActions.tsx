import { IconEye, IconEyeOff, IconFolderSymlink, IconRefresh, IconTrash, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { list } from '#endpoints/reports/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAll } from '#platform/allRows.ts';
import type { ListView } from '#platform/listView.ts';
import { toast } from '#platform/toast.ts';
import type { BulkAction, Selection } from '#ui/grid/types.ts';
import type { Item } from '#ui/many/useOneByOne.ts';
import type { ReportsWish } from './manyReports.ts';

export type Bulk = { wish: 'add' | 'remove' | ReportsWish; reports: readonly Item[]; keep: Selection['keep'] };

/** What is done to the selected reports; for "all results" the ids are loaded first. */
export function useBulkActions(view: ListView, onStart: (bulk: Bulk) => void): BulkAction[] {
  const { t } = useTranslation(['reports', 'reportAccess']);
  const client = useQueryClient();
  /** Selected rows may stand on other pages, which were read before. */
  const named = (ids: readonly string[]): Item[] => {
    const read = client.getQueriesData<{ data?: Report[] }>({ queryKey: [list.path] }).flatMap(([, answer]) => answer?.data ?? []);
    const titles = new Map(read.map(({ id, title }) => [id, title]));
    return ids.map((id) => ({ id, name: titles.get(id) ?? id }));
  };
  const start = async (wish: Bulk['wish'], { ids, all, keep }: Selection) => {
    try {
      const { q, filters } = view.state;
      const rows = all ? await loadAll<Report>(list, { ...(q ? { q } : {}), ...filters }) : [];
      onStart({ wish, reports: all ? rows.map(({ id, title }) => ({ id, name: title })) : named(ids), keep });
    } catch (error) {
      toast.failure(error);
    }
  };
  const action = (wish: Bulk['wish'], label: string, icon: ReactNode, text?: string): BulkAction => ({
    key: wish,
    label,
    icon,
    danger: wish === 'delete',
    ...(text ? { text } : {}),
    run: (selection) => void start(wish, selection),
  });
  return [
    action('add', t('reportAccess:bulk_add'), <IconUserPlus size={16} />),
    action('remove', t('reportAccess:bulk_remove'), <IconUserMinus size={16} />),
    action('move', t('many_move'), <IconFolderSymlink size={16} />),
    action('hide', t('many_hide'), <IconEyeOff size={16} />),
    action('show', t('many_show'), <IconEye size={16} />, t('many_show_text')),
    action('refresh', t('many_refresh'), <IconRefresh size={16} />, t('many_refresh_text')),
    action('delete', t('many_delete'), <IconTrash size={16} />, t('many_delete_text')),
  ];
}
