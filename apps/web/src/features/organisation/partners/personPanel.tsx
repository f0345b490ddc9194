import type { PartnerStaff } from '@vitrine/contract/organisation/partners.ts';
import { addStaff, staffRequestDays } from '@vitrine/contract/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';

/** Asks for one more person of the partner; the first one is invited at once. */
export function PersonPanel({ partner, onSaved, onClose }: { partner: PartnerStaff; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('partners');
  const first = partner.staff.length + partner.requests.length === 0;
  const labels = { name: t('person_name'), email: t('person_email') };
  const state = useResourceForm({
    initial: { name: '', email: '' },
    schema: addStaff.body,
    labels,
    save: (body) => call(addStaff, { params: { id: partner.id }, body }),
    success: ({ values: { name } }) => t(first ? 'invited' : 'asked', { name }),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('add_person')} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'text', name: 'name', label: labels.name, required: true },
          { kind: 'email', name: 'email', label: labels.email, required: true },
        ]}
        submitLabel={t(first ? 'invite' : 'ask')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      >
        <p className={panel.note}>{first ? t('first_person_text') : t('add_person_text', { days: staffRequestDays })}</p>
      </ResourceForm>
    </SidePanel>
  );
}
