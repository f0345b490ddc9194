import type { Capacity } from '@vitrine/contract/datasets/capacities.ts';
import { Navigate } from '@tanstack/react-router';
import { list as listEndpoint } from '#endpoints/datasets/capacities.ts';
import { useTranslation } from 'react-i18next';
import { useRole } from '#platform/session.ts';
import { formatDollars } from '#platform/money.ts';
import { NumberCell, RelativeTimeCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { objectPath } from '#ui/object/paths.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { CapacityState, isChanging, PriceCell, useCapacitiesLive } from './capacityCells.tsx';

const AddCapacityPanel = onDemand(async () => (await import('./addCapacityPanel.tsx')).AddCapacityPanel);

function useColumns(): Column<Capacity>[] {
  const { t } = useTranslation('capacities');
  return [
    { key: 'name', header: t('name'), sort: 'name', cell: ({ name, current }) => (current ? t('name_current', { name }) : name) },
    { key: 'state', header: t('state'), cell: (row) => <CapacityState capacity={row} /> },
    {
      key: 'sku',
      header: t('size'),
      cell: ({ sku, cents_per_hour: cents }) => (cents === null ? sku : t('size_price', { size: sku, price: formatDollars(cents) })),
    },
    { key: 'month_cents', header: t('month_cost'), align: 'end', cell: ({ month_cents }) => <PriceCell cents={month_cents} /> },
    { key: 'account', header: t('account'), sort: 'account' },
    { key: 'resource_group', header: t('resource_group') },
    { key: 'shift_count', header: t('shifts'), align: 'end', hidden: true, cell: ({ shift_count }) => <NumberCell value={shift_count} /> },
    { key: 'waking', header: t('waking'), hidden: true, cell: ({ waking }) => t(`waking_${waking}`) },
    { key: 'seen_at', header: t('seen_at'), cell: ({ seen_at }) => <RelativeTimeCell value={seen_at} /> },
  ];
}

/** `/powerbi/resources`: capacities that the portal looks after. */
function Capacities() {
  const { t } = useTranslation('capacities');
  const { opened, show, close } = usePanels('capacity');
  const list = useList(listEndpoint, { name: 'page_capacity' });
  const again = useCapacitiesLive(list.rows?.some(isChanging) ?? false);
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      list={list}
      columns={useColumns()}
      add={{ label: t('add'), run: () => show({ capacity: 'new' }) }}
      linkOf={({ id }) => objectPath('/powerbi/resources', id)}
      empty={{ title: t('empty_title'), text: t('empty_text') }}
    >
      {opened.capacity === 'new' ? <AddCapacityPanel onSaved={() => void again()} onClose={close} /> : null}
    </ListPage>
  );
}

/** Readers have those on which their reports stand at another address. */
export const CapacitiesOrMine = () => (useRole() === 'user' ? <Navigate to="/powerbi" replace /> : <Capacities />);
