import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { erase, reopen, suspend } from '@vitrine/contract/organisation/companies.ts';
import { useTranslation } from 'react-i18next';
import { confirmName } from '#platform/confirmName.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';
import { ConfirmDialog } from '#ui/confirmDialog.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { UnitExportDialog } from '#ui/unitExport/unitExportDialog.tsx';
import { UnitExportOffer } from '#ui/unitExport/unitExportOffer.tsx';

export type UnitAct = 'suspend' | 'reopen' | 'export' | 'erase';
type Props = { unit: Partner['units'][number]; onSaved: () => void; onClose: () => void };

function SuspendUnit({ unit: { id, name }, onSaved, onClose }: Props) {
  const { t } = useTranslation('partners');
  const labels = { reason: t('unit_suspend_reason') };
  const state = useResourceForm({
    initial: { reason: '' },
    schema: suspend.body,
    labels,
    save: (body) => call(suspend, { params: { id }, body }),
    success: t('unit_suspended', { name }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('unit_suspend_of', { name })} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'textarea', name: 'reason', label: labels.reason, description: t('unit_suspend_reason_text'), required: true }]}
        submitLabel={t('unit_suspend')}
        onCancel={onClose}
      >
        <p className={panel.note}>{t('unit_suspend_long')}</p>
      </ResourceForm>
    </SidePanel>
  );
}

/** What the operator does to a unit as a whole. */
export function UnitDialog({ act, ...props }: Props & { act: UnitAct }) {
  const { t } = useTranslation('partners');
  const {
    unit: { id, name, state },
    onSaved,
    onClose,
  } = props;
  if (act === 'suspend') return <SuspendUnit {...props} />;
  if (act === 'export') return <UnitExportDialog unit={props.unit} onClose={props.onClose} />;
  if (act === 'reopen') {
    const way = state === 'suspended' ? 'resume' : 'reopen';
    const reopening = async () => {
      await call(reopen, { params: { id } });
      toast.done(t('unit_reopened', { name }));
      onSaved();
    };
    return (
      <ConfirmDialog
        title={t(`unit_${way}_of`, { name })}
        text={t(`unit_${way}_text`)}
        confirm={t(`unit_${way}`)}
        onConfirm={reopening}
        onClose={onClose}
      />
    );
  }
  const erasing = async () => {
    await call(erase, { params: { id }, query: { confirm: confirmName(name) } });
    onSaved();
  };
  return (
    <ConfirmDelete
      name={name}
      goes={t('unit_erase_goes')}
      stays={t('unit_erase_stays')}
      done={t('unit_erased', { name })}
      onDelete={erasing}
      onClose={onClose}
    >
      <UnitExportOffer unit={{ id, name }} />
    </ConfirmDelete>
  );
}
