import type { UnitInvoiceRow } from '@vitrine/contract/billing/unitInvoices.ts';
import { list as listEndpoint } from '#endpoints/billing/unitInvoices.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { useEndpoint } from '#platform/query.ts';
import { InvoiceState } from '#ui/billing/invoiceState.tsx';
import { monthName } from '#ui/billing/monthName.ts';
import figures from '#ui/billing/figures.module.css';
import { DateCell, NumberCell } from '#ui/cells.tsx';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { ListPage } from '#ui/resource/listPage.tsx';

function Unpaid() {
  const { t } = useTranslation('billing');
  const { data } = useEndpoint(listEndpoint, { query: { per_page: 1 } });
  return (
    <p className={figures.sums}>
      <span>
        {t('sum_unpaid')}
        <strong>{data ? formatMoney(data.unpaid_cents) : '–'}</strong>
      </span>
    </p>
  );
}

/** `/unit/invoices`: what the client of the unit is billed, for the administrators who have to do with it. */
export function UnitInvoices() {
  const { t } = useTranslation('billing');
  const list = useList<UnitInvoiceRow>(listEndpoint, { name: 'page_unit_invoices' });
  return (
    <ListPage
      title={t('title')}
      description={t('unit_description')}
      list={list}
      columns={[
        { key: 'number', header: t('number'), sort: 'number', cell: ({ number }) => String(number ?? '') },
        { key: 'month', header: t('month'), sort: 'month', cell: ({ month }) => monthName(month) },
        { key: 'state', header: t('state'), cell: ({ state }) => <InvoiceState state={state} /> },
        { key: 'due_on', header: t('due_on'), sort: 'due_on', cell: ({ due_on }) => <DateCell value={due_on} /> },
        { key: 'person_count', header: t('people'), align: 'end', cell: ({ person_count }) => <NumberCell value={person_count} /> },
        { key: 'total_cents', header: t('total'), sort: 'total', align: 'end', cell: ({ total_cents }) => formatMoney(total_cents) },
      ]}
      tabs={<Unpaid />}
      linkOf={({ id }) => objectPath('/unit/invoices', id)}
      empty={{ title: t('empty_title'), text: t('unit_empty_text') }}
    />
  );
}
