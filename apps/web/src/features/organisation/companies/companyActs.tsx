import { IconCalendarPlus, IconContract, IconDoorExit, IconDownload, IconRotate } from '@tabler/icons-react';
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import { close, contract, extendTrial, get, list, makeContract, reopen } from '@vitrine/contract/organisation/companies.ts';
import { ofCompany } from '@vitrine/contract/audit/audit.ts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { useEndpoint, useStale } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import type { RowAction } from '#ui/grid/types.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { UnitExportDialog } from '#ui/unitExport/unitExportDialog.tsx';
import { UnitExportOffer } from '#ui/unitExport/unitExportOffer.tsx';

type Panel = { company: Company; onSaved: () => void; onClose: () => void };

function TrialPanel({ company, onSaved, onClose }: Panel) {
  const { t } = useTranslation(['companies', 'partners']);
  const labels = { trial_ends_on: t('partners:trial_ends_on') };
  const state = useResourceForm({
    initial: { trial_ends_on: company.trial_ends_on ?? '' },
    version: company.version,
    schema: extendTrial.body,
    labels,
    save: (body) => call(extendTrial, { params: { id: company.id }, body }),
    success: ({ values }) => t('extended', { name: company.name, date: formatDate(values.trial_ends_on) }),
    onSaved,
  });
  return (
    <SidePanel title={t('extend_of', { name: company.name })} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'date', ends: true, name: 'trial_ends_on', label: labels.trial_ends_on, description: t('extend_text'), required: true },
        ]}
        submitLabel={t('extend')}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

function ContractPanel({ company, onSaved, onClose }: Panel) {
  const { t } = useTranslation('companies');
  const { data: agreed } = useEndpoint(contract, {});
  const state = useResourceForm({
    initial: { client_id: company.client?.id ?? '' },
    version: company.version,
    schema: makeContract.body,
    labels: { client_id: t('client') },
    toBody: ({ client_id }) => ({ client_id: client_id || null }),
    save: (body) => call(makeContract, { params: { id: company.id }, body }),
    success: t('contract_made', { name: company.name }),
    onSaved,
  });
  return (
    <SidePanel title={t('make_contract_of', { name: company.name })} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[
          {
            kind: 'select',
            name: 'client_id',
            label: t('client'),
            description: t('client_text'),
            clearable: true,
            searchable: true,
            options: (agreed?.clients ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
        ]}
        submitLabel={t('make_contract')}
        onCancel={onClose}
      >
        <p className={panel.note}>{t('make_contract_text')}</p>
      </ResourceForm>
    </SidePanel>
  );
}

function ClosePanel({ company, onSaved, onClose }: Panel) {
  const { t } = useTranslation('companies');
  const state = useResourceForm({
    initial: { confirm: '' },
    schema: close.body,
    labels: { confirm: t('close_type_name') },
    save: (body) => call(close, { params: { id: company.id }, body }),
    success: t('closed', { name: company.name }),
    onSaved,
  });
  return (
    <SidePanel title={t('close_of', { name: company.name })} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'text', name: 'confirm', label: t('close_type_name'), description: company.name, required: true }]}
        submitLabel={t('close')}
        onCancel={onClose}
      >
        <p className={panel.note}>{t('close_text')}</p>
        <UnitExportOffer unit={company} />
      </ResourceForm>
    </SidePanel>
  );
}

/** What a partner does to a unit as a whole, for the menu of its page, and the panel that is open. */
export function useCompanyActs(company: Company | undefined): { actions: RowAction<Company>[]; open: ReactNode } {
  const { t } = useTranslation(['companies', 'unitExport']);
  const stale = useStale();
  const [act, setAct] = useState<'extend' | 'contract' | 'close' | 'reopen' | 'export' | null>(null);
  const leave = () => setAct(null);
  const saved = () => {
    leave();
    void stale(list, get, contract, ofCompany);
  };
  const actions: RowAction<Company>[] = [
    {
      key: 'extend',
      label: t('extend'),
      icon: <IconCalendarPlus size={16} />,
      when: ({ state }) => state === 'trial',
      run: () => setAct('extend'),
    },
    {
      key: 'contract',
      label: t('make_contract'),
      icon: <IconContract size={16} />,
      when: ({ state }) => state === 'trial',
      run: () => setAct('contract'),
    },
    { key: 'export', label: t('unitExport:action'), icon: <IconDownload size={16} />, run: () => setAct('export') },
    {
      key: 'reopen',
      label: t('reopen'),
      icon: <IconRotate size={16} />,
      when: ({ state }) => state === 'closed',
      run: () => setAct('reopen'),
    },
    {
      key: 'close',
      label: t('close'),
      icon: <IconDoorExit size={16} />,
      danger: true,
      when: ({ state }) => state === 'trial' || state === 'active',
      run: () => setAct('close'),
    },
  ];
  if (!company || act === null) return { actions, open: null };
  const props = { company, onSaved: saved, onClose: leave };
  const reopening = async () => {
    await call(reopen, { params: { id: company.id } });
    toast.done(t('reopened', { name: company.name }));
    saved();
  };
  const open = {
    extend: <TrialPanel {...props} />,
    contract: <ContractPanel {...props} />,
    close: <ClosePanel {...props} />,
    export: <UnitExportDialog unit={company} onClose={leave} />,
    reopen: (
      <ConfirmDialog
        title={t('reopen_of', { name: company.name })}
        text={t('reopen_text')}
        confirm={t('reopen')}
        onConfirm={reopening}
        onClose={leave}
      />
    ),
  }[act];
  return { actions, open };
}
