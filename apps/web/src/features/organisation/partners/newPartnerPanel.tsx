import { add } from '@vitrine/contract/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { objectPath } from '#ui/object/paths.ts';
import panel from '#ui/panel.module.css';
import { SidePanel } from '#ui/sidePanel.tsx';
import { useNextStep } from '#ui/useNextStep.ts';
import type { PartnerValues } from './partnerForm.ts';
import { bodyOf, usePartnerFields, valuesOf } from './partnerForm.ts';
import { partnerPath } from './partnerState.tsx';

type NewValues = PartnerValues & { staff: { name: string; email: string } };

/** A new partner with its first person, beside the list. */
export function NewPartnerPanel({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation(['partners', 'ui']);
  const nextStep = useNextStep();
  const { labels, fields } = usePartnerFields();
  const person = { 'staff.name': t('person_name'), 'staff.email': t('person_email') };
  const state = useResourceForm<NewValues>({
    initial: { ...valuesOf(null), staff: { name: '', email: '' } },
    schema: add.body,
    labels: { ...labels, ...person },
    toBody: ({ staff, ...values }) => ({ ...bodyOf(values), staff }),
    save: (body) => call(add, { body }),
    success: ({ id, values: { name } }) => nextStep(t('created', { name }), objectPath(partnerPath, id)),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <SidePanel title={t('add')} size={560} onClose={onClose}>
      <ResourceForm
        state={state}
        fields={[]}
        submitLabel={t('ui:add')}
        onCancel={() => void state.mayLeave().then((yes) => yes && onClose())}
      >
        <fieldset className={panel.section}>
          <legend>{t('contract')}</legend>
          {fields.map((field, index) => (
            <FieldInput key={field.name} field={field} form={state.form} focused={index === 0} />
          ))}
        </fieldset>
        <fieldset className={panel.section}>
          <legend>{t('first_person')}</legend>
          <p className={panel.note}>{t('first_person_text')}</p>
          <FieldInput field={{ kind: 'text', name: 'staff.name', label: person['staff.name'], required: true }} form={state.form} />
          <FieldInput field={{ kind: 'email', name: 'staff.email', label: person['staff.email'], required: true }} form={state.form} />
        </fieldset>
      </ResourceForm>
    </SidePanel>
  );
}
