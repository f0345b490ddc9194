/** What the shape of an assignment alone cannot say. */
import type { ColumnFilter, GrantInput } from '@vitrine/contract/features/reportAccess.ts';
import { failFields } from '../../core/fail.ts';

/** Whom `to_id` belongs to. */
export function checkReceiver({ to, to_id }: Pick<GrantInput, 'to' | 'to_id'>): void {
  if (to === 'unit' && to_id !== null) failFields({ to_id: 'invalid' });
  if (to !== 'unit' && to_id === null) failFields({ to_id: 'required' });
}

/** A column is filtered once. */
export function checkFilters(filters: readonly ColumnFilter[]): void {
  const columns = new Set(filters.map(({ table, column }) => JSON.stringify([table, column])));
  if (columns.size < filters.length) failFields({ filters: 'invalid' });
}
