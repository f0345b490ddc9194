import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { MenuButton } from '#ui/menuButton.tsx';
import css from './bulkBar.module.css';
import type { BulkAction, ListMeta, Selection } from './types.ts';

type Props = {
  actions: readonly BulkAction[];
  selection: Selection & { page: boolean; selectAll: () => void };
  meta: ListMeta;
};

/** The others stand in a menu, with one line each. */
const buttons = 4;

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
      {actions.slice(0, buttons).map((action) => (
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
      {actions.length > buttons ? (
        <MenuButton
          label={t('more_actions')}
          entries={actions.slice(buttons).map(({ label, text, icon, danger, run }) => ({
            label,
            icon,
            run: () => run(selection),
            ...(text ? { text } : {}),
            ...(danger ? { danger } : {}),
          }))}
          renderTarget={(props) => (
            <Button {...props} size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} />}>
              {t('more_actions')}
            </Button>
          )}
        />
      ) : null}
      <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
        {t('clear_selection')}
      </Button>
    </div>
  );
}
