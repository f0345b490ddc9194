import { Button, TextInput } from '@mantine/core';
import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Broadcast, Texts } from '@vitrine/contract/notifications/broadcasts.ts';
import { update } from '@vitrine/contract/notifications/broadcasts.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { emptyText } from '@vitrine/contract/richText.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { onDemand } from '#ui/onDemand.tsx';
import type { AudienceValues, Named } from './audienceFields.tsx';
import { AudienceFields, audienceBody, Chosen, NamedPick } from './audienceFields.tsx';
import { AudienceNote } from './audienceNote.tsx';
import css from './broadcasts.module.css';

const TextEditor = onDemand(async () => (await import('./textEditor.tsx')).TextEditor);
const PreviewPanel = onDemand(async () => (await import('./previewPanel.tsx')).PreviewPanel);

type Values = AudienceValues & { texts: Texts; report: Named | null; link: string; ends_at: string };

const valuesOf = ({ texts, audience, audience_role, to, report, link, ends_on }: Broadcast): Values => ({
  texts,
  audience,
  audience_role: audience_role ?? 'user',
  group: to.group,
  people: to.people,
  report,
  link: link ?? '',
  ends_at: ends_on ?? '',
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

function useComposer(broadcast: Broadcast, onSaved: () => void) {
  const { t } = useTranslation('broadcasts');
  const labels = {
    texts: t('body'),
    ...Object.fromEntries(locales.map((locale) => [`texts.${locale}.subject`, t('subject')])),
    audience: t('audience'),
    link: t('link'),
    ends_at: t('ends_at'),
  };
  return useResourceForm<Values>({
    initial: valuesOf(broadcast),
    version: broadcast.version,
    schema: update.body,
    labels,
    toBody: ({ texts, report, link, ends_at, ...values }) => ({
      texts,
      ...audienceBody(values),
      report_id: report?.id ?? null,
      link: orNull(link),
      ends_at: orNull(ends_at),
    }),
    save: (body) => call(update, { params: { id: broadcast.id }, body }),
    success: t('saved'),
    onSaved,
  });
}

type Form = ReturnType<typeof useComposer>['form'];

/** Which language is written; those that have no text say so. */
function Languages({ form, language, onChange }: { form: Form; language: Locale; onChange: (language: Locale) => void }) {
  const { t } = useTranslation('broadcasts');
  const { texts } = form.getValues();
  return (
    <div className={css.languages}>
      <div role="group" aria-label={t('languages')} className={css.languages}>
        {locales.map((value) => (
          <Button
            key={value}
            size="compact-md"
            variant={value === language ? 'filled' : 'default'}
            aria-pressed={value === language}
            onClick={() => onChange(value)}
          >
            {texts[value] ? languageNames[value] : `${languageNames[value]} · ${t('language_missing')}`}
          </Button>
        ))}
      </div>
      {language !== 'pt-BR' && texts[language] ? (
        <Button variant="subtle" leftSection={<IconTrash size={16} />} onClick={() => form.setFieldValue(`texts.${language}`, null)}>
          {t('language_drop', { language: languageNames[language] })}
        </Button>
      ) : null}
    </div>
  );
}

/** Subject and text of one language. */
function Written({ form, language, pictures }: { form: Form; language: Locale; pictures: Broadcast['pictures'] }) {
  const { t } = useTranslation('broadcasts');
  const { texts } = form.getValues();
  const written = texts[language];
  if (!written)
    return (
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => form.setFieldValue(`texts.${language}`, structuredClone(texts['pt-BR']) as never)}
        >
          {t('language_add', { language: languageNames[language] })}
        </Button>
      </div>
    );
  return (
    <>
      <TextInput
        label={t('subject')}
        withAsterisk
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps(`texts.${language}.subject`)}
      />
      <TextEditor
        key={language}
        label={t('body')}
        value={written.body}
        pictures={pictures}
        onChange={(body) => form.setFieldValue(`texts.${language}.body`, body)}
      />
      {form.errors[`texts.${language}.body`] ? <p role="alert">{form.errors[`texts.${language}.body`]}</p> : null}
    </>
  );
}

/** The whole announcement as it is written. */
export function Composer({
  broadcast,
  onSaved,
  onDirty,
}: {
  broadcast: Broadcast;
  onSaved: () => void;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation('broadcasts');
  const [language, setLanguage] = useState<Locale>('pt-BR');
  const [previewing, setPreviewing] = useState(false);
  const state = useComposer(broadcast, onSaved);
  const { form } = state;
  const values = form.getValues();
  useEffect(() => onDirty(state.dirty));
  const written = values.texts[language] ?? values.texts['pt-BR'];
  return (
    <>
      <ResourceForm state={state} fields={[]} submitLabel={t('save')}>
        <Languages form={form} language={language} onChange={setLanguage} />
        <Written form={form} language={language} pictures={broadcast.pictures} />
        <div>
          <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviewing(true)}>
            {t('preview')}
          </Button>
        </div>
        <AudienceFields form={form} />
        <AudienceNote values={values} texts={values.texts} mails={broadcast.unit_mails} />
        {values.report ? (
          <div>
            <p>{t('report')}</p>
            <Chosen all={[values.report]} onDrop={() => form.setFieldValue('report', null)} />
          </div>
        ) : (
          <NamedPick kind="report" label={t('report')} onChoose={(report) => form.setFieldValue('report', report)} />
        )}
        {form.errors['report_id'] ? <p role="alert">{form.errors['report_id']}</p> : null}
        <FieldInput
          field={{ kind: 'text', name: 'link', label: t('link'), description: t('link_text'), placeholder: '/all/reports' }}
          form={form}
        />
        <FieldInput field={{ kind: 'datetime', name: 'ends_at', label: t('ends_at'), description: t('ends_at_text') }} form={form} />
      </ResourceForm>
      <Suspense fallback={null}>
        {previewing ? (
          <PreviewPanel
            subject={written.subject}
            body={written.body ?? emptyText}
            report={values.report}
            link={orNull(values.link)}
            language={language}
            pictures={broadcast.pictures}
            onClose={() => setPreviewing(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
