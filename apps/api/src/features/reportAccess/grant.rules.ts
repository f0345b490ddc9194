/** What the shape of an assignment alone cannot say. */
import type { GrantInput } from '@vitrine/contract/features/reportAccess.ts';
import { failFields } from '../../core/fail.ts';

/** Whom `to_id` belongs to. */
export function checkReceiver({ to, to_id }: Pick<GrantInput, 'to' | 'to_id'>): void {
  if (to === 'unit' && to_id !== null) failFields({ to_id: 'invalid' });
  if (to !== 'unit' && to_id === null) failFields({ to_id: 'required' });
}
