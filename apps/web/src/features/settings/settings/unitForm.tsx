import { Button } from '@mantine/core';
import type { ConfigurationForm } from '@vitrine/contract/settings/settings.ts';
import { blockOf, updateConfig, updatePartnerConfig } from '@vitrine/contract/settings/settings.ts';
import { CanceledError } from 'axios';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';
import { WelcomePreview } from '#shell/welcomePreview.tsx';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { intoView } from '#ui/intoView.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { Place } from '#ui/sections/place.tsx';
import { AddressList } from './addressList.tsx';
import css from './settings.module.css';
import type { FormValues } from './formValues.ts';
import { changesOf, valuesOf } from './formValues.ts';
import { Inheritance } from './inheritance.tsx';
import { MailTest } from './mailTest.tsx';
import { noteProbation } from './probation.ts';
import type { Level } from './settingFields.ts';
import { languageOf, useSettings, welcomeKeys } from './settingFields.ts';

type Props = {
  level: Level;
  section: string;
  configuration: ConfigurationForm;
  /** Of the section, as the index says it. */
  title: string;
  /** Changes on an older version, to be applied to the current one. */
  kept: FormValues | null;
  onSaved: () => void;
  /** Called when another person has saved meanwhile, with the form's values. */
  onReload: (values: FormValues | null) => void;
};

type Body = Parameters<typeof call<typeof updateConfig>>[1]['body'];

/** A section of the configuration of the unit or of the partner, saved as what has changed. */
export function UnitForm({ level, section, title, configuration, kept, onSaved, onReload }: Props) {
  const { t } = useTranslation('settings');
  const [conflict, setConflict] = useState(false);
  const settings = useSettings(configuration, level, section);
  const labels = Object.fromEntries(settings.map(({ name, label }) => [name, label]));

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
    success: t('saved_section', { section: title }),
    onSaved,
  });
  const { form } = state;
  const setOnce = useRef(form.setValues);
  useEffect(() => {
    if (kept) setOnce.current(kept);
  }, [kept]);

  const visible = settings.filter(({ when }) => when?.(form.values) ?? true);
  return (
    <ResourceForm state={state} fields={[]} bar="changed">
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
      {visible.map((setting) => (
        <Place key={setting.name} name={setting.name}>
          <div className={css.setting}>
            <FieldInput field={setting} form={form} />
            {blockOf(setting.name)[0] === setting.name ? <Inheritance {...{ level, setting, configuration, form }} /> : null}
          </div>
        </Place>
      ))}
      {section === 'mail' && form.values.enable === true ? <MailTest form={form} labels={labels} /> : null}
      {section === 'welcome' ? (
        <WelcomePreview written={welcomeKeys.map((key) => ({ language: languageOf(key), text: String(form.values[key]) }))} />
      ) : null}
      {section === 'access' && form.values.ip === true ? (
        <AddressList
          rows={form.values.allowed_addresses}
          errors={form.errors}
          onChange={(rows) => form.setFieldValue('allowed_addresses', rows)}
        />
      ) : null}
    </ResourceForm>
  );
}
