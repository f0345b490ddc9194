import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { get, list as listEndpoint } from '@vitrine/contract/organisation/companies.ts';

import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { ListPage } from '#ui/resource/listPage.tsx';
import { usePanels } from '#ui/resource/usePanels.ts';
import { onDemand } from '#ui/onDemand.tsx';

const CompanyPanel = onDemand(async () => (await import('./companyPanel.tsx')).CompanyPanel);

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

/** `/companies`, for partners: seats and permissions of each unit. */
export function Companies() {
  const { t } = useTranslation('partners');
  const { opened, show, close } = usePanels('company');
  const list = useList<Company>(listEndpoint, { name: 'page_tenant' });
  const company = useNamedRow(list.rows, get, opened.company);
  const open = ({ id }: Company) => show({ company: id });
  return (
    <ListPage
      title={t('companies')}
      description={t('companies_text')}
      list={list}
      columns={useCompanyColumns()}
      actions={[{ key: 'switches', label: t('switches'), icon: <IconAdjustmentsHorizontal size={16} />, shortcut: 'e', run: open }]}
      onOpen={open}
      empty={{ title: t('companies_empty'), text: t('companies_empty_text') }}
    >
      {company ? <CompanyPanel company={company} onClose={close} /> : null}
    </ListPage>
  );
}
