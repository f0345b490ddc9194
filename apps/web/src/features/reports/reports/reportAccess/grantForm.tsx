import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Autocomplete, Button, Switch, TagsInput } from '@mantine/core';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import { grantInput, variables as variablesOfUnit } from '@vitrine/contract/access/reportAccess.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#platform/failure.ts';
import { useEndpoint } from '#platform/query.ts';
import { toast } from '#platform/toast.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import { fieldErrors } from '#ui/form/fieldErrors.ts';
import css from './access.module.css';
import { FilterEditor } from './filterEditor.tsx';
import type { GrantDraft } from './grantValues.ts';
import { draftOf, emptyFilter, rulesOf, wrongValue } from './grantValues.ts';

const rules = grantInput.omit({ to: true, to_id: true });

type Props = {
  report: Report;
  /** The assignment that is edited, or null for a new one. */
  grant: Grant | null;
  /** Roles that other assignments of the report name: they are offered. */
  knownRoles: readonly string[];
  submitLabel: string;
  onSave: (rules: ReturnType<typeof rulesOf>) => Promise<unknown>;
  onClose: () => void;
};

/** A new assignment of a report with filters starts with an empty filter, because the report requires one. */
function firstDraft(report: Report, grant: Grant | null): GrantDraft {
  const draft = draftOf(grant);
  return !grant && report.data_rule === 'filter' ? { ...draft, filters: [emptyFilter()] } : draft;
}

/** The fields of an assignment besides the receiver: data rule and end date. Only what the report's data rule uses is shown. */
export function GrantForm({ report, grant, knownRoles, submitLabel, onSave, onClose }: Props) {
  const { t } = useTranslation(['reportAccess', 'ui']);
  const [draft, setDraft] = useState(() => firstDraft(report, grant));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const ruled = report.data_rule !== 'none';
  const { data: variables } = useEndpoint(variablesOfUnit, {}, { enabled: ruled });
  const tokens = (variables?.data ?? []).map(({ token }) => token);
  const change = (changes: Partial<GrantDraft>) => {
    setDraft({ ...draft, ...changes });
    setErrors({});
  };

  const labels: Record<string, string> = {
    table: t('table'),
    column: t('column'),
    values: t('values'),
    rls_roles: t('roles'),
    rls_username: t('username'),
    ends_on: t('ends_on'),
  };
  const complaints = (values: ReturnType<typeof rulesOf>) =>
    Object.fromEntries(
      Object.entries(fieldErrors(rules, values)).map(([path, { complaint, limit }]) => [
        path.replace(/^rls_roles\..*/, 'rls_roles').replace(/^(filters\.\d+\.values)\..*/, '$1'),
        t(`ui:field_${complaint}`, {
          field: labels[path.split('.').at(-1) ?? ''] ?? labels[path.split('.')[0] ?? ''] ?? path,
          limit: limit ?? 0,
        }),
      ]),
    );
  const save = async () => {
    const values = rulesOf(draft);
    const found = complaints(values);
    setErrors(found);
    if (Object.keys(found).length > 0 || draft.filters.some((filter) => wrongValue(filter) !== undefined)) return;
    setSaving(true);
    try {
      await onSave(values);
      onClose();
    } catch (error) {
      const { fields } = failureOf(error);
      if (Object.keys(fields).some((field) => field in labels || field.startsWith('filters'))) setErrors(fields);
      else toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {report.data_rule === 'filter' ? (
        <FilterEditor filters={draft.filters} errors={errors} offered={tokens} onChange={(filters) => change({ filters })} />
      ) : null}
      {report.data_rule === 'rls' ? (
        <>
          <TagsInput
            label={t('roles')}
            description={t('roles_hint')}
            data={[...knownRoles]}
            value={draft.rls_roles}
            error={errors['rls_roles']}
            onChange={(rls_roles) => change({ rls_roles })}
            acceptValueOnBlur
            splitChars={[',']}
          />
          <Autocomplete
            label={t('username')}
            description={t('username_hint')}
            data={tokens}
            value={draft.rls_username}
            error={errors['rls_username']}
            onChange={(rls_username) => change({ rls_username })}
          />
        </>
      ) : null}
      {ruled ? <p className={css.detail}>{t('variables_hint', { list: tokens.join(', ') })}</p> : null}
      {report.allow_edit ? (
        <Switch
          label={t('permission_edit')}
          description={t('permission_edit_hint')}
          checked={draft.permission_edit}
          onChange={(event) => change({ permission_edit: event.currentTarget.checked })}
        />
      ) : null}
      <DateField
        label={t('ends_on')}
        description={t('ends_on_hint')}
        value={draft.ends_on}
        error={errors['ends_on']}
        onChange={(ends_on) => change({ ends_on })}
        className={css.date ?? ''}
        ends
      />
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
