import { IconEyeglass, IconSettings } from '@tabler/icons-react';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { contract, get, list as listEndpoint } from '#endpoints/organisation/companies.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { useStale } from '#platform/query.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { DateCell, StatusCell } from '#ui/cells.tsx';
import type { Column } from '#ui/grid/types.ts';
import { useList } from '#ui/grid/useList.ts';
import { useNamedRow } from '#ui/grid/useNamedRow.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ListPage } from '#ui/resource/listPage.tsx';
import { objectPath } from '#ui/object/paths.ts';
import { nearlyFull } from '#ui/seats/rules.ts';
import { usePanels } from '#ui/resource/usePanels.ts';

const SwitchPanel = onDemand(async () => (await import('#ui/remoteAccess/switchPanel.tsx')).SwitchPanel);
const NewCompanyPanel = onDemand(async () => (await import('./newCompanyPanel.tsx')).NewCompanyPanel);

const states = ['active', 'trial', 'suspended', 'closed'] as const;
const kinds: Record<Company['state'], StatusKind> = { trial: 'info', active: 'success', suspended: 'warning', closed: 'neutral' };

export function CompanyState({ state }: Pick<Company, 'state'>) {
  const { t } = useTranslation('partners');
  return <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

/** What the unit is the partner's default for. */
export function DefaultMarks({
  default_for_cloud,
  default_for_registration,
  partner_own,
}: Pick<Company, 'default_for_cloud' | 'default_for_registration' | 'partner_own'>) {
  const { t } = useTranslation('companies');
  return (
    <>
      {default_for_cloud ? <StatusCell kind="info">{t('default_cloud')}</StatusCell> : null}
      {default_for_registration ? <StatusCell kind="info">{t('default_registration')}</StatusCell> : null}
      {partner_own ? <StatusCell kind="info">{t('partner_own')}</StatusCell> : null}
    </>
  );
}

/** Nobody signs in to a unit that is suspended or closed. */
export const isOpen = ({ state }: Pick<Company, 'state'>): boolean => state === 'active' || state === 'trial';

function useCompanyColumns(): Column<Company>[] {
  const { t } = useTranslation(['companies', 'partners', 'ui']);
  return [
    { key: 'name', header: t('partners:name'), sort: 'name' },
    { key: 'state', header: t('partners:state'), cell: ({ state }) => <CompanyState state={state} /> },
    {
      key: 'person_count',
      header: t('partners:people'),
      sort: 'person_count',
      cell: ({ person_count, user_limit, state }) => (
        <>
          {t('partners:people_of_limit', { people: formatNumber(person_count), limit: formatNumber(user_limit) })}
          {state !== 'closed' && nearlyFull(person_count, user_limit) ? (
            <StatusCell kind="warning">{t('ui:seats_nearly')}</StatusCell>
          ) : null}
        </>
      ),
    },
    { key: 'client', header: t('client'), cell: ({ client }) => client?.name ?? t('no_client') },
    {
      key: 'trial_ends_on',
      header: t('partners:trial_ends_on'),
      sort: 'trial_ends_on',
      cell: ({ state, trial_ends_on }) => (state === 'trial' ? <DateCell value={trial_ends_on} /> : null),
    },
    { key: 'defaults', header: t('default_columns'), cell: (company) => <DefaultMarks {...company} /> },
    { key: 'host', header: t('host'), hidden: true },
  ];
}

/** `/companies`, for partners: the units with their seats and trials, each with a page; closed ones where the filter asks for them. */
export function Companies() {
  const { t } = useTranslation(['companies', 'partners', 'remoteAccess']);
  const navigate = useNavigate();
  const stale = useStale();
  const { opened, show, close } = usePanels('company', 'switch');
  const list = useList<Company>(listEndpoint, { name: 'page_tenant', filters: ['state'] });
  const switching = useNamedRow(list.rows, get, opened.switch);
  const open = ({ id }: Company) => void navigate({ to: objectPath('/companies', id) });
  return (
    <ListPage
      title={t('partners:companies')}
      description={t('partners:companies_text')}
      list={list}
      columns={useCompanyColumns()}
      filters={[
        { key: 'state', label: t('partners:state'), options: states.map((value) => ({ value, label: t(`partners:state_${value}`) })) },
      ]}
      add={{ label: t('add'), run: () => show({ company: 'new' }) }}
      actions={[
        { key: 'open', label: t('open'), icon: <IconSettings size={16} />, shortcut: 'e', run: open },
        {
          key: 'switch',
          label: t('remoteAccess:switch'),
          text: t('remoteAccess:switch_text'),
          icon: <IconEyeglass size={16} />,
          when: isOpen,
          run: ({ id }) => show({ switch: id }),
        },
      ]}
      linkOf={({ id }) => objectPath('/companies', id)}
      empty={{ title: t('partners:companies_empty'), text: t('empty_text') }}
    >
      {opened.company === 'new' ? <NewCompanyPanel onSaved={() => void stale(listEndpoint, get, contract)} onClose={close} /> : null}
      {switching ? <SwitchPanel key={switching.id} unit={switching} onClose={close} /> : null}
    </ListPage>
  );
}
