import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { callAny } from '#platform/http.ts';
import type { GridRow, RowAction } from '#ui/grid/types.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useRowActions } from './useRowActions.tsx';

const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);

type Options<Row> = {
  endpoint: Endpoint;
  nameOf: (row: Row) => string;
  /** What was deleted, for the message. */
  done: (name: string) => string;
  /** What goes with the row, or null when nothing else does. */
  warning?: (row: Row) => string | null;
  onRemoved: () => Promise<unknown>;
};

/** Removing one row of a list: the action that asks for it, and the dialog that is asked for. */
export function useRemoval<Row extends GridRow & { can: { remove: boolean } }>({
  endpoint,
  nameOf,
  done,
  warning,
  onRemoved,
}: Options<Row>): { action: RowAction<Row>; dialog: ReactNode } {
  const [row, setRow] = useState<Row | null>(null);
  const action = useRowActions().remove<Row>(setRow);
  const text = row && warning?.(row);
  const dialog = row ? (
    <Suspense fallback={null}>
      <ConfirmDelete
        name={nameOf(row)}
        done={done(nameOf(row))}
        onClose={() => setRow(null)}
        onDelete={async () => {
          await callAny(endpoint, { params: { id: row.id } });
          await onRemoved();
        }}
      >
        {text ? <p>{text}</p> : null}
      </ConfirmDelete>
    </Suspense>
  ) : null;
  return { action, dialog };
}
