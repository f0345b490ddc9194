import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ofCompany } from '#endpoints/audit/audit.ts';
import { get, list } from '#endpoints/organisation/companies.ts';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
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
import { CompanyState } from './companies.tsx';
import { CompanySwitches } from './companySwitches.tsx';

function useFacts(row: Company | undefined): Fact[] {
  const { t } = useTranslation('partners');
  const of = (read: (company: Company) => Fact['value']) => (row ? read(row) : undefined);
  const seats = ({ person_count, user_limit }: Company) =>
    t('people_of_limit', { people: formatNumber(person_count), limit: formatNumber(user_limit) });
  return [
    { label: t('people'), value: of(seats) },
    { label: t('reports'), value: of(({ report_count }) => <NumberCell value={report_count} />) },
    { label: t('trial_ends_on'), value: of(({ state, trial_ends_on }) => (state === 'trial' ? <DateCell value={trial_ends_on} /> : null)) },
    { label: t('created_at'), value: of(({ created_at }) => <DateCell value={created_at} />) },
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

/** `/companies/<id>`, for partners: one business unit. */
export function CompanyPage() {
  const { t } = useTranslation(['partners', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const opened = useObject<Company, Company>({ get, list }, id);
  const mayReadLog = verdictOn('audit', useViewer()) === 'open';
  const history = useHistory(ofCompany, id, mayReadLog);
  const historyFacts = useHistoryFacts(history, mayReadLog);
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('companies'), path: '/companies' }}
      title={({ name }) => name}
      state={({ state }) => <CompanyState state={state} />}
      primary={(company) => <Enter company={company} />}
      tabs={[
        // A form starts with current data, not with a row of a list.
        { name: 'settings', content: opened.whole ? <CompanySwitches key={id} company={opened.whole} /> : null },
        ...(mayReadLog ? [{ name: 'history' as const, content: <HistoryTab history={history} own={['tenant']} /> }] : []),
      ]}
      facts={[...useFacts(opened.row), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    />
  );
}
