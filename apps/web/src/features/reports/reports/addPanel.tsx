import { addLink, addPage } from '@vitrine/contract/reports/reports.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { SidePanel } from '#ui/sidePanel.tsx';
import { HtmlFile } from './htmlFile.tsx';
import panel from '#ui/panel.module.css';
import { usePlaceFields } from './usePlaceFields.ts';

type Props = {
  kind: 'link' | 'page';
  /** The operator has no groups to choose from. */
  placed: boolean;
  onAdded: (id: string) => void;
  onClose: () => void;
};

type Values = { title: string; description: string; group_id: string; subgroup_id: string | null; link_url: string; html: string };

const nothing: Values = { title: '', description: '', group_id: '', subgroup_id: null, link_url: '', html: '' };

/** Registers a link or an HTML page as a report. */
export function AddPanel({ kind, placed, onAdded, onClose }: Props) {
  const { t } = useTranslation(['reports', 'ui']);
  const endpoint = kind === 'link' ? addLink : addPage;
  const labels = {
    title: t('report_title'),
    description: t('report_description'),
    group_id: t('group'),
    subgroup_id: t('subgroup'),
    link_url: t('link_url'),
    html: t('html_file'),
  };
  // The panel closes after the form is marked as saved; otherwise it would ask whether to discard changes.
  const made = useRef('');
  const state = useResourceForm<Values>({
    initial: nothing,
    schema: endpoint.body,
    labels,
    toBody: ({ link_url, html, group_id, ...values }) => ({
      ...values,
      group_id: placed ? group_id : null,
      ...(kind === 'link' ? { link_url } : { html }),
    }),
    save: async (body) => {
      made.current = (await call(endpoint, { body })).id;
    },
    success: ({ values: { title } }) => t('added', { title }),
    onSaved: () => onAdded(made.current),
  });
  const { form } = state;
  const place = usePlaceFields(placed ? form.values.group_id : '', placed);
  const close = async () => {
    if (await state.mayLeave()) onClose();
  };
  const draw = (field: Field, index = 1) => <FieldInput key={field.name} field={field} form={form} focused={index === 0} />;
  const words: Field[] = [
    { kind: 'text', name: 'title', label: labels.title, required: true },
    ...(kind === 'link'
      ? [
          {
            kind: 'text',
            name: 'link_url',
            label: labels.link_url,
            placeholder: 'https://',
            description: t('link_url_hint'),
            required: true,
          } as const,
        ]
      : []),
    { kind: 'textarea', name: 'description', label: labels.description },
  ];
  return (
    <SidePanel title={t(kind === 'link' ? 'add_link' : 'add_page')} onClose={() => void close()}>
      <ResourceForm state={state} fields={[]} submitLabel={t('ui:add')} onCancel={() => void close()}>
        {words.map(draw)}
        {placed ? <div className={panel.pair}>{place.map((field) => draw(field))}</div> : null}
        {kind === 'page' ? (
          <HtmlFile
            error={form.errors['html']}
            onRead={(html, name) => {
              form.setFieldValue('html', html);
              if (form.values.title === '') form.setFieldValue('title', name.replace(/\.html?$/i, '').slice(0, 120));
            }}
          />
        ) : null}
      </ResourceForm>
    </SidePanel>
  );
}
