import { useRef } from 'react';
import { useReturningFocus } from '#ui/object/leftObject.ts';
import css from './dataGrid.module.css';
import { GridHead } from './gridHead.tsx';
import { GridRowView } from './gridRowView.tsx';
import { SkeletonRows } from './skeletonRows.tsx';
import type { Column, GridRow, RowAction } from './types.ts';
import { useGridKeys } from './useGridKeys.ts';
import type { List } from './useList.ts';
import type { RowSelection } from './useSelection.ts';
import { useWide } from './useWide.ts';

type Props<Row extends GridRow> = {
  label: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  /** Null where rows cannot be selected. */
  selection: RowSelection<Row> | null;
  onOpen: ((row: Row) => void) | undefined;
  linkOf: ((row: Row) => string) | undefined;
};

const noRows: never[] = [];

/** The rows of a list as a table, or their outlines while they load. */
export function GridTable<Row extends GridRow>({ label, list, columns, actions, selection, onOpen, linkOf }: Props<Row>) {
  const { rows = noRows, view } = list;
  const container = useRef<HTMLDivElement>(null);
  const wide = useWide(container);
  useReturningFocus(container, rows);
  const opening = { ...(onOpen ? { onOpen } : {}), ...(linkOf ? { linkOf } : {}) };
  const keys = useGridKeys(container, { rows, actions, ...opening, ...(selection ? { onSelect: selection.toggle } : {}) });
  const ownColumns = (selection ? 1 : 0) + (actions.length > 0 ? 1 : 0);
  return (
    <div className={css.scroll} ref={container} data-wide={wide || undefined}>
      <table className={css.table} aria-label={label} aria-busy={list.first || list.refreshing}>
        <GridHead columns={columns} view={view} hasActions={actions.length > 0} {...(selection ? { selection } : {})} />
        <tbody>
          {list.first ? (
            <SkeletonRows columns={columns.length + ownColumns} rows={Math.min(view.state.per_page, 10)} />
          ) : (
            rows.map((row, index) => (
              <GridRowView
                key={row.id}
                row={row}
                columns={columns}
                actions={actions}
                focusable={keys.focusable(index)}
                onFocus={() => keys.focused(index)}
                {...opening}
                {...(selection ? { selection: { selected: selection.has(row), toggle: () => selection.toggle(row) } } : {})}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}
