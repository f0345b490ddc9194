import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '../../storage.ts';
import { EmptyState, ErrorState } from '../States.tsx';
import { BulkBar } from './BulkBar.tsx';
import css from './DataGrid.module.css';
import toolbar from './Toolbar.module.css';
import { GridHead } from './GridHead.tsx';
import { GridRowView } from './GridRowView.tsx';
import { Pager } from './Pager.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { BulkAction, Column, Exporting, Filter, GridRow, RowAction } from './types.ts';
import { useGridKeys } from './useGridKeys.ts';
import type { List } from './useList.ts';
import { useSelection } from './useSelection.ts';
import { useWide } from './useWide.ts';

export type DataGridProps<Row extends GridRow> = {
  /** Accessible name of the table. */
  label: string;
  list: List<Row>;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  actions?: readonly RowAction<Row>[];
  /** With these, rows can be selected. */
  bulkActions?: readonly BulkAction[];
  /** What Enter and a click on a row do. */
  onOpen?: (row: Row) => void;
  /** Where opening leads, when that is a page of its own: rows are links then, to be copied or opened in a new tab. */
  linkOf?: (row: Row) => string;
  /** Shown when the list has nothing at all: why, and what next. */
  empty: { title: string; text?: string; icon?: ReactNode; action?: ReactNode };
  /** Drawn in place of the table; without rows while there are none yet. */
  cards?: (rows: readonly Row[] | undefined) => ReactNode;
  /** What stands at the end of the toolbar. */
  tools?: ReactNode;
  /** With this the list can be taken away as CSV or XLSX. */
  exporting?: Exporting;
  /** The search box; on unless false. */
  searchable?: boolean;
};

const noRows: never[] = [];

/** A list that the server sorts, pages, searches and filters; its state stands in the address. */
export function DataGrid<Row extends GridRow>({
  label,
  list,
  columns,
  filters = [],
  actions = [],
  bulkActions = [],
  linkOf,
  onOpen: openRow,
  empty,
  cards,
  tools,
  exporting,
  searchable = true,
}: DataGridProps<Row>) {
  const { t } = useTranslation('ui');
  const { view, rows, meta } = list;
  const navigate = useNavigate();
  const onOpen = linkOf ? (row: Row) => void navigate({ to: linkOf(row) }) : openRow;
  const [compact, setCompact] = useState(() => storage.read('bi:view')?.compact ?? false);
  const [hidden, setHidden] = useState(
    () => storage.read('bi:view')?.hidden_columns?.[view.name] ?? columns.filter((column) => column.hidden).map((column) => column.key),
  );
  const selection = useSelection(rows ?? noRows);
  const selectable = bulkActions.length > 0;
  const shownColumns = columns.filter((column) => !hidden.includes(column.key));
  const container = useRef<HTMLDivElement>(null);
  const wide = useWide(container, !cards && !list.error && rows?.length !== 0);
  const keys = useGridKeys(container, {
    rows: rows ?? noRows,
    actions,
    ...(onOpen ? { onOpen } : {}),
    ...(selectable ? { onSelect: selection.toggle } : {}),
  });
  const clearFilters = (
    <button type="button" className={toolbar.textButton} onClick={view.clear}>
      {t('clear_filters')}
    </button>
  );
  const table = (
    <div className={css.scroll} ref={container} data-wide={wide || undefined}>
      <table className={css.table} aria-label={label} aria-busy={list.first || list.refreshing}>
        <GridHead columns={shownColumns} view={view} hasActions={actions.length > 0} {...(selectable ? { selection } : {})} />
        <tbody>
          {list.first ? (
            <SkeletonRows
              columns={shownColumns.length + (selectable ? 1 : 0) + (actions.length > 0 ? 1 : 0)}
              rows={Math.min(view.state.per_page, 10)}
            />
          ) : (
            rows?.map((row, index) => (
              <GridRowView
                key={row.id}
                row={row}
                columns={shownColumns}
                actions={actions}
                focusable={keys.focusable(index)}
                onFocus={() => keys.focused(index)}
                {...(onOpen ? { onOpen } : {})}
                {...(linkOf ? { linkOf } : {})}
                {...(selectable ? { selection: { selected: selection.has(row), toggle: () => selection.toggle(row) } } : {})}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  );
  const body = () => {
    if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
    if (rows?.length !== 0) return cards ? <div className={css.cards}>{cards(list.first ? undefined : rows)}</div> : table;
    return view.narrowed ? (
      <EmptyState title={t('no_results')} text={t('no_results_text')} action={clearFilters} />
    ) : (
      <EmptyState {...empty} />
    );
  };
  return (
    <section className={css.grid} data-surface="card" data-compact={compact || undefined}>
      {searchable || filters.length > 0 || tools || exporting ? (
        <Toolbar
          {...{ view, filters, columns, hidden, setHidden, compact, setCompact, searchable }}
          tabular={!cards}
          tools={tools}
          {...(exporting ? { exporting } : {})}
        />
      ) : null}
      <div className={css.progress} data-active={list.refreshing || undefined} aria-hidden="true" />
      {body()}
      {meta && rows?.length && !list.error ? <Pager view={view} meta={meta} count={rows.length} /> : null}
      {selection.ids.length > 0 && meta ? <BulkBar actions={bulkActions} selection={selection} meta={meta} /> : null}
    </section>
  );
}
