import { TextInput } from '@mantine/core';
import type { CustomField } from '@vitrine/contract/people/customFields.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { UserGroup } from '@vitrine/contract/people/userGroups.ts';
import type { User } from '@vitrine/contract/people/users.ts';
import { add, authenticationLevels, update } from '@vitrine/contract/people/users.ts';
import { hideableScreens } from '@vitrine/contract/screens.ts';
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { list as reportList } from '@vitrine/contract/reports/reports.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useTranslation } from 'react-i18next';
import { useAllRows } from '#platform/allRows.ts';
import { askFirst } from '#platform/askFirst.ts';
import { call } from '#platform/http.ts';
import { currentLocale, languageNames } from '#platform/locale.ts';
import { useScreenOptions } from '#shell/useScreenOptions.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import type { Field } from '#ui/form/types.ts';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { useRole } from '#platform/session.ts';
import { maskPhone } from '#ui/form/phoneMask.ts';
import panel from '#ui/panel.module.css';
import { MailField } from './mailField.tsx';
import type { UserValues } from './userValues.ts';
import { bodyOf, valuesOf } from './userValues.ts';

type Made = Answer<typeof add>;
type Props = {
  user: User | null;
  template: User | null;
  groups: readonly UserGroup[];
  fields: readonly CustomField[];
  mayGrantAdmin: boolean;
  onSaved: (made: Made | null) => void;
  /** Of a panel; on a page the form stays. */
  onClose?: () => void;
};

const flags = [
  'support_agent',
  'allow_remote_access',
  'create_notifications',
  'refresh_datasets',
  'wake_capacities',
  'ignore_auto_block',
  'ip_exempt',
] as const;

const nameField = { kind: 'text', name: 'name', required: true } as const;
const pictureField = { kind: 'image', name: 'picture_id', purpose: 'picture' } as const;

function inputOf(field: CustomField): Field {
  const common = { name: `custom.${field.id}`, label: field.name, required: field.required };
  const options = field.options.map((option) => ({ value: option, label: option }));
  switch (field.type) {
    case 'number':
      return { ...common, kind: 'number', decimals: 6 };
    case 'select':
      return { ...common, kind: 'select', options, clearable: true };
    case 'radio':
      return { ...common, kind: 'choice', options };
    case 'checkbox':
      return { ...common, kind: 'multiselect', options };
    case 'text':
    case 'date':
      return { ...common, kind: field.type };
    default:
      return field.type satisfies never;
  }
}

const end = { kind: 'date', ends: true } as const;

/** Somebody who is deactivated here comes back when that was agreed to. */
const adding = (body: Input<typeof add>['body']) => (reactivate: boolean) => call(add, { body: { ...body, reactivate } });

/** Who somebody is may be the matter of another unit, and of the company directory. */
function writtenElsewhere(user: User | null) {
  const fixed = user !== null && !user.identity_is_ours;
  const directory = user?.directory_fields ?? [];
  const isFixed = (field: User['directory_fields'][number]) => (fixed && field !== 'department') || directory.includes(field);
  return { fixed, directory, isFixed };
}

/** Which fields only the company directory changes. */
function FromDirectory({ fields }: { fields: readonly string[] }) {
  const { t } = useTranslation('users');
  return fields.length > 0 ? <p className={panel.note}>{t('from_directory', { fields: fields.join(', ') })}</p> : null;
}

