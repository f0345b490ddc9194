import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '#ui/menuButton.tsx';
import { Check } from './check.tsx';
import css from './dataGrid.module.css';
import type { Column, GridRow, RowAction } from './types.ts';

const cellOf = <Row extends GridRow>(column: Column<Row>, row: Row): ReactNode => {
  if (column.cell) return column.cell(row);
  const value: unknown = Object.entries(row).find(([key]) => key === column.key)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

type Props<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  focusable: boolean;
  onFocus: () => void;
  onOpen?: (row: Row) => void;
  linkOf?: (row: Row) => string;
  selection?: { selected: boolean; toggle: () => void };
};

/** Clicks on controls within a row do not open the row. */
const inner = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]') !== null;

/** It leads back to the list as it is now. */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const left = useLocation({ select: ({ href }) => href });
  return (
    <Link to={to} state={{ list: left }} className={css.open} tabIndex={-1}>
      {children}
    </Link>
  );
}

export function GridRowView<Row extends GridRow>({ row, columns, actions, focusable, onFocus, onOpen, linkOf, selection }: Props<Row>) {
  const { t } = useTranslation('ui');
  const offered = actions.filter((action) => action.when?.(row) ?? true);
  const open = (event: MouseEvent) => {
    if (!inner(event) && !window.getSelection()?.toString()) onOpen?.(row);
  };
  return (
    <tr
      className={css.row}
      data-row={row.id}
      data-openable={onOpen ? true : undefined}
      data-selected={selection?.selected || undefined}
      tabIndex={focusable ? 0 : -1}
      onFocus={onFocus}
      onClick={open}
    >
      {selection ? (
        <td className={css.check}>
          <Check label={t('select_row')} checked={selection.selected} onChange={selection.toggle} />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td key={column.key} data-align={column.align} data-title={index === 0 || undefined} data-label={column.header}>
          {index === 0 && linkOf ? (
            <RowLink to={linkOf(row)}>{cellOf(column, row)}</RowLink>
          ) : index === 0 && onOpen ? (
            <button type="button" className={css.open} tabIndex={-1} onClick={() => onOpen(row)}>
              {cellOf(column, row)}
            </button>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
      {actions.length > 0 ? (
        <td className={css.actions}>
          {offered.length > 0 ? (
            <MenuButton
              label={t('actions')}
              entries={offered.map((action) => ({
                label: action.label,
                icon: action.icon,
                run: () => action.run(row),
                ...(action.text ? { text: action.text } : {}),
                ...(action.danger ? { danger: true } : {}),
              }))}
              renderTarget={(props) => (
                <ActionIcon {...props} variant="subtle" size="sm" aria-label={t('actions')}>
                  <IconDots size={16} />
                </ActionIcon>
              )}
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  );
}
