import { Button } from '@mantine/core';
import { IconBuildingBank, IconSettings } from '@tabler/icons-react';
import { choices } from '#endpoints/organisation/clients.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { InvoiceRow } from '@vitrine/contract/billing/billing.ts';
import { list as listEndpoint } from '#endpoints/billing/billing.ts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { InvoiceState } from '#ui/billing/invoiceState.tsx';
import { monthName } from '#ui/billing/monthName.ts';
import figures from '#ui/billing/figures.module.css';
import { DateCell, Nothing, NumberCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { PageHeader } from '#ui/pageHeader.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { BillingViews, viewOf } from './billingViews.tsx';

const Trends = onDemand(async () => (await import('#ui/billing/trends.tsx')).Trends);
const PaymentsPanel = onDemand(async () => (await import('./paymentsPanel.tsx')).PaymentsPanel);
const SettingsPanel = onDemand(async () => (await import('./settingsPanel.tsx')).SettingsPanel);

const states = ['draft', 'open', 'overdue', 'paid', 'cancelled'] as const;

function useInvoiceColumns(): Column<InvoiceRow>[] {
  const { t } = useTranslation('billing');
  return [
    { key: 'client_name', header: t('client'), sort: 'client' },
    { key: 'number', header: t('number'), sort: 'number', cell: ({ number }) => (number === null ? <Nothing /> : String(number)) },
    { key: 'month', header: t('month'), sort: 'month', cell: ({ month }) => monthName(month) },
    { key: 'state', header: t('state'), cell: ({ state }) => <InvoiceState state={state} /> },
    { key: 'due_on', header: t('due_on'), sort: 'due_on', cell: ({ due_on }) => <DateCell value={due_on} /> },
    { key: 'person_count', header: t('people'), align: 'end', cell: ({ person_count }) => <NumberCell value={person_count} /> },
    { key: 'total_cents', header: t('total'), sort: 'total', align: 'end', cell: ({ total_cents }) => formatMoney(total_cents) },
  ];
}

/** What is owed and overdue, of all invoices or of those of one partner. */
function Sums({ partner_id }: { partner_id: string | undefined }) {
  const query = { per_page: 1, ...(partner_id ? { partner_id } : {}) };
  const { t } = useTranslation('billing');
  const { data } = useQuery({
    queryKey: [listEndpoint.path, { sums: true, query }],
    queryFn: ({ signal }) => call(listEndpoint, { query }, signal),
  });
  if (!data) return null;
  return (
    <p className={figures.sums}>
      <span>
        {t('sum_unpaid')}
        <strong>{formatMoney(data.sums.unpaid_cents)}</strong>
      </span>
      <span>
        {t('sum_overdue')}
        <strong>{formatMoney(data.sums.overdue_cents)}</strong>
      </span>
    </p>
  );
}

function Invoices() {
  const { t } = useTranslation('billing');
  const { opened, show, close } = usePanels('panel');
  const list = useList<InvoiceRow>(listEndpoint, { name: 'page_billing', filters: ['state', 'partner_id'] });
  const partners = useEndpoint(choices, {}).data?.partners ?? [];
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useInvoiceColumns()}
      filters={[
        { key: 'state', label: t('state'), options: states.map((value) => ({ value, label: t(`state_${value}`) })) },
        { key: 'partner_id', label: t('partner'), options: partners.map(({ id, name }) => ({ value: id, label: name })) },
      ]}
      buttons={
        <>
          <Button variant="default" leftSection={<IconSettings size={16} />} onClick={() => show({ panel: 'settings' })}>
            {t('settings')}
          </Button>
          <Button variant="default" leftSection={<IconBuildingBank size={16} />} onClick={() => show({ panel: 'payments' })}>
            {t('payments')}
          </Button>
        </>
      }
      tabs={
        <>
          <BillingViews view="invoices" />
          <Sums partner_id={list.view.state.filters['partner_id']} />
        </>
      }
      linkOf={({ id }) => objectPath('/billing', id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.panel === 'payments' ? <PaymentsPanel onClose={close} /> : null}
      {opened.panel === 'settings' ? <SettingsPanel onClose={close} /> : null}
    </ListPage>
  );
}

function Charts() {
  const { t } = useTranslation('billing');
  return (
    <>
      <PageHeader title={t('title')} description={t('charts_text')} />
      <BillingViews view="charts" />
      <Trends />
    </>
  );
}

/** `/billing`, for the operator: invoices of all clients, and what they come to month by month. */
export function Billing() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  return viewOf(search.view) === 'charts' ? <Charts /> : <Invoices />;
}
