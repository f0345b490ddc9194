import type { ListedClient } from '@vitrine/contract/organisation/clients.ts';
import { choices, list as listEndpoint } from '#endpoints/organisation/clients.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { DateCell, NumberCell } from '#ui/cells.tsx';
import type { Column, Filter } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { ClientSituation, clientPaths, situations } from './clientSituation.tsx';
import { shownTaxId } from './shownTaxId.ts';

const RegistrationPanel = onDemand(async () => (await import('./registrationPanel.tsx')).RegistrationPanel);
const NewClientPanel = onDemand(async () => (await import('./newClientPanel.tsx')).NewClientPanel);

/** A partner needs no column that says whose clients they are. */
const useClientColumns = (ofPartner: boolean): Column<ListedClient>[] => {
  const { t } = useTranslation('clients');
  const columns: (Column<ListedClient> | false)[] = [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'trade_name', header: t('trade_name'), hidden: true },
    { key: 'tax_id', header: t('tax_id'), cell: (row) => shownTaxId(row) },
    !ofPartner && { key: 'partner_name', header: t('partner'), sort: 'partner_name' },
    {
      key: 'situation',
      header: t('situation'),
      sort: 'situation',
      cell: ({ situation }) => <ClientSituation situation={situation} />,
    },
    { key: 'unit_count', header: t('units'), sort: 'unit_count', align: 'end', cell: (row) => <NumberCell value={row.unit_count} /> },
    {
      key: 'person_count',
      header: t('licences'),
      sort: 'person_count',
      align: 'end',
      cell: (row) => <NumberCell value={row.person_count} />,
    },
    { key: 'price_cents', header: t('price'), sort: 'price_cents', align: 'end', cell: (row) => formatMoney(row.price_cents) },
    { key: 'seller', header: t('seller'), hidden: true },
    { key: 'city', header: t('city'), hidden: true, cell: ({ city, region }) => [city, region].filter(Boolean).join(' · ') },
    { key: 'customer_code', header: t('customer_code'), hidden: true },
    {
      key: 'contract_date',
      header: t('contract_date'),
      sort: 'contract_date',
      hidden: true,
      cell: (row) => <DateCell value={row.contract_date} />,
    },
  ];
  return columns.filter((column) => column !== false);
};

function useSituationFilter(): Filter {
  const { t } = useTranslation('clients');
  return { key: 'situation', label: t('situation'), options: situations.map((value) => ({ value, label: t(`situation_${value}`) })) };
}

/** `/client`, for the operator and its sellers: who signs for units, and pays. */
export function Clients() {
  const { t } = useTranslation('clients');
  const stale = useStale();
  const list = useList<ListedClient>(listEndpoint, { name: 'page_client', filters: ['situation', 'partner_id'] });
  const partners = useEndpoint(choices, {}).data?.partners ?? [];
  const { opened, show, close } = usePanels('client');
  const partnerFilter = { key: 'partner_id', label: t('partner'), options: partners.map(({ id, name }) => ({ value: id, label: name })) };
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useClientColumns(false)}
      filters={[useSituationFilter(), partnerFilter]}
      add={{ label: t('add'), run: () => show({ client: 'new' }) }}
      linkOf={({ id }) => objectPath(clientPaths.operator, id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.client === 'new' ? <NewClientPanel onSaved={() => void stale(listEndpoint)} onClose={close} /> : null}
    </ListPage>
  );
}

/** `/registration`, for partners: their own clients. */
export function OwnClients() {
  const { t } = useTranslation('clients');
  const stale = useStale();
  const list = useList<ListedClient>(listEndpoint, { name: 'page_own_client', filters: ['situation'] });
  const { opened, show, close } = usePanels('register');
  return (
    <ListPage
      title={t('title')}
      description={t('own_description')}
      list={list}
      columns={useClientColumns(true)}
      filters={[useSituationFilter()]}
      buttons={<Button onClick={() => show({ register: 'new' })}>{t('register')}</Button>}
      linkOf={({ id }) => objectPath(clientPaths.partner, id)}
      empty={{ title: t('empty_title'), text: t('own_empty_text') }}
    >
      {opened.register === 'new' ? <RegistrationPanel onRegistered={() => void stale(listEndpoint)} onClose={close} /> : null}
    </ListPage>
  );
}
