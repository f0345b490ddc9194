/** What the shape of an assignment alone cannot say. */
import type { GrantInput } from '@vitrine/contract/access/reportAccess.ts';
import { failFields } from '#platform/http/fail.ts';

/** What kind of receiver `to_id` is. */
export function checkReceiver({ to, to_id }: Pick<GrantInput, 'to' | 'to_id'>): void {
  if (to === 'unit' && to_id !== null) failFields({ to_id: 'invalid' });
  if (to !== 'unit' && to_id === null) failFields({ to_id: 'required' });
}
