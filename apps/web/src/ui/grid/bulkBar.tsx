import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import css from './bulkBar.module.css';
import type { BulkAction, ListMeta, Selection } from './types.ts';

type Props = {
  actions: readonly BulkAction[];
  selection: Selection & { page: boolean; selectAll: () => void };
  meta: ListMeta;
};

/** Floats over the list while rows are selected. */
export function BulkBar({ actions, selection, meta }: Props) {
  const { t } = useTranslation('ui');
  const count = selection.all ? meta.total : selection.ids.length;
  const more = selection.page && !selection.all && meta.total > selection.ids.length;
  return (
    <div className={css.bulk} data-surface="card" role="toolbar" aria-label={t('bulk_actions')}>
      <span aria-live="polite">{t('selected', { count })}</span>
      {more ? (
        <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
          {t('select_all_results', { total: formatNumber(meta.total) + (meta.total_is_capped ? '+' : '') })}
        </Button>
      ) : null}
      {actions.map((action) => (
        <Button
          key={action.key}
          size="compact-sm"
          variant="default"
          leftSection={action.icon}
          {...(action.danger ? { c: 'var(--surface-error)' } : {})}
          onClick={() => action.run(selection)}
        >
          {action.label}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
        {t('clear_selection')}
      </Button>
    </div>
  );
}
