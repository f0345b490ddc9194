import { IconBuilding } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Partner } from '@vitrine/contract/features/partners.ts';
import { get, list as listEndpoint } from '@vitrine/contract/features/partners.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Column, RowAction } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';

const PartnerPanel = lazy(async () => ({ default: (await import('./partnerPanel.tsx')).PartnerPanel }));

function usePartnerColumns(): Column<Partner>[] {
  const { t } = useTranslation('partners');
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'unit_count', header: t('units'), align: 'end', cell: (row) => <NumberCell value={row.unit_count} /> },
    { key: 'person_count', header: t('people'), align: 'end', cell: (row) => <NumberCell value={row.person_count} /> },
  ];
}

/** `/partners`, for the operator: contracts and figures, not customers' data. */
export function Partners() {
  const { t } = useTranslation('partners');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<Partner>(listEndpoint, { name: 'page_partner' });
  const { partner, ...rest } = search;
  const opened = useNamedRow(list.rows, get, partner);
  const open = (row: Partner) => void navigate({ to: '.', search: { ...rest, partner: row.id } });

  const actions: RowAction<Partner>[] = [{ key: 'units', label: t('show_units'), icon: <IconBuilding size={16} />, run: open }];
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <DataGrid
        label={t('title')}
        list={list}
        columns={usePartnerColumns()}
        actions={actions}
        onOpen={open}
        empty={{ title: t('empty_title'), text: t('empty_text') }}
      />
      <Suspense fallback={null}>
        {opened ? <PartnerPanel partner={opened} onClose={() => void navigate({ to: '.', search: rest })} /> : null}
      </Suspense>
    </>
  );
}
