import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ConfigurationForm } from '@vitrine/contract/settings/settings.ts';
import { blockOf, configurationDefaults } from '@vitrine/contract/settings/settings.ts';
import { useTranslation } from 'react-i18next';
import type { Option } from '#ui/form/types.ts';
import css from './settings.module.css';
import type { FormValues } from './formValues.ts';
import { isOwn, same, valuesOf, withInherited } from './formValues.ts';
import type { Level, Setting } from './settingFields.ts';

const labelOf = (options: readonly Option[], value: string) => options.find((option) => option.value === value)?.label ?? value;

/** A list of choices by their names; null for another list and for an empty one. */
function shownList(setting: Setting, value: readonly unknown[]): string | null {
  if (setting.kind !== 'multiselect' || value.length === 0) return null;
  return setting.options.flatMap((option) => (value.includes(option.value) ? [option.label] : [])).join(', ');
}

type Props = { level: Level; setting: Setting; configuration: ConfigurationForm; form: UseFormReturnType<FormValues> };

/** Below a setting: where its value comes from, the inherited value, and a button to inherit it again. */
export function Inheritance({ level, setting, configuration, form }: Props) {
  const { t } = useTranslation('settings');
  const suffix = level === 'partner' ? '_partner' : '';
  const shown = (value: FormValues[keyof FormValues]): string => {
    if (typeof value === 'boolean') return t(value ? 'value_on' : 'value_off');
    if (value === '') return t('value_none');
    if (typeof value === 'object') return shownList(setting, value) ?? t(value.length === 0 ? 'value_none' : 'value_set');
    if (setting.kind === 'select') return labelOf(setting.options, String(value));
    return setting.kind === 'number' && setting.suffix ? `${String(value)} ${setting.suffix}` : String(value);
  };
  const asked = form.values.inherit.includes(setting.name);
  if (!isOwn(setting.name, configuration) || asked) {
    // Nothing is shown for a changed setting until it is saved, nor for the platform's defaults.
    const isPartners =
      level === 'unit' && blockOf(setting.name).some((key) => !same(configuration.inherited[key], configurationDefaults[key]));
    return isPartners && (asked || !form.isDirty(setting.name)) ? <p className={css.inheritance}>{t('inherited')}</p> : null;
  }
  return (
    <p className={css.inheritance}>
      {t(`own${suffix}`, { value: shown(valuesOf(configuration.inherited)[setting.name]) })}
      <Button
        variant="subtle"
        size="compact-sm"
        px={4}
        onClick={() => form.setValues(withInherited(form.values, setting.name, configuration))}
      >
        {t(`use_inherited${suffix}`)}
      </Button>
    </p>
  );
}
