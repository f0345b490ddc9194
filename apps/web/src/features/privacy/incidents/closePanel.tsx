import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { close as closeEndpoint } from '@vitrine/contract/privacy/incidents.ts';
import { incidentYears } from '#endpoints/privacy/incidents.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';

type Props = { incident: WholeIncident; onSaved: () => void; onClose: () => void };

/** How it ended. What the law asks before is said before it is refused. */
export function ClosePanel({ incident, onSaved, onClose }: Props) {
  const { t } = useTranslation('incidents');
  const labels = { closing: t('closing') };
  const state = useResourceForm({
    initial: { closing: incident.closing },
    version: incident.version,
    schema: closeEndpoint.body,
    labels,
    save: (body) => call(closeEndpoint, { params: { id: incident.id }, body }),
    success: t('closed_done'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const close = () => void state.mayLeave().then((yes) => yes && onClose());
  const untold = incident.state === 'open' && incident.risk !== 'slight';
  return (
    <SidePanel title={t('close')} onClose={close}>
      <p className={panel.note} data-warning={untold || undefined}>
        {untold ? t('close_untold') : t('close_text', { years: incidentYears })}
      </p>
      {untold ? null : (
        <ResourceForm
          state={state}
          fields={[{ kind: 'textarea', name: 'closing', label: labels.closing, description: t('closing_hint'), required: true }]}
          submitLabel={t('close')}
          onCancel={close}
        />
      )}
    </SidePanel>
  );
}
