import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Company } from '@vitrine/contract/features/companies.ts';
import { get, list as listEndpoint } from '@vitrine/contract/features/companies.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../core/formats.ts';
import type { StatusKind } from '../../core/ui/cells.tsx';
import { StatusCell } from '../../core/ui/cells.tsx';
import { DataGrid } from '../../core/ui/grid/DataGrid.tsx';
import type { Column } from '../../core/ui/grid/types.ts';
import { useList } from '../../core/ui/grid/useList.ts';
import { useNamedRow } from '../../core/ui/grid/useNamedRow.ts';
import { PageHeader } from '../../core/ui/PageHeader.tsx';

const CompanyPanel = lazy(async () => ({ default: (await import('./companyPanel.tsx')).CompanyPanel }));

const kinds: Record<Company['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

function useCompanyColumns(): Column<Company>[] {
  const { t } = useTranslation('partners');
  const allowed = (value: boolean) => (value ? t('yes') : t('no'));
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'state', header: t('state'), cell: ({ state }) => <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell> },
    {
      key: 'person_count',
      header: t('people'),
      cell: ({ person_count, user_limit }) => t('people_of_limit', { people: formatNumber(person_count), limit: formatNumber(user_limit) }),
    },
    { key: 'self_registration', header: t('self_registration'), cell: (row) => allowed(row.self_registration) },
    { key: 'allow_registering_reports', header: t('allow_registering_reports'), cell: (row) => allowed(row.allow_registering_reports) },
  ];
}

/** `/companies`, for the partner: how full each unit is, and what it may do. */
export function Companies() {
  const { t } = useTranslation('partners');
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const list = useList<Company>(listEndpoint, { name: 'page_tenant' });
  const { company, ...rest } = search;
  const opened = useNamedRow(list.rows, get, company);
  const open = (row: Company) => void navigate({ to: '.', search: { ...rest, company: row.id } });
  return (
    <>
      <PageHeader title={t('companies')} description={t('companies_text')} />
      <DataGrid
        label={t('companies')}
        list={list}
        columns={useCompanyColumns()}
        actions={[{ key: 'switches', label: t('switches'), icon: <IconAdjustmentsHorizontal size={16} />, shortcut: 'e', run: open }]}
        onOpen={open}
        empty={{ title: t('companies_empty'), text: t('companies_empty_text') }}
      />
      <Suspense fallback={null}>
        {opened ? <CompanyPanel company={opened} onClose={() => void navigate({ to: '.', search: rest })} /> : null}
      </Suspense>
    </>
  );
}
