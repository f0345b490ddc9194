import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { monthName } from '#ui/billing/monthName.ts';
import { StatusCell } from '#ui/cells.tsx';
import type { Fact } from '#ui/object/facts.tsx';
import css from './partners.module.css';

type OfClients = NonNullable<Partner['bill']>;

/** What its clients were billed, with the month under it. */
export function Bill({ bill, month }: { bill: Pick<OfClients, 'total_cents'>; month: string }) {
  return (
    <span className={css.bill}>
      {formatMoney(bill.total_cents)}
      <span className={css.dim}>{monthName(month)}</span>
    </span>
  );
}

/** What its clients were billed, owe and are late with; each amount leads to the invoices of the partner. */
export function useBillFacts(partner: Partner | undefined): Fact[] {
  const { t } = useTranslation('partners');
  if (!partner?.bill?.month) return [];
  const { month, total_cents, unpaid_cents, overdue_cents } = partner.bill;
  const invoices = (label: string, amount: string, state?: 'overdue') => (
    <Link to="/billing" search={{ partner_id: partner.id, ...(state ? { state } : {}) }} aria-label={`${label}: ${amount}`}>
      {amount}
    </Link>
  );
  const [billed, unpaid, overdue] = [t('bill_of', { month: monthName(month) }), t('unpaid'), t('overdue')];
  return [
    { label: billed, value: invoices(billed, formatMoney(total_cents)) },
    { label: unpaid, value: invoices(unpaid, formatMoney(unpaid_cents)) },
    {
      label: overdue,
      value: overdue_cents > 0 ? <StatusCell kind="error">{invoices(overdue, formatMoney(overdue_cents), 'overdue')}</StatusCell> : null,
    },
  ];
}
