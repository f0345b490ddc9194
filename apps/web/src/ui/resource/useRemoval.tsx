import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { ReactNode } from 'react';
import { Suspense, useState } from 'react';
import { callAny } from '#platform/http.ts';
import type { Losses } from '#ui/confirmDelete.tsx';
import type { GridRow, RowAction } from '#ui/grid/types.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useRowActions } from './useRowActions.tsx';

const ConfirmDelete = onDemand(async () => (await import('#ui/confirmDelete.tsx')).ConfirmDelete);

type Options<Row> = {
  endpoint: Endpoint;
  nameOf: (row: Row) => string;
  /** What was deleted, for the message. */
  done: (name: string) => string;
  /** What goes with the row, and what stays. */
  losses: (row: Row) => Losses;
  onRemoved: () => Promise<unknown>;
};

/** Removing one row of a list: the action that asks for it, and the dialog that is asked for. */
export function useRemoval<Row extends GridRow & { can: { remove: boolean } }>({
  endpoint,
  nameOf,
  done,
  losses,
  onRemoved,
}: Options<Row>): { action: RowAction<Row>; dialog: ReactNode } {
  const [row, setRow] = useState<Row | null>(null);
  const action = useRowActions().remove<Row>(setRow);
  const dialog = row ? (
    <Suspense fallback={null}>
      <ConfirmDelete
        name={nameOf(row)}
        {...losses(row)}
        done={done(nameOf(row))}
        onClose={() => setRow(null)}
        onDelete={async () => {
          await callAny(endpoint, { params: { id: row.id } });
          await onRemoved();
        }}
      />
    </Suspense>
  ) : null;
  return { action, dialog };
}
