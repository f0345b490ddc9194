import { useState } from 'react';
import type { GridRow, Selection } from './types.ts';

export type RowSelection<Row> = Selection & {
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Every row of the page is selected. */
  page: boolean;
  /** The page has rows that can be selected. */
  possible: boolean;
  togglePage: () => void;
  /** All rows that search and filters match, on all pages. */
  selectAll: () => void;
};

/** Selected rows survive a change of page; any change of single rows ends "all". */
export function useSelection<Row extends GridRow>(rows: readonly Row[]): RowSelection<Row> {
  const [ids, setIds] = useState<string[]>([]);
  const [all, setAll] = useState(false);
  const page = rows.length > 0 && rows.every((row) => ids.includes(row.id));
  const change = (next: string[]) => {
    setAll(false);
    setIds(next);
  };
  const others = ids.filter((id) => !rows.some((row) => row.id === id));
  return {
    ids,
    all,
    has: (row) => ids.includes(row.id),
    toggle: (row) => change(ids.includes(row.id) ? ids.filter((id) => id !== row.id) : [...ids, row.id]),
    page,
    possible: rows.length > 0,
    togglePage: () => change(page ? others : [...others, ...rows.map((row) => row.id)]),
    selectAll: () => setAll(true),
    clear: () => change([]),
    keep: change,
  };
}
