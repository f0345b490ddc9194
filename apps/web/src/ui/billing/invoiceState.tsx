import type { InvoiceState as State } from '@vitrine/contract/billing/billing.ts';
import { useTranslation } from 'react-i18next';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';

const kinds: Record<State, StatusKind> = { draft: 'neutral', open: 'info', overdue: 'error', paid: 'success', cancelled: 'neutral' };

/** The situation of an invoice, as a dot with its word. */
export function InvoiceState({ state }: { state: State }) {
  const { t } = useTranslation('billing');
  return <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>;
}
