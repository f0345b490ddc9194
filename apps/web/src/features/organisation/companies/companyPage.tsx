import { Button } from '@mantine/core';
import { IconEyeglass, IconFileSettings } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofCompany } from '#endpoints/audit/audit.ts';
import { get, list } from '#endpoints/organisation/companies.ts';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verdictOn } from '#platform/access.ts';
import { useConfig } from '#platform/config.ts';
import { formatNumber } from '#platform/formats.ts';
import { useUnitSwitch } from '#shell/unitSwitcher.tsx';
import { useViewer } from '#shell/viewer.ts';
import { DateCell, IdCell, NumberCell } from '#ui/cells.tsx';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { SeatsCard } from '#ui/seats/seatsCard.tsx';
import { CompanyState, DefaultMarks, isOpen } from './companies.tsx';
import { useCompanyActs } from './companyActs.tsx';
import { CompanySettings } from './companySettings.tsx';

const SwitchPanel = onDemand(async () => (await import('#ui/remoteAccess/switchPanel.tsx')).SwitchPanel);

function useFacts(row: Company | undefined): Fact[] {
  const { t } = useTranslation(['partners', 'companies']);
  const of = (read: (company: Company) => Fact['value']) => (row ? read(row) : undefined);
  const seats = ({ person_count, user_limit }: Company) =>
    t('people_of_limit', { people: formatNumber(person_count), limit: formatNumber(user_limit) });
  return [
    { label: t('companies:host'), value: of(({ host }) => host) },
    { label: t('companies:client'), value: of(({ client }) => client?.name ?? t('companies:no_client')) },
    {
      label: t('companies:default_columns'),
      value: of((company) =>
        company.default_for_cloud || company.default_for_registration || company.partner_own ? <DefaultMarks {...company} /> : null,
      ),
    },
    { label: t('people'), value: of(seats) },
    { label: t('reports'), value: of(({ report_count }) => <NumberCell value={report_count} />) },
    { label: t('trial_ends_on'), value: of(({ state, trial_ends_on }) => (state === 'trial' ? <DateCell value={trial_ends_on} /> : null)) },
    { label: t('companies:suspended_for'), value: of(({ suspended_for }) => suspended_for || null) },
    { label: t('companies:closed_at'), value: of(({ closed_at }) => (closed_at ? <DateCell value={closed_at} /> : null)) },
  ];
}

/** Works in the unit from now on, unless that is the one already. */
function Enter({ company: { id, name } }: { company: Company }) {
  const { t } = useTranslation('partners');
  const enter = useUnitSwitch();
  const units = useConfig()?.companies ?? [];
  if (!units.some(({ tenant_id, current }) => tenant_id === id && !current)) return null;
  return <Button onClick={() => enter({ tenant_id: id, name })}>{t('enter_unit')}</Button>;
}

/** How full the unit is, and what it is set to. */
function Settings({ company }: { company: Company }) {
  const { person_count, user_limit, state } = company;
  return (
    <>
      {state === 'closed' ? null : <SeatsCard seats={{ used: person_count, limit: user_limit }} />}
      <CompanySettings company={company} />
    </>
  );
}

/** `/companies/<id>`, for partners: one business unit. */
export function CompanyPage() {
  const { t } = useTranslation(['partners', 'ui', 'remoteAccess']);
  const [switching, setSwitching] = useState(false);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const opened = useObject<Company, Company>({ get, list }, id);
  const mayReadLog = verdictOn('audit', useViewer()) === 'open';
  const history = useHistory(ofCompany, id, mayReadLog);
  const historyFacts = useHistoryFacts(history, mayReadLog, opened.row);
  const acts = useCompanyActs(opened.whole);
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('companies'), path: '/companies' }}
      title={({ name }) => name}
      state={({ state }) => <CompanyState state={state} />}
      primary={(company) => <Enter company={company} />}
      actions={[
        {
          key: 'setup',
          label: t('unit_setup'),
          icon: <IconFileSettings size={16} />,
          run: ({ id: unit }) => void navigate({ to: '/unit/setup', search: { unit } }),
        },
        {
          key: 'switch',
          label: t('remoteAccess:switch'),
          text: t('remoteAccess:switch_text'),
          icon: <IconEyeglass size={16} />,
          when: isOpen,
          run: () => setSwitching(true),
        },
        ...acts.actions,
      ]}
      tabs={[
        // A form starts with current data, not with a row of a list.
        { name: 'settings', content: opened.whole ? <Settings key={id} company={opened.whole} /> : null },
        ...(mayReadLog ? [{ name: 'history' as const, content: <HistoryTab history={history} own={['tenant']} /> }] : []),
      ]}
      facts={[...useFacts(opened.row), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {acts.open}
      <Suspense fallback={null}>
        {switching && opened.row ? <SwitchPanel unit={opened.row} onClose={() => setSwitching(false)} /> : null}
      </Suspense>
    </ObjectPage>
  );
}
