import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { list as listEndpoint, unitTroubles } from '#endpoints/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { useStale } from '#platform/query.ts';
import { Nothing, NumberCell, StatusCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { Bill } from './partnerBill.tsx';
import { OfLimit, PartnerState, partnerPath, partnerStates } from './partnerState.tsx';

const NewPartnerPanel = onDemand(async () => (await import('./newPartnerPanel.tsx')).NewPartnerPanel);

function usePartnerColumns(): Column<Partner>[] {
  const { t } = useTranslation('partners');
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'state', header: t('state'), sort: 'state', cell: (row) => <PartnerState partner={row} /> },
    // On a phone a row has two lines: what comes first is seen.
    {
      key: 'bill',
      header: t('bill'),
      sort: 'bill',
      align: 'end',
      cell: ({ bill }) => (bill === null || bill.month === null ? <Nothing /> : <Bill bill={bill} month={bill.month} />),
    },
    {
      key: 'unit_count',
      header: t('units'),
      sort: 'unit_count',
      align: 'end',
      cell: (row) => <OfLimit used={row.unit_count} limit={row.unit_limit} />,
    },
    {
      key: 'person_count',
      header: t('people'),
      sort: 'person_count',
      align: 'end',
      cell: (row) => <OfLimit used={row.person_count} limit={row.user_limit} />,
    },
    { key: 'client_count', header: t('clients'), align: 'end', cell: (row) => <NumberCell value={row.client_count} /> },
    {
      key: 'requests',
      header: t('staff'),
      cell: ({ staff, requests }) => {
        const waiting = requests.filter(({ confirmed }) => !confirmed).length;
        return waiting > 0 ? (
          <StatusCell kind="warning">{t('waiting', { count: waiting })}</StatusCell>
        ) : (
          <NumberCell value={staff.length} />
        );
      },
    },
  ];
}

/** `/partners`, for the operator: contracts and numbers, not customers' data. */
export function Partners() {
  const { t } = useTranslation('partners');
  const stale = useStale();
  const list = useList<Partner>(listEndpoint, { name: 'page_partner', filters: ['state', 'units', 'staff'] });
  const { opened, show, close } = usePanels('partner');
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={usePartnerColumns()}
      filters={[
        { key: 'state', label: t('state'), options: partnerStates.map((value) => ({ value, label: t(`partner_${value}`) })) },
        { key: 'units', label: t('units'), options: unitTroubles.map((value) => ({ value, label: t(`units_${value}`) })) },
        { key: 'staff', label: t('staff_filter'), options: [{ value: 'asked', label: t('staff_asked') }] },
      ]}
      add={{ label: t('add'), run: () => show({ partner: 'new' }) }}
      linkOf={({ id }) => objectPath(partnerPath, id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.partner === 'new' ? <NewPartnerPanel onSaved={() => void stale(listEndpoint)} onClose={close} /> : null}
    </ListPage>
  );
}
