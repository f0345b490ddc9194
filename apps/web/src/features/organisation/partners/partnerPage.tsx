import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ofPartner } from '#endpoints/audit/audit.ts';
import { close, get, list, resume } from '#endpoints/organisation/partners.ts';
import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money.ts';
import { call } from '#platform/http.ts';
import { useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { DateCell, IdCell, NumberCell } from '#ui/cells.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import type { RowAction } from '#ui/grid/types.ts';
import { useHistoryFacts } from '#ui/history/historyFacts.tsx';
import { HistoryTab } from '#ui/history/historyTab.tsx';
import { useHistory } from '#ui/history/useHistory.ts';
import type { Fact } from '#ui/object/facts.tsx';
import { ObjectPage } from '#ui/object/objectPage.tsx';
import { useObject } from '#ui/object/useObject.ts';
import { onDemand } from '#ui/onDemand.tsx';
import { useBillFacts } from './partnerBill.tsx';
import { PartnerStaff } from './partnerStaff.tsx';
import { OfLimit, PartnerState, partnerPath } from './partnerState.tsx';
import { PartnerUnits } from './partnerUnits.tsx';

const PartnerSettings = onDemand(async () => (await import('./partnerSettings.tsx')).PartnerSettings);
const RemoveDialog = onDemand(async () => (await import('./removeDialog.tsx')).RemoveDialog);
const SuspendDialog = onDemand(async () => (await import('./suspendDialog.tsx')).SuspendDialog);

function useFacts(row: Partner | undefined): Fact[] {
  const { t } = useTranslation('partners');
  const of = (read: (partner: Partner) => Fact['value']) => (row ? read(row) : undefined);
  return [
    { label: t('units'), value: of(({ unit_count, unit_limit }) => <OfLimit used={unit_count} limit={unit_limit} />) },
    { label: t('people'), value: of(({ person_count, user_limit }) => <OfLimit used={person_count} limit={user_limit} />) },
    { label: t('clients'), value: of(({ client_count }) => <NumberCell value={client_count} />) },
    { label: t('price_cents'), value: of(({ price_cents }) => formatMoney(price_cents)) },
    { label: t('contract_date'), value: of(({ contract_date }) => (contract_date ? <DateCell value={contract_date} /> : null)) },
  ];
}

/** `/partners/<id>`: one partner. Sellers see it without its staff, contract and history. */
export function PartnerPage() {
  const { t } = useTranslation(['partners', 'ui']);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const stale = useStale();
  const opened = useObject<Partner, Partner>({ get, list }, id);
  const { row: partner, whole } = opened;
  const managed = partner !== undefined && (partner.can.edit || partner.state === 'closed');
  const history = useHistory(ofPartner, id, managed);
  const historyFacts = useHistoryFacts(history, managed, partner);
  const [dialog, setDialog] = useState<'suspend' | 'close' | 'remove' | null>(null);
  const navigate = useNavigate();
  const changed = () => stale(list, get, ofPartner);
  const takeBack = async ({ name, version }: Partner) => {
    if (!(await toast.confirm(t('resume_sure', { name })))) return;
    await call(resume, { params: { id }, body: { version } }).then(() => toast.success(t('resume_done', { name })), toast.failure);
    await changed();
  };
  const isSuspended = ({ state, suspends_on }: Partner) => state === 'suspended' || suspends_on !== null;
  const actions: RowAction<Partner>[] = [
    {
      key: 'suspend',
      label: t('suspend'),
      text: t('suspend_text'),
      icon: <IconPlayerPause size={16} />,
      when: (row) => row.can.edit && row.state === 'active',
      run: () => setDialog('suspend'),
    },
    {
      key: 'resume',
      label: t('resume'),
      text: t('resume_text'),
      icon: <IconPlayerPlay size={16} />,
      when: (row) => row.can.edit && isSuspended(row),
      run: (row) => void takeBack(row),
    },
    {
      key: 'close',
      label: t('close'),
      text: t('close_text'),
      icon: <IconPlayerStop size={16} />,
      danger: true,
      when: ({ can }) => can.close,
      run: () => setDialog('close'),
    },
    {
      key: 'remove',
      label: t('delete'),
      text: t('delete_text'),
      icon: <IconTrash size={16} />,
      danger: true,
      when: ({ can }) => can.remove,
      run: () => setDialog('remove'),
    },
  ];
  const closeNow = async ({ name, version }: Partner) => {
    await call(close, { params: { id }, body: { version } });
    toast.success(t('close_done', { name }));
    await changed();
  };
  return (
    <ObjectPage
      opened={opened}
      list={{ title: t('title'), path: partnerPath }}
      title={({ name }) => name}
      state={(row) => <PartnerState partner={row} />}
      actions={actions}
      tabs={[
        { name: 'units', content: partner ? <PartnerUnits partner={partner} onChanged={() => void changed()} /> : null },
        ...(managed
          ? [
              { name: 'members' as const, content: <PartnerStaff partner={partner} resets={partner.can.edit} /> },
              // A form starts with current data, not with a row of a list.
              {
                name: 'settings' as const,
                content: whole?.can.edit ? <PartnerSettings key={id} partner={whole} onSaved={() => void changed()} /> : null,
              },
              { name: 'history' as const, content: <HistoryTab history={history} own={['partner']} /> },
            ]
          : []),
      ]}
      facts={[...useFacts(partner), ...useBillFacts(partner), ...historyFacts, { label: t('ui:object_id'), value: <IdCell value={id} /> }]}
    >
      {whole && dialog === 'suspend' ? (
        <SuspendDialog partner={whole} onSaved={() => void changed()} onClose={() => setDialog(null)} />
      ) : null}
      {whole && dialog === 'remove' ? (
        <RemoveDialog
          partner={whole}
          onRemoved={() => {
            void navigate({ to: partnerPath });
            void stale(list);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {whole && dialog === 'close' ? (
        <ConfirmDialog
          title={t('close_title', { name: whole.name })}
          text={t('close_sure')}
          confirm={t('close')}
          danger
          onConfirm={() => closeNow(whole)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </ObjectPage>
  );
}
