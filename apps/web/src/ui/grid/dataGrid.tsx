import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '#platform/storage.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { BulkBar } from './bulkBar.tsx';
import css from './dataGrid.module.css';
import toolbar from './toolbar.module.css';
import { GridTable } from './gridTable.tsx';
import { Pager } from './pager.tsx';
import { Toolbar } from './toolbar.tsx';
import type { BulkAction, Column, Exporting, Filter, GridRow, RowAction } from './types.ts';
import type { List } from './useList.ts';
import { usePageAhead } from './usePageAhead.ts';
import { useSelection } from './useSelection.ts';

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
  /** Address of a row's own page. Rows are links then, which can be copied or opened in a new tab; its code is fetched ahead. */
  linkOf?: (row: Row) => string;
  /** Shown when the list has nothing at all: why, and what next. */
  empty: { title: string; text?: string; icon?: ReactNode; action?: ReactNode };
  /** Rendered instead of the table; rows are undefined while they load. */
  cards?: (rows: readonly Row[] | undefined) => ReactNode;
  /** What stands at the end of the toolbar. */
  tools?: ReactNode;
  /** With this the list can be exported as CSV or XLSX. */
  exporting?: Exporting;
  /** The search box; on unless false. */
  searchable?: boolean;
};

const noRows: never[] = [];

/** A list that the server sorts, pages, searches and filters. Its state is in the address. */
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
  // The page of a row leads back to the list as it is now.
  const left = useLocation({ select: ({ href }) => href });
  const onOpen = linkOf ? (row: Row) => void navigate({ to: linkOf(row), state: { list: left } }) : openRow;
  usePageAhead(linkOf && rows?.[0] ? linkOf(rows[0]) : undefined);
  const [compact, setCompact] = useState(() => storage.read('bi:view')?.compact ?? false);
  const [chosenToHide, setHidden] = useState(() => storage.read('bi:view')?.hidden_columns?.[view.name]);
  const hidden = chosenToHide ?? columns.filter((column) => column.hidden).map((column) => column.key);
  const selection = useSelection(rows ?? noRows);
  const clearFilters = (
    <button type="button" className={toolbar.textButton} onClick={view.clear}>
      {t('clear_filters')}
    </button>
  );
  const body = () => {
    if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
    if (rows?.length !== 0)
      return cards ? (
        <div className={css.cards}>{cards(list.first ? undefined : rows)}</div>
      ) : (
        <GridTable
          {...{ label, list, actions, linkOf, onOpen }}
          columns={columns.filter(({ key }) => !hidden.includes(key))}
          selection={bulkActions.length > 0 ? selection : null}
        />
      );
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
