import type { RefObject } from 'react';
import { useState } from 'react';
import { useShortcuts } from '#platform/shortcuts.ts';
import type { GridRow, RowAction } from './types.ts';

type Keys = {
  /** One row at a time is in the order of the Tab key. */
  focusable: (index: number) => boolean;
  focused: (index: number) => void;
};

type Options<Row> = {
  rows: readonly Row[];
  actions: readonly RowAction<Row>[];
  onOpen?: (row: Row) => void;
  onSelect?: (row: Row) => void;
};

/** `j` and `k` walk over the rows, Enter opens, `x` selects, and the keys of the actions act on the row in focus. */
export function useGridKeys<Row extends GridRow>(
  container: RefObject<HTMLElement | null>,
  { rows, actions, onOpen, onSelect }: Options<Row>,
): Keys {
  const [current, setCurrent] = useState(0);
  const inFocus = () => container.current?.querySelector('[data-row]:focus') ?? null;
  const focusRow = (index: number) => container.current?.querySelectorAll<HTMLElement>('[data-row]')[index]?.focus();
  const rowInFocus = () => (inFocus() ? rows[current] : undefined);

  const last = Math.max(0, rows.length - 1);
  // The row that was current may be gone, and those behind it too.
  const walk = (step: 1 | -1) => focusRow(Math.min(last, inFocus() ? Math.max(0, current + step) : current));
  const onRow = (run: (row: Row) => void) => (event: KeyboardEvent) => {
    const row = rowInFocus();
    if (!row) return;
    event.preventDefault();
    run(row);
  };
  const actionKeys = actions.flatMap((action) =>
    action.shortcut
      ? [
          [
            action.shortcut,
            onRow((row) => {
              if (action.when?.(row) ?? true) action.run(row);
            }),
          ] as const,
        ]
      : [],
  );
  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    ...(onOpen ? { Enter: onRow(onOpen) } : {}),
    ...(onSelect ? { x: onRow(onSelect) } : {}),
    ...Object.fromEntries(actionKeys),
  });
  return { focusable: (index) => index === Math.min(current, last), focused: setCurrent };
}
