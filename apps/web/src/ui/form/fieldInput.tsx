import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { MultiSelect, NumberInput, PasswordInput, Radio, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#platform/locale.ts';
import { DateField } from './dates/dateField.tsx';
import { DateTimeField } from './dates/dateTimeField.tsx';
import { TimeField } from './dates/timeField.tsx';
import { separatorsOf } from './dates/typed.ts';
import { ImageField } from './imageField.tsx';
import type { Field, Values } from './types.ts';

type Form<V extends Values> = UseFormReturnType<V>;
type OfKind<Kind extends Field['kind']> = Field & { kind: Kind };
type InputProps<F extends Field> = {
  field: F;
  /** Value, error, label and description as every input of Mantine takes them. */
  labelled: Labelled;
  form: Form<Values>;
};
type Labelled = ReturnType<typeof labelledOf>;

function labelledOf(field: Field, form: Form<Values>, focused: boolean) {
  return {
    ...form.getInputProps(field.name, { type: field.kind === 'switch' ? 'checkbox' : 'input' }),
    label: field.label,
    disabled: field.disabled ?? false,
    ...(focused ? { 'data-autofocus': true } : {}),
    ...(field.description ? { description: field.description } : {}),
  };
}

/** Of inputs that text is typed into. The schema validates; the browser's own messages would be in another language. */
const typed = <F extends Field>({ field, labelled }: InputProps<F>) => ({
  ...labelled,
  ...(field.placeholder ? { placeholder: field.placeholder } : {}),
  withAsterisk: field.required ?? false,
});

const choices = (options: OfKind<'select'>['options']) => options.map(({ value, label }) => ({ value, label }));

function SecretInput(props: InputProps<OfKind<'secret'>>) {
  const { t } = useTranslation('ui');
  return (
    <PasswordInput
      {...typed(props)}
      autoComplete="new-password"
      {...(props.field.stored ? { placeholder: t('secret_stored') } : {})}
      visibilityToggleButtonProps={{ 'aria-label': t('show_secret') }}
    />
  );
}

function NumberField(props: InputProps<OfKind<'number'>>) {
  const { min, max, suffix, decimals = 0 } = props.field;
  return (
    <NumberInput
      {...typed(props)}
      // Values outside of the range are reported at the field, not changed silently.
      clampBehavior="none"
      {...separatorsOf(currentLocale())}
      decimalScale={decimals}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(suffix ? { suffix: ` ${suffix}` } : {})}
    />
  );
}

function SelectField(props: InputProps<OfKind<'select'>>) {
  const { t } = useTranslation('ui');
  const { options, clearable = false, onSearch, searchable = onSearch !== undefined || options.length > 8 } = props.field;
  const common = typed(props);
  return (
    <Select
      {...common}
      // Forms have an empty text for no value; then there is nothing to clear.
      value={common.value || null}
      data={choices(options)}
      clearable={clearable}
      searchable={searchable}
      {...(onSearch ? { onSearchChange: onSearch, filter: ({ options: found }) => found } : {})}
      nothingFoundMessage={t('no_records')}
      allowDeselect={false}
    />
  );
}

function MultiSelectField(props: InputProps<OfKind<'multiselect'>>) {
  const { t } = useTranslation('ui');
  return <MultiSelect {...typed(props)} data={choices(props.field.options)} searchable nothingFoundMessage={t('no_records')} />;
}

function ImageInput({ field, form }: InputProps<OfKind<'image'>>) {
  return (
    <ImageField
      label={field.label}
      {...(field.description ? { description: field.description } : {})}
      purpose={field.purpose}
      address={field.address}
      value={(form.getValues()[field.name] as string | null | undefined) ?? null}
      onChange={(id) => form.setFieldValue(field.name, id)}
      error={form.errors[field.name]}
      disabled={field.disabled ?? false}
    />
  );
}

function ChoiceField({ field, labelled }: InputProps<OfKind<'choice'>>) {
  return (
    <Radio.Group {...labelled} withAsterisk={field.required ?? false}>
      <Stack gap={8} mt={8}>
        {field.options.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const inputs: { [Kind in Field['kind']]: (props: InputProps<OfKind<Kind>>) => ReactElement } = {
  text: (props) => <TextInput {...typed(props)} autoComplete="off" />,
  email: (props) => <TextInput {...typed(props)} type="email" autoComplete="off" />,
  textarea: (props) => <Textarea {...typed(props)} autosize minRows={3} maxRows={12} />,
  date: (props) => <DateField {...typed(props)} label={props.field.label} ends={props.field.ends ?? false} />,
  time: (props) => <TimeField {...typed(props)} label={props.field.label} />,
  datetime: (props) => <DateTimeField {...typed(props)} label={props.field.label} />,
  colour: (props) => <TextInput {...typed(props)} type="color" />,
  secret: SecretInput,
  number: NumberField,
  switch: ({ labelled }) => <Switch {...labelled} />,
  select: SelectField,
  multiselect: MultiSelectField,
  tags: (props) => <TagsInput {...typed(props)} acceptValueOnBlur />,
  image: ImageInput,
  choice: ChoiceField,
};

/** One field of a form, drawn from its description. */
export function FieldInput<V extends Values>({
  field,
  form,
  focused = false,
}: {
  field: Field;
  form: Form<V>;
  /** Takes the focus when its panel or dialog opens. */
  focused?: boolean;
}) {
  // An input reads and writes its own field by name, whatever else the form holds.
  const anyForm = form as unknown as Form<Values>;
  const Input = inputs[field.kind] as (props: InputProps<Field>) => ReactElement;
  return <Input key={form.key(field.name)} field={field} form={anyForm} labelled={labelledOf(field, anyForm, focused)} />;
}
