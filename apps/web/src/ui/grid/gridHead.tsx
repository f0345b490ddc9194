import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListView } from '#platform/listView.ts';
import { Check } from './check.tsx';
import css from './dataGrid.module.css';
import type { Column } from './types.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  view: ListView;
  hasActions: boolean;
  selection?: { ids: readonly string[]; page: boolean; possible: boolean; togglePage: () => void };
};

/** The sort after a click: ascending, descending, and back to the list's own order. */
const nextSort = (sort: string, column: string): string => {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? '' : column;
};

const ariaSort = (sort: string, column: string) => {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
};

const glyphs = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/** Says that a column sorts before anybody has tried; which way it is sorted, the header says by `aria-sort`. */
function SortGlyph({ direction }: { direction: keyof typeof glyphs }) {
  const Glyph = glyphs[direction];
  return <Glyph className={css.glyph} data-on={direction !== 'none' || undefined} size={14} stroke={1.8} aria-hidden="true" />;
}

export function GridHead<Row>({ columns, view, hasActions, selection }: Props<Row>) {
  const { t } = useTranslation('ui');
  const { sort } = view.state;
  return (
    <thead className={css.head}>
      <tr>
        {selection ? (
          <th className={css.check}>
            <Check
              label={t('select_page')}
              checked={selection.page}
              disabled={!selection.possible}
              partly={selection.ids.length > 0 && !selection.page}
              onChange={selection.togglePage}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.key}
            data-align={column.align}
            style={column.width ? { width: column.width } : {}}
            {...(column.sort ? { 'aria-sort': ariaSort(sort, column.sort) } : {})}
          >
            {column.sort ? (
              <button type="button" className={css.sort} onClick={() => view.change({ sort: nextSort(sort, column.sort ?? '') })}>
                {column.header}
                <SortGlyph direction={ariaSort(sort, column.sort)} />
              </button>
            ) : (
              column.header
            )}
          </th>
        ))}
        {hasActions ? (
          <th className={css.actionsHead}>
            <span className="visually-hidden">{t('actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
