import { add } from '@vitrine/contract/privacy/incidents.ts';
import { incidentDays } from '#endpoints/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useNextStep } from '#ui/useNextStep.ts';

/** What is known in the first minute; the worksheet asks for the rest later. */
export function NewIncident({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const nextStep = useNextStep();
  const labels = { title: t('name'), noticed: t('noticed'), happened: t('happened') };
  const state = useResourceForm({
    initial: { title: '', noticed: '', happened: '' },
    schema: add.body,
    labels,
    save: (body) => call(add, { body }),
    success: ({ id }) => nextStep(t('added'), `/privacy/incidents/${id}`),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const close = () => void state.mayLeave().then((yes) => yes && onClose());
  return (
    <SidePanel title={t('add')} size={560} onClose={close}>
      <ResourceForm
        state={state}
        fields={[
          { kind: 'text', name: 'title', label: labels.title, description: t('name_hint'), required: true },
          {
            kind: 'datetime',
            name: 'noticed',
            label: labels.noticed,
            description: t('noticed_hint', { days: incidentDays }),
            required: true,
          },
          { kind: 'textarea', name: 'happened', label: labels.happened },
        ]}
        submitLabel={t('add')}
        onCancel={close}
      />
    </SidePanel>
  );
}
