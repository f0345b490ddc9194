import type { Report } from '@vitrine/contract/reports/reports.ts';
import { clone } from '@vitrine/contract/reports/reports.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import panel from '#ui/panel.module.css';
import css from './register.module.css';
import { usePlaceFields } from './usePlaceFields.ts';

/** A copy that was saved in the report's workspace. */
export type SavedCopy = { external_report_id: string; name: string };

type Props = { report: Report; copy: SavedCopy | null; placed: boolean; onCloned: (id: string) => void; onClose: () => void };

const longestTitle = 120;

/** Duplicates a registration, or registers a saved copy, with another title or group. */
export function ClonePanel({ report, copy, placed, onCloned, onClose }: Props) {
  const { t } = useTranslation(['reports', 'ui']);
  const labels = { title: t('report_title'), group_id: t('group'), subgroup_id: t('subgroup'), with_grants: t('clone_grants') };
  // The panel closes after the form is marked as saved; otherwise it would ask whether to discard changes.
  const made = useRef('');
  const state = useResourceForm({
    initial: {
      title: (copy?.name ?? t('clone_title', { title: report.title })).slice(0, longestTitle),
      group_id: report.group_id,
      subgroup_id: report.subgroup_id,
      with_grants: false,
    },
    schema: clone.body,
    labels,
    toBody: (values) => ({
      ...values,
      group_id: placed ? values.group_id : null,
      ...(copy ? { external_report_id: copy.external_report_id } : {}),
    }),
    save: async (body) => {
      made.current = (await call(clone, { params: { id: report.id }, body })).id;
    },
    success: ({ values: { title } }) => t('added', { title }),
    onSaved: () => onCloned(made.current),
  });
  const { form } = state;
  const place = usePlaceFields(form.values.group_id, placed);
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  return (
    <SidePanel title={copy ? t('copy_of', { name: copy.name }) : t('clone_of', { title: report.title })} onClose={() => void close()}>
      <ResourceForm
        state={state}
        fields={[{ kind: 'text', name: 'title', label: labels.title, required: true }]}
        submitLabel={t(copy ? 'copy_register' : 'clone')}
        onCancel={() => void close()}
      >
        {copy ? <p className={css.hint}>{t('copy_hint', { title: report.title })}</p> : null}
        {placed ? (
          <>
            <div className={panel.pair}>
              {place.map((field) => (
                <FieldInput key={field.name} field={field} form={form} />
              ))}
            </div>
            <FieldInput
              field={{ kind: 'switch', name: 'with_grants', label: labels.with_grants, description: t('clone_grants_hint') }}
              form={form}
            />
          </>
        ) : null}
      </ResourceForm>
    </SidePanel>
  );
}
