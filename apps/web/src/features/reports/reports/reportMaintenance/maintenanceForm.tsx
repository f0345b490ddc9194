import { Textarea } from '@mantine/core';
import type { MaintenanceInput, MaintenanceWindow } from '@vitrine/contract/reports/reportMaintenance.ts';
import { add, update } from '@vitrine/contract/reports/reportMaintenance.ts';
import { zoneName } from '@vitrine/contract/zoneName.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import { nextHours } from '#platform/unitClock.ts';
import css from './maintenance.module.css';

type Props = {
  reportId: string;
  title: string;
  timezone: string;
  /** Null for a new one. */
  window: MaintenanceWindow | null;
  onSaved: () => void;
  onCancel: () => void;
};

/** The form of a maintenance window: start and end in the unit's time zone, message, and whether administrators may open the report. */
export function MaintenanceForm({ reportId, title, timezone, window, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['reportMaintenance', 'ui']);
  const labels = {
    starts: t('starts'),
    ends: t('ends'),
    message: t('message'),
    managers_pass: t('managers_pass'),
    announce: t('announce'),
  };
  const initial: MaintenanceInput = window
    ? { starts: window.starts, ends: window.ends, message: window.message, managers_pass: window.managers_pass, announce: window.announce }
    : { ...nextHours(timezone), message: '', managers_pass: true, announce: false };
  const state = useResourceForm<MaintenanceInput>({
    initial,
    version: window?.version,
    schema: window ? update.body : add.body,
    labels,
    save: (body) =>
      window ? call(update, { params: { id: reportId, window_id: window.id }, body }) : call(add, { params: { id: reportId }, body }),
    success: t(window ? 'saved' : 'planned', { title }),
    onSaved,
  });
  const { form } = state;
  const cancel = async () => {
    if (await state.mayLeave()) onCancel();
  };
  return (
    <ResourceForm state={state} fields={[]} submitLabel={t(window ? 'ui:save_changes' : 'ui:add')} onCancel={() => void cancel()}>
      <p className={css.dim}>{t('form_hint', { zone: zoneName(timezone, currentLocale()) })}</p>
      <div className={css.pair}>
        <FieldInput field={{ kind: 'datetime', name: 'starts', label: labels.starts, required: true }} form={form} />
        <FieldInput field={{ kind: 'datetime', name: 'ends', label: labels.ends, required: true }} form={form} />
      </div>
      <Textarea
        label={labels.message}
        description={t('message_hint')}
        autosize
        minRows={2}
        {...form.getInputProps('message')}
        key={form.key('message')}
      />
      <FieldInput field={{ kind: 'switch', name: 'managers_pass', label: labels.managers_pass }} form={form} />
      <FieldInput field={{ kind: 'switch', name: 'announce', label: labels.announce, description: t('announce_hint') }} form={form} />
    </ResourceForm>
  );
}
