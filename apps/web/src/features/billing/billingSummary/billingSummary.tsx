import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceRow } from '@vitrine/contract/billing/billing.ts';
import { get } from '#endpoints/billing/billingSummary.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '#platform/formats.ts';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import figures from '#ui/billing/figures.module.css';
import { InvoiceState } from '#ui/billing/invoiceState.tsx';
import { monthName } from '#ui/billing/monthName.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import css from './billingSummary.module.css';
import { NextInvoice } from './nextInvoice.tsx';

const Trends = onDemand(async () => (await import('#ui/billing/trends.tsx')).Trends);
const InvoicePanel = onDemand(async () => (await import('./invoicePanel.tsx')).InvoicePanel);

function Invoices({ invoices, onOpen }: { invoices: readonly InvoiceRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('billing');
  return (
    <div className={figures.scroll}>
      <table className={figures.table} aria-label={t('title')}>
        <thead>
          <tr>
            {(['client', 'number', 'state', 'due_on'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
            {(['people', 'total'] as const).map((key) => (
              <th key={key} scope="col" className={figures.end}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoices.map((row) => (
            <tr key={row.id}>
              <td>
                <button type="button" className={css.link} onClick={() => onOpen(row.id)}>
                  {row.client_name}
                </button>
              </td>
              <td>{row.number ?? ''}</td>
              <td>
                <InvoiceState state={row.state} />
              </td>
              <td>{formatDate(row.due_on)}</td>
              <td className={figures.end}>{formatNumber(row.person_count)}</td>
              <td className={figures.end}>{formatMoney(row.total_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `/billing/summary`, for partners: what their clients are billed for a month, and what the next invoices come to. */
export function BillingSummary() {
  const { t } = useTranslation('billing');
  const [month, setMonth] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [get.path, { query: { month } }],
    queryFn: ({ signal }) => call(get, { query: month === null ? {} : { month } }, signal),
  });
  return (
    <>
      <PageHeader title={t('summary_title')} description={t('summary_text')} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          {data.months.length > 0 ? (
            <>
              <Select
                label={t('month')}
                className={css.month ?? ''}
                data={data.months.map((value) => ({ value, label: monthName(value) }))}
                value={data.month}
                allowDeselect={false}
                onChange={setMonth}
              />
              <p className={figures.sums}>
                <span>
                  {t('sum_month', { month: monthName(data.month) })}
                  <strong>{formatMoney(data.total_cents)}</strong>
                </span>
                <span>
                  {t('sum_unpaid')}
                  <strong>{formatMoney(data.unpaid_cents)}</strong>
                </span>
              </p>
              <Invoices invoices={data.invoices} onOpen={setOpened} />
            </>
          ) : (
            <EmptyState title={t('summary_empty')} text={t('summary_empty_text')} />
          )}
          <NextInvoice running={data.running} />
          <h2 className={figures.heading}>{t('last_months')}</h2>
          <Trends />
        </>
      ) : null}
      {opened ? <InvoicePanel key={opened} id={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
