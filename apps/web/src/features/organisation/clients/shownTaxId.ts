import type { ListedClient } from '@vitrine/contract/organisation/clients.ts';
import { maskTaxId } from '@vitrine/contract/organisation/taxId.ts';

/** The number with its mask. */
export const shownTaxId = ({ kind, tax_id }: Pick<ListedClient, 'kind' | 'tax_id'>): string => maskTaxId(kind, tax_id);
