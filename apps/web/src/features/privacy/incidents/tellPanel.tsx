import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { tell } from '@vitrine/contract/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { incident: WholeIncident; onSaved: () => void; onClose: () => void };

/** When authority and people were told: the portal sends nothing, it remembers. */
export function TellPanel({ incident, onSaved, onClose }: Props) {
  const { t } = useTranslation('incidents');
  const labels = { authority: t('authority_told'), people: t('people_told') };
  const state = useResourceForm({
    initial: { authority: incident.authority_told ?? '', people: incident.people_told ?? '' },
    version: incident.version,
    schema: tell.body,
    labels,
    toBody: ({ authority, people }) => ({ authority: authority === '' ? null : authority, people: people === '' ? null : people }),
    save: (body) => call(tell, { params: { id: incident.id }, body }),
    success: t('told_saved'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const close = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={t('tell')} onClose={close}>
      <p className={panel.note}>{t('tell_text')}</p>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'datetime', name: 'authority', label: labels.authority },
          { kind: 'datetime', name: 'people', label: labels.people },
        ]}
        onCancel={close}
      />
    </SidePanel>
  );
}
