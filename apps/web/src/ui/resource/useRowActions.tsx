import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GridRow, RowAction } from '#ui/grid/types.ts';

type Action<Can> = <Row extends GridRow & { can: Can }>(run: (row: Row) => void) => RowAction<Row>;

/** The two actions that rows of most lists have, for rows that say that they may be edited or removed. */
export function useRowActions(): { edit: Action<{ edit: boolean }>; remove: Action<{ remove: boolean }> } {
  const { t } = useTranslation('ui');
  return {
    edit: (run) => ({
      key: 'edit',
      label: t('edit'),
      icon: <IconPencil size={16} />,
      shortcut: 'e',
      when: (row) => row.can.edit,
      run,
    }),
    remove: (run) => ({
      key: 'remove',
      label: t('delete'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: (row) => row.can.remove,
      run,
    }),
  };
}