/** Everything that a unit keeps about a person, in sections. */
export function UserForm({ user, template, groups, fields, mayGrantAdmin, onSaved, onClose }: Props) {
  const { t } = useTranslation(['users', 'ui']);
  const labels = {
    name: t('name'),
    email: t('email'),
    phone: t('phone'),
    picture_id: t('picture'),
    role: t('role'),
    department: t('department'),
    language: t('language'),
    authentication_level: t('authentication_level'),
    user_group_ids: t('groups'),
    report_ids: t('tab_reports'),
    hidden_menu: t('hidden_menu'),
    block_on: t('block_on'),
    delete_on: t('delete_on'),
    custom: t('other_fields'),
  };
  const made: { user: Made | null } = { user: null };
  const state = useResourceForm<UserValues>({
    initial: valuesOf(user, template, fields, currentLocale()),
    version: user?.version,
    schema: user ? update.body : add.body,
    labels,
    toBody: (values) =>
      user
        ? bodyOf(values)
        : { ...bodyOf(values), access: values.access, report_ids: values.report_ids, ...(template ? { clone_of: template.id } : {}) },
    save: async (body) => {
      if (user) await call(update, { params: { id: user.id }, body });
      else made.user = await askFirst('user_deactivated_here', adding(body));
    },
    success: ({ values: { name } }) => t(user ? 'saved' : 'created', { name }),
    onSaved: () => onSaved(made.user),
  });
  const { form } = state;
  const hideable = useScreenOptions()(hideableScreens);
  const reports = useAllRows<Report>(reportList, { enabled: user === null });
  const givesBilling = useRole() === 'partner';
  const { fixed, directory, isFixed } = writtenElsewhere(user);
  const section = (title: string, inputs: Field[], focused = false) => (
    <fieldset className={panel.section}>
      <legend>{title}</legend>
      {inputs.map((field, index) => (
        <FieldInput key={field.name} field={field} form={form} focused={focused && index === 0} />
      ))}
    </fieldset>
  );
  return (
    <ResourceForm
      state={state}
      fields={[]}
      submitLabel={user ? t('ui:save_changes') : t('ui:add')}
      onCancel={onClose && (() => void state.mayLeave().then((yes) => yes && onClose()))}
    >
      {fixed ? <p className={panel.note}>{t('identity_elsewhere')}</p> : null}
      <FromDirectory fields={directory.map((field) => labels[field])} />
      {template ? <p className={panel.note}>{t('clone_text', { name: template.name })}</p> : null}
      <fieldset className={panel.section}>
        <legend>{t('section_person')}</legend>
        <FieldInput field={{ ...pictureField, label: labels.picture_id, address: user?.picture ?? null }} form={form} />
        <FieldInput field={{ ...nameField, label: labels.name, disabled: isFixed('name') }} form={form} focused={user === null} />
        <div className={panel.pair}>
          <MailField form={form} label={labels.email} disabled={isFixed('email')} />
          <TextInput
            {...form.getInputProps('phone')}
            label={labels.phone}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="+55 (11) 98888-7777"
            disabled={fixed}
            onChange={(event) => form.setFieldValue('phone', maskPhone(event.currentTarget.value))}
          />
          <FieldInput field={{ kind: 'text', name: 'department', label: labels.department, disabled: isFixed('department') }} form={form} />
          <FieldInput
            field={{
              kind: 'select',
              name: 'language',
              label: labels.language,
              options: locales.map((value) => ({ value, label: languageNames[value] })),
              disabled: isFixed('language'),
            }}
            form={form}
          />
        </div>
      </fieldset>
      {section(t('section_access'), [
        {
          kind: 'select',
          name: 'role',
          label: labels.role,
          options: (['user', 'admin'] as const).map((role) => ({ value: role, label: t(`role_${role}`) })),
          disabled: user?.own === true || !mayGrantAdmin,
        },
        {
          kind: 'multiselect',
          name: 'user_group_ids',
          label: labels.user_group_ids,
          options: groups.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          kind: 'select',
          name: 'authentication_level',
          label: labels.authentication_level,
          options: authenticationLevels.map((level) => ({ value: level, label: t(`level_${level}`) })),
        },
        ...(user
          ? []
          : ([
              {
                kind: 'choice',
                name: 'access',
                label: t('first_password'),
                options: (['invitation', 'default_password'] as const).map((way) => ({ value: way, label: t(`access_${way}`) })),
              },
            ] satisfies Field[])),
      ])}
      {user
        ? null
        : section(t('tab_reports'), [
            {
              kind: 'multiselect',
              name: 'report_ids',
              label: t('assign_reports'),
              description: t('assign_reports_text'),
              options: (reports.data ?? []).map(({ id, title, group_name }) => ({ value: id, label: `${group_name} › ${title}` })),
            },
          ])}
      {fields.length > 0 ? section(t('other_fields'), fields.map(inputOf)) : null}
      {section(t('section_rights'), [
        ...(givesBilling && form.getValues().role === 'admin' ? (['billing_administrator', ...flags] as const) : flags).map((flag) => ({
          kind: 'switch' as const,
          name: flag,
          label: t(flag),
          description: t(`${flag}_text`),
        })),
        { kind: 'multiselect', name: 'hidden_menu', label: labels.hidden_menu, description: t('hidden_menu_text'), options: hideable },
      ])}
      <fieldset className={panel.section}>
        <legend>{t('section_dates')}</legend>
        <div className={panel.pair}>
          {(['block_on', 'delete_on'] as const).map((name) => (
            <FieldInput key={name} field={{ ...end, name, label: labels[name], description: t(`${name}_text`) }} form={form} />
          ))}
        </div>
      </fieldset>
    </ResourceForm>
  );
}
