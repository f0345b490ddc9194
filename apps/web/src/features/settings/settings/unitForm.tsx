import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ConfigurationForm } from '@vitrine/contract/settings/settings.ts';
import { blockOf, updateConfig, updatePartnerConfig } from '@vitrine/contract/settings/settings.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { CanceledError } from 'axios';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { intoView } from '#ui/intoView.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { EmptyState } from '#ui/states.tsx';
import { AddressList } from './addressList.tsx';
import css from './settings.module.css';
import type { FormValues } from './formValues.ts';
import { changesOf, valuesOf } from './formValues.ts';
import { Inheritance } from './inheritance.tsx';
import { MailTest } from './mailTest.tsx';
import { noteProbation } from './probation.ts';
import type { Level } from './settingFields.ts';
import { useSettings, visibleSections } from './settingFields.ts';
import { WelcomePreview } from './welcomePreview.tsx';

type Props = {
  level: Level;
  configuration: ConfigurationForm;
  role: Role;
  /** Changes on an older version, to be applied to the current one. */
  kept: FormValues | null;
  onSaved: () => void;
  /** Called when another person has saved meanwhile, with the form's values. */
  onReload: (values: FormValues | null) => void;
};

type Body = Parameters<typeof call<typeof updateConfig>>[1]['body'];

/** The configuration of the unit or of the partner: one form, searchable, saved as what has changed. */
export function UnitForm({ level, configuration, role, kept, onSaved, onReload }: Props) {
  const { t } = useTranslation('settings');
  const [words, setWords] = useState('');
  const [conflict, setConflict] = useState(false);
  const sections = useSettings(configuration, role, level);

  const labels = Object.fromEntries(sections.flatMap(({ settings }) => settings).map(({ name, label }) => [name, label]));

  const saveUnit = async (body: Body) => {
    const saved = await call(updateConfig, { body });
    const [excluded] = saved.warnings.filter(({ word }) => word === 'ip_excludes_you');
    if (!excluded) {
      noteProbation(saved);
      return;
    }
    // Nothing is saved yet.
    if (!(await toast.confirm(t('ip_excludes_you', { ip: excluded.ip })))) throw new CanceledError();
    noteProbation(await call(updateConfig, { body: { ...body, confirm_ip: true } }));
  };
  const save = async (body: Body) => {
    try {
      await (level === 'unit' ? saveUnit(body) : call(updatePartnerConfig, { body }));
    } catch (error) {
      if (failureOf(error).word === 'conflict') setConflict(true);
      throw error;
    }
  };
  const state = useResourceForm<FormValues>({
    initial: valuesOf(configuration),
    schema: level === 'unit' ? updateConfig.body : updatePartnerConfig.body,
    labels,
    toBody: (values) => ({ ...changesOf(values, configuration), version: configuration.version }),
    save,
    onSaved,
  });
  const { form } = state;
  const setOnce = useRef(form.setValues);
  useEffect(() => {
    if (kept) setOnce.current(kept);
  }, [kept]);

  const found = visibleSections(sections, form.values, words);
  const shown = new Set<string>(found.flatMap(({ settings }) => settings.map(({ name }) => name)));
  // Clears the search, so that fields with errors are visible.
  const hidesErrors = Object.keys(form.errors).some((path) => !shown.has(path.split('.')[0]?.replace('allowed_addresses', 'ip') ?? ''));
  const visible = hidesErrors ? visibleSections(sections, form.values, '') : found;
  return (
    <ResourceForm state={state} fields={[]}>
      {conflict ? (
        <div className={css.band} role="alert" ref={intoView}>
          <p>{t('conflict_title')}</p>
          <Button size="compact-sm" variant="default" onClick={() => onReload(null)}>
            {t('conflict_discard')}
          </Button>
          <Button size="compact-sm" onClick={() => onReload(form.values)}>
            {t('conflict_keep')}
          </Button>
        </div>
      ) : null}
      <TextInput
        type="search"
        className={css.search ?? ''}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would save.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {visible.length === 0 ? <EmptyState title={t('nothing_found', { words })} /> : null}
      {visible.map(({ key, title, settings }) => (
        <section key={key} className={css.section} aria-labelledby={`setting-${key}`}>
          <h3 id={`setting-${key}`}>{title}</h3>
          <div className={css.fields}>
            {settings.map((setting) => (
              <div key={setting.name} className={css.setting}>
                <FieldInput field={setting} form={form} />
                {blockOf(setting.name)[0] === setting.name ? <Inheritance {...{ level, setting, configuration, form }} /> : null}
              </div>
            ))}
            {key === 'mail' && form.values.enable === true ? <MailTest form={form} labels={labels} /> : null}
            {key === 'welcome' ? <WelcomePreview values={form.values} /> : null}
            {key === 'access' && form.values.ip === true ? (
              <AddressList
                rows={form.values.allowed_addresses}
                errors={form.errors}
                onChange={(rows) => form.setFieldValue('allowed_addresses', rows)}
              />
            ) : null}
          </div>
        </section>
      ))}
    </ResourceForm>
  );
}
