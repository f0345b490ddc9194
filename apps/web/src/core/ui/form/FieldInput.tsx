import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { MultiSelect, NumberInput, PasswordInput, Radio, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Values } from './types.ts';

const ImageField = lazy(async () => ({ default: (await import('./ImageField.tsx')).ImageField }));

/** One field of a form, drawn from its description. */
export function FieldInput<V extends Values>({
  field,
  form,
  focused = false,
}: {
  field: Field;
  form: UseFormReturnType<V>;
  /** Takes the focus when its panel or dialog opens. */
  focused?: boolean;
}) {
  const { t } = useTranslation('ui');
  const labelled = {
    ...form.getInputProps(field.name, { type: field.kind === 'switch' ? 'checkbox' : 'input' }),
    label: field.label,
    disabled: field.disabled ?? false,
    ...(focused ? { 'data-autofocus': true } : {}),
    ...(field.description ? { description: field.description } : {}),
  };
  const common = {
    ...labelled,
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    // The schema decides; the browser's own bubbles would speak another language than the page.
    withAsterisk: field.required ?? false,
  };
  const key = form.key(field.name);
  switch (field.kind) {
    case 'text':
    case 'email':
      return <TextInput {...common} key={key} type={field.kind} autoComplete="off" />;
    case 'textarea':
      return <Textarea {...common} key={key} autosize minRows={3} maxRows={12} />;
    case 'date':
    case 'colour':
      return <TextInput {...common} key={key} type={field.kind === 'date' ? 'date' : 'color'} />;
    case 'secret':
      return (
        <PasswordInput
          {...common}
          key={key}
          autoComplete="new-password"
          {...(field.stored ? { placeholder: t('secret_stored') } : {})}
          visibilityToggleButtonProps={{ 'aria-label': t('show_secret') }}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          key={key}
          // Too much or too little is said at the field; nothing is changed behind somebody's back.
          clampBehavior="none"
          decimalSeparator=","
          thousandSeparator="."
          decimalScale={field.decimals ?? 0}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
          {...(field.suffix ? { suffix: ` ${field.suffix}` } : {})}
        />
      );
    case 'switch':
      return <Switch {...labelled} key={key} />;
    case 'select':
      return (
        <Select
          {...common}
          key={key}
          // Forms write nothing as an empty text; there is nothing to clear then.
          value={common.value || null}
          data={field.options.map(({ value, label }) => ({ value, label }))}
          clearable={field.clearable ?? false}
          searchable={field.searchable ?? field.options.length > 8}
          nothingFoundMessage={t('no_records')}
          allowDeselect={false}
        />
      );
    case 'multiselect':
      return (
        <MultiSelect
          {...common}
          key={key}
          data={field.options.map(({ value, label }) => ({ value, label }))}
          searchable
          nothingFoundMessage={t('no_records')}
        />
      );
    case 'tags':
      return <TagsInput {...common} key={key} acceptValueOnBlur />;
    case 'image':
      return (
        <Suspense key={key}>
          <ImageField
            label={field.label}
            {...(field.description ? { description: field.description } : {})}
            purpose={field.purpose}
            address={field.address}
            value={(form.getValues()[field.name] as string | null | undefined) ?? null}
            onChange={(id) => form.setFieldValue(field.name, id as never)}
            error={form.errors[field.name]}
            disabled={field.disabled ?? false}
          />
        </Suspense>
      );
    case 'choice':
      return (
        <Radio.Group {...labelled} key={key} withAsterisk={field.required ?? false}>
          <Stack gap={8} mt={8}>
            {field.options.map((option) => (
              <Radio key={option.value} value={option.value} label={option.label} />
            ))}
          </Stack>
        </Radio.Group>
      );
    default:
      return field satisfies never;
  }
}
