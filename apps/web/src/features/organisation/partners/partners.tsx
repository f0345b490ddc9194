import { IconBuilding } from '@tabler/icons-react';
import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { get, list as listEndpoint } from '#endpoints/organisation/partners.ts';

import { useTranslation } from 'react-i18next';
import { NumberCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { onDemand } from '#ui/onDemand.tsx';

const PartnerPanel = onDemand(async () => (await import('./partnerPanel.tsx')).PartnerPanel);

function usePartnerColumns(): Column<Partner>[] {
  const { t } = useTranslation('partners');
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'unit_count', header: t('units'), align: 'end', cell: (row) => <NumberCell value={row.unit_count} /> },
    { key: 'person_count', header: t('people'), align: 'end', cell: (row) => <NumberCell value={row.person_count} /> },
  ];
}

/** `/partners`, for the operator: contracts and numbers, not customers' data. */
export function Partners() {
  const { t } = useTranslation('partners');
  const { opened, show, close } = usePanels('partner');
  const list = useList<Partner>(listEndpoint, { name: 'page_partner' });
  const partner = useNamedRow(list.rows, get, opened.partner);
  const open = ({ id }: Partner) => show({ partner: id });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={usePartnerColumns()}
      actions={[{ key: 'units', label: t('show_units'), icon: <IconBuilding size={16} />, run: open }]}
      onOpen={open}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {partner ? <PartnerPanel partner={partner} onClose={close} /> : null}
    </ListPage>
  );
}
