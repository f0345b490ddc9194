import type { Report, ReportInput } from '@vitrine/contract/reports/reports.ts';
import { replacePage, update } from '@vitrine/contract/reports/reports.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { IdCell } from '#ui/cells.tsx';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { toast } from '#platform/toast.ts';
import { HtmlFile } from './htmlFile.tsx';
import { isOfService } from './reportKind.tsx';
import panel from '#ui/panel.module.css';
import css from './reports.module.css';
import { TrustSection } from './trustSection.tsx';
import { useSettingsSections } from './settingsFields.ts';
import { inputOf } from './manyReports.ts';
import { usePlaceFields } from './usePlaceFields.ts';

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={panel.section}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The source of the report, which never changes after registration. */
function Source({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  return (
    <dl className={css.facts}>
      <dt>{t('account')}</dt>
      <dd>{report.account_name}</dd>
      <dt>{t('workspace')}</dt>
      <dd>
        <IdCell value={report.workspace_id} />
      </dd>
      <dt>{t('report_id')}</dt>
      <dd>
        <IdCell value={report.external_report_id} />
      </dd>
      <dt>{t('dataset_id')}</dt>
      <dd>
        <IdCell value={report.dataset_id} />
      </dd>
    </dl>
  );
}

/** An HTML page is replaced at once, outside of the form. */
function ReplacePage({ report }: { report: Report }) {
  const { t } = useTranslation('reports');
  const replace = async (html: string) => {
    if (html === '') return;
    try {
      await call(replacePage, { params: { id: report.id }, body: { html } });
      toast.success(t('page_replaced'));
    } catch (error) {
      toast.failure(error);
    }
  };
  return <HtmlFile error={null} onRead={(html) => void replace(html)} />;
}

type Values = ReportInput & { active: boolean; link_url: string | null };

const valuesOf = (report: Report): Values => ({
  ...inputOf(report),
  active: report.active,
  link_url: report.link_url,
});

/** Every field of a report that may be changed. */
type Props = {
  report: Report;
  /** The operator has no groups to choose from. */
  placed: boolean;
  onSaved: () => void;
};

export function SettingsTab({ report, placed, onSaved }: Props) {
  const { t } = useTranslation('reports');
  const sections = useSettingsSections(report);
  const words: Field[] = [
    { kind: 'text', name: 'title', label: t('report_title'), required: true },
    ...(report.kind === 'link' ? [{ kind: 'text', name: 'link_url', label: t('link_url'), required: true } as const] : []),
    { kind: 'textarea', name: 'description', label: t('report_description') },
    { kind: 'image', name: 'cover_id', label: t('cover'), purpose: 'cover', address: report.cover },
  ];
  const publishing: Field = { kind: 'switch', name: 'active', label: t('is_active'), description: t('is_active_hint') };
  const labels = Object.fromEntries(
    [...words, publishing, ...sections.flatMap(({ fields }) => fields)].map(({ name, label }) => [name, label]),
  );
  const state = useResourceForm<Values>({
    initial: valuesOf(report),
    version: report.version,
    schema: update.body,
    labels: { ...labels, group_id: t('group'), subgroup_id: t('subgroup') },
    save: (body) => call(update, { params: { id: report.id }, body }),
    success: ({ values: { title } }) => t('saved', { title }),
    onSaved,
  });
  const { form } = state;
  // A subgroup belongs to one group.
  form.watch('group_id', ({ value, previousValue }) => {
    if (value !== previousValue) form.setFieldValue('subgroup_id', value === report.group_id ? report.subgroup_id : null);
  });
  const place = usePlaceFields(form.values.group_id ?? '', placed);
  // Only row-level security can be ignored.
  const isAsked = ({ name }: Field) => name !== 'ignore_rls' || report.identity_required || form.values.data_rule !== 'none';
  const draw = (field: Field) => <FieldInput key={field.name} field={field} form={form} />;
  return (
    <ResourceForm state={state} fields={[]}>
      <FormSection title={t('section_place')}>
        {words.map(draw)}
        {placed ? <div className={panel.pair}>{place.map(draw)}</div> : null}
        {draw(publishing)}
      </FormSection>
      {sections.map(({ title, fields }) => (
        <FormSection key={title} title={title}>
          {fields.filter(isAsked).map(draw)}
        </FormSection>
      ))}
      <FormSection title={t('section_trust')}>
        <TrustSection report={report} placed={placed} onSaved={onSaved} />
      </FormSection>
      {isOfService(report) ? (
        <FormSection title={t('section_source')}>
          <Source report={report} />
        </FormSection>
      ) : null}
      {report.kind === 'page' ? (
        <FormSection title={t('section_page')}>
          <ReplacePage report={report} />
        </FormSection>
      ) : null}
    </ResourceForm>
  );
}
