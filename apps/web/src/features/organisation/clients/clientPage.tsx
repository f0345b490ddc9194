import { Button } from '@mantine/core';
import { IconCircleCheck, IconHourglass, IconPlayerStop } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofClient } from '#endpoints/audit/audit.ts';
import { get, list } from '#endpoints/organisation/clients.ts';
import type { Client, ListedClient, Situation } from '@vitrine/contract/organisation/clients.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { useStale } from '#platform/query.ts';
import { DateCell, IdCell, NumberCell } from '#ui/cells.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { ClientRecord } from './clientRecord.tsx';
import { ClientSituation, clientPaths } from './clientSituation.tsx';
import { ClientUnits } from './clientUnits.tsx';
import { shownTaxId } from './shownTaxId.ts';

const ClientSettings = onDemand(async () => (await import('./clientSettings.tsx')).ClientSettings);
const RegistrationPanel = onDemand(async () => (await import('./registrationPanel.tsx')).RegistrationPanel);
const SituationDialog = onDemand(async () => (await import('./situationDialog.tsx')).SituationDialog);

/** What all domains of its units cost a month. */
const domainFees = ({ units }: Client): number =>
  units.flatMap(({ domains }) => domains).reduce((sum, { fee_cents }) => sum + fee_cents, 0);

function useFacts(row: ListedClient | undefined, whole: Client | undefined): Fact[] {
  const { t } = useTranslation('clients');
  const of = (read: (client: ListedClient) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t(row?.kind === 'physical' ? 'cpf' : 'cnpj'), value: of(shownTaxId) },
    { label: t('partner'), value: of(({ partner_name }) => partner_name) },
    { label: t('units'), value: of(({ unit_count }) => <NumberCell value={unit_count} />) },
    { label: t('licences'), value: of(({ person_count }) => <NumberCell value={person_count} />) },
    { label: t('price_cents'), value: of(({ price_cents }) => formatMoney(price_cents)) },
    { label: t('domain_fees'), value: whole && t('fee_month', { fee: formatMoney(domainFees(whole)) }) },
    { label: t('contract_date'), value: of(({ contract_date }) => (contract_date ? <DateCell value={contract_date} /> : null)) },
    { label: t('seller'), value: of(({ seller }) => seller || null) },
  ];
}

const icons = { trial: IconHourglass, active: IconCircleCheck, ended: IconPlayerStop } as const;

/** The page of a client; `path` is the list of whoever looks at it. */
function OneClient({ path, listTitle }: { path: string; listTitle: string }) {
  const { t } = useTranslation(['clients', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const stale = useStale();
  const opened = useObject<ListedClient, Client>({ get, list }, id);
  const { row, whole } = opened;
  const history = useHistory(ofClient, id, true);
  const historyFacts = useHistoryFacts(history, true, row);
  const [moving, setMoving] = useState<Situation | null>(null);
  const [opening, setOpening] = useState(false);
  const changed = () => stale(list, get, ofClient);
  const next = whole?.can.situations ?? [];
  const activeWord = whole?.situation === 'ended' ? t('to_active_again') : t('to_active');
  const actions = (['trial', 'active', 'ended'] as const).map((situation): RowAction<ListedClient> => {
    const Icon = icons[situation];
    return {
      key: situation,
      label: situation === 'active' ? activeWord : t(`to_${situation}`),
      text: t(`to_${situation}_text`),
      icon: <Icon size={16} />,
      danger: situation === 'ended',
      when: () => next.includes(situation),
      run: () => setMoving(situation),
    };
  });
  const form = whole?.can.edit ? <ClientSettings key={id} client={whole} onSaved={() => void changed()} /> : null;
  return (
    <ObjectPage
      opened={opened}
      list={{ title: listTitle, path }}
      title={({ name }) => name}
      state={({ situation }) => <ClientSituation situation={situation} />}
      primary={() => {
        if (next.includes('active')) return <Button onClick={() => setMoving('active')}>{activeWord}</Button>;
        return whole?.can.add_unit ? <Button onClick={() => setOpening(true)}>{t('add_unit')}</Button> : null;
      }}
      actions={actions}
      tabs={[
        // A form starts with current data, not with a row of a list.
        { name: 'settings', content: form ?? (whole ? <ClientRecord client={whole} /> : null) },
        { name: 'units', content: whole ? <ClientUnits units={whole.units} linked={path === clientPaths.partner} /> : null },
        { name: 'history', content: <HistoryTab history={history} own={['client']} /> },
      ]}
      facts={[...useFacts(row, whole), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {opening && whole ? <RegistrationPanel client={whole} onRegistered={() => void changed()} onClose={() => setOpening(false)} /> : null}
      {moving && whole ? (
        <SituationDialog
          client={whole}
          situation={moving}
          onMoved={() => void changed()}
          onMissing={() => void navigate({ to: '.', search: {}, replace: true })}
          onClose={() => setMoving(null)}
        />
      ) : null}
    </ObjectPage>
  );
}

/** `/client/<id>`, for the operator and its sellers. */
export function ClientPage() {
  const { t } = useTranslation('clients');
  return <OneClient path={clientPaths.operator} listTitle={t('title')} />;
}

/** `/registration/<id>`, for partners. */
export function OwnClientPage() {
  const { t } = useTranslation('clients');
  return <OneClient path={clientPaths.partner} listTitle={t('title')} />;
}
