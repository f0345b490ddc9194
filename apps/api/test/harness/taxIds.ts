/** Made-up tax numbers with right check digits, a new one each time. */
import { randomInt } from 'node:crypto';
import type { TaxKind } from '@vitrine/contract/organisation/taxId.ts';
import { isTaxId } from '@vitrine/contract/organisation/taxId.ts';

export function taxIdOf(kind: TaxKind): string {
  const length = kind === 'legal' ? 12 : 9;
  const digits = Array.from({ length }, () => String(randomInt(10))).join('');
  const number = Array.from({ length: 100 }, (_, end) => digits + String(end).padStart(2, '0')).find((one) => isTaxId(kind, one));
  // One digit repeated is nobody's number.
  return number ?? taxIdOf(kind);
}
