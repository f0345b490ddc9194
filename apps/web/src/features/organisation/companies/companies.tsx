import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { list as listEndpoint } from '#endpoints/organisation/companies.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { objectPath } from '#ui/object/paths.ts';

const kinds: Record<Company['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

export function CompanyState({ state }: Pick<Company, 'state'>) {
  const { t } = useTranslation('partners');
  return <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

function useCompanyColumns(): Column<Company>[] {
  const { t } = useTranslation('partners');
  const allowed = (value: boolean) => (value ? t('yes') : t('no'));
  return [
    { key: 'name', header: t('name'), sort: 'name' },
    { key: 'state', header: t('state'), cell: ({ state }) => <CompanyState state={state} /> },
    {
      key: 'person_count',
      header: t('people'),
      cell: ({ person_count, user_limit }) => t('people_of_limit', { people: formatNumber(person_count), limit: formatNumber(user_limit) }),
    },
    { key: 'self_registration', header: t('self_registration'), cell: (row) => allowed(row.self_registration) },
    { key: 'allow_registering_reports', header: t('allow_registering_reports'), cell: (row) => allowed(row.allow_registering_reports) },
  ];
}

/** `/companies`, for partners: seats and permissions of each unit, which has a page. */
export function Companies() {
  const { t } = useTranslation('partners');
  const navigate = useNavigate();
  const list = useList<Company>(listEndpoint, { name: 'page_tenant' });
  const open = ({ id }: Company) => void navigate({ to: objectPath('/companies', id) });
  return (
    <ListPage
      title={t('companies')}
      description={t('companies_text')}
      list={list}
      columns={useCompanyColumns()}
      actions={[{ key: 'switches', label: t('switches'), icon: <IconAdjustmentsHorizontal size={16} />, shortcut: 'e', run: open }]}
      linkOf={({ id }) => objectPath('/companies', id)}
      empty={{ title: t('companies_empty'), text: t('companies_empty_text') }}
    />
  );
}
