import { Select } from '@mantine/core';
import type { MailFormat } from '@vitrine/contract/automation/taskMail.ts';
import { mailOptions } from '#endpoints/automation/taskMail.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { useEndpoint } from '#platform/query.ts';
import { FilterEditor } from '#ui/access/filterEditor.tsx';
import panel from '#ui/panel.module.css';
import { useTaskModel } from './taskModel.ts';
import type { TaskFormState } from './taskValues.ts';
import css from './tasks.module.css';

/** Which file of the report is sent: what the service makes of it, which page, and with which filters. */
export function MailFields({ form, goneView }: { form: TaskFormState; goneView: string | null }) {
  const { t } = useTranslation('taskMail');
  const { report, mail_format, mail_page, mail_view_id } = form.getValues();
  const { data } = useEndpoint(mailOptions, { body: { report_id: report?.id ?? '' } }, { enabled: report !== null });
  if (!report) return <p className={panel.note}>{t('choose_report')}</p>;
  if (!data) return null;
  const { refusal, formats, pages, views, filters } = data;
  const errorAt = (field: string) => form.errors[field];
  return (
    <>
      {refusal === null ? null : (
        <p className={css.error} role="status">
          {t(`refusal_${refusal}`)}
        </p>
      )}
      <div className={panel.pair}>
        <Select
          label={t('format')}
          data={formats.map((value: MailFormat) => ({ value, label: names[value] ?? t('format_picture') }))}
          value={mail_format}
          onChange={(value) => value && form.setFieldValue('mail_format', value)}
          allowDeselect={false}
          error={errorAt('mail_format')}
        />
        {pages.length > 0 ? (
          <Select
            label={t('page')}
            data={[{ value: '', label: t('page_all') }, ...pages.map(({ name, title }) => ({ value: name, label: title }))]}
            value={mail_page ?? ''}
            onChange={(value) => form.setFieldValue('mail_page', value || null)}
            allowDeselect={false}
            error={errorAt('mail_page')}
          />
        ) : null}
      </div>
      <Select
        label={t('view')}
        description={t('view_text')}
        data={[
          { value: '', label: t('view_none') },
          ...shownViews(views, form.getValues()).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={mail_view_id ?? ''}
        onChange={(value) => form.setFieldValue('mail_view_id', value || null)}
        allowDeselect={false}
        error={errorAt('mail_view_id') ?? (goneView !== null && mail_view_id === null ? t('view_gone', { name: goneView }) : undefined)}
      />
      {filters ? <Filters report_id={report.id} form={form} /> : null}
    </>
  );
}

/** By path of the form: those of the filters, as their editor knows them. */
const errorsOf = (errors: TaskFormState['errors']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, told]) =>
      path.startsWith('mail_filters') && typeof told === 'string'
        ? [[path.slice('mail_'.length).replace(/^(filters\.\d+\.values)\..*/, '$1'), told]]
        : [],
    ),
  );

/** Rows that the file is about, chosen by columns of the model. */
function Filters({ report_id, form }: { report_id: string; form: TaskFormState }) {
  const { t } = useTranslation('taskMail');
  const id = useId();
  const { mail_filters } = form.getValues();
  const { data, error } = useTaskModel(mail_filters.length > 0 ? report_id : null);
  // Where each reader has rows of their own the service tells nobody its columns.
  const secured = error !== null && 'report_id' in failureOf(error).fields;
  const columns = error ? null : data?.columns.map(({ table, name }) => ({ table, column: name }));
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={css.label}>
        {t('filters')}
      </p>
      <p className={css.dim}>{t('filters_text')}</p>
      <FilterEditor
        reportId={report_id}
        fixed
        secured={secured}
        columns={columns}
        filters={mail_filters}
        errors={errorsOf(form.errors)}
        onChange={(changed) => form.setFieldValue('mail_filters', changed)}
      />
    </div>
  );
}

/** Proper names; a picture has a word. */
const names: Partial<Record<MailFormat, string>> = { PDF: 'PDF', PPTX: 'PowerPoint (PPTX)', XLSX: 'Excel (XLSX)' };

type View = { id: string; name: string };

/** The bookmark of the task is there as well, whoever's it is. */
const shownViews = (own: readonly View[], { mail_view }: { mail_view: View | null }): readonly View[] =>
  mail_view === null || own.some(({ id }) => id === mail_view.id) ? own : [mail_view, ...own];
