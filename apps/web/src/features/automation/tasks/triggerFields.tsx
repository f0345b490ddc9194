import '@mantine/core/styles/Chip.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import { ActionIcon, Button, Chip, NumberInput, Select, TagsInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { TriggerInput } from '@vitrine/contract/automation/task.ts';
import { frequencies, taskLimits, triggerInput } from '@vitrine/contract/automation/task.ts';
import { nextRuns } from '@vitrine/contract/automation/tasks.ts';
import { zoneName } from '@vitrine/contract/zoneName.ts';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#platform/locale.ts';
import { dayName } from '#platform/weekHours.ts';
import { useEndpoint } from '#platform/query.ts';
import { momentText } from '#platform/unitClock.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import { TimeField } from '#ui/form/dates/timeField.tsx';
import type { TaskFormState } from './taskValues.ts';
import { newTrigger, triggerBody } from './taskValues.ts';
import css from './tasks.module.css';
import panel from '#ui/panel.module.css';

const week = [0, 1, 2, 3, 4, 5, 6];
const halfHours = Array.from({ length: 48 }, (_, slot) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`);

/** When it would run, on the clock of the unit; the server knows. */
function NextRuns({ trigger }: { trigger: TriggerInput }) {
  const { t } = useTranslation('tasks');
  const body = { trigger: triggerBody(trigger) };
  const valid = triggerInput.safeParse(body.trigger).success;
  const { data } = useEndpoint(nextRuns, { body }, { enabled: valid });
  if (!valid || !data) return null;
  return (
    <p className={panel.note} aria-live="polite">
      {data.next_runs.length === 0
        ? t('runs_never')
        : t('runs_next', {
            times: data.next_runs.map((at) => momentText(at, data.timezone)).join(' · '),
            zone: zoneName(data.timezone, currentLocale()),
          })}
    </p>
  );
}

/** One trigger. Its errors are those of the form at its place. */
function TriggerFields({ form, index, onRemove }: { form: TaskFormState; index: number; onRemove: () => void }) {
  const { t } = useTranslation('tasks');
  const trigger = form.getValues().triggers[index];
  if (!trigger) return null;
  const at = (name: string) => `triggers.${index}.${name}`;
  const set = (change: Partial<TriggerInput>) => form.setFieldValue(`triggers.${index}`, { ...trigger, ...change });
  const input = (name: keyof TriggerInput) => ({ error: form.errors[at(name)], 'data-path': at(name) });
  return (
    <fieldset className={css.trigger}>
      <legend>{t('trigger', { number: index + 1 })}</legend>
      <ActionIcon className={css.drop} variant="subtle" aria-label={t('remove_trigger', { number: index + 1 })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
      <div className={panel.pair}>
        <Select
          label={t('frequency')}
          data={frequencies.map((value) => ({ value, label: t(`frequency_${value}`) }))}
          value={trigger.frequency}
          onChange={(value) =>
            value && set({ frequency: value, ...(value === 'monthly' ? { day_of_month: trigger.day_of_month ?? 1 } : {}) })
          }
          allowDeselect={false}
        />
        <Select
          label={t('periods')}
          data={(['times', 'every'] as const).map((value) => ({ value, label: t(`periods_${value}`) }))}
          value={trigger.every_minutes === null ? 'times' : 'every'}
          onChange={(value) => set({ every_minutes: value === 'every' ? 60 : null })}
          allowDeselect={false}
        />
      </div>
      {trigger.frequency === 'weekly' ? (
        <div role="group" aria-label={t('days')} className={css.days}>
          <Chip.Group multiple value={trigger.days.map(String)} onChange={(days) => set({ days: days.map(Number) })}>
            {week.map((day) => (
              <Chip key={day} value={String(day)} size="sm" radius="sm" aria-label={dayName(day, currentLocale(), 'long')}>
                {dayName(day, currentLocale(), 'short')}
              </Chip>
            ))}
          </Chip.Group>
          {form.errors[at('days')] ? <p className={css.error}>{form.errors[at('days')]}</p> : null}
        </div>
      ) : null}
      {trigger.frequency === 'monthly' ? (
        <NumberInput
          label={t('day_of_month')}
          description={t('day_of_month_text')}
          min={1}
          max={31}
          value={trigger.day_of_month ?? ''}
          onChange={(value) => set({ day_of_month: value === '' ? null : Number(value) })}
          {...input('day_of_month')}
        />
      ) : null}
      {trigger.every_minutes === null ? (
        <TagsInput
          label={t('times')}
          description={t('times_text')}
          data={halfHours}
          maxTags={taskLimits.times}
          value={trigger.times}
          onChange={(times) => set({ times })}
          {...input('times')}
        />
      ) : (
        <div className={panel.pair}>
          <NumberInput
            label={t('every_minutes')}
            min={taskLimits.every_from}
            max={taskLimits.every_to}
            value={trigger.every_minutes}
            onChange={(value) => set({ every_minutes: Number(value) })}
            {...input('every_minutes')}
          />
          <TimeField label={t('from')} value={trigger.from} onChange={(from) => set({ from })} {...input('from')} />
          <TimeField label={t('until')} value={trigger.until} onChange={(until) => set({ until })} {...input('until')} />
        </div>
      )}
      <DateField
        label={t('expires_on')}
        description={t('expires_on_text')}
        value={trigger.expires_on ?? ''}
        onChange={(day) => set({ expires_on: day === '' ? null : day })}
        ends
        {...input('expires_on')}
      />
      <NextRuns trigger={trigger} />
    </fieldset>
  );
}

/** When the task runs. Without a trigger it runs when somebody wants it. */
export function TriggersField({ form }: { form: TaskFormState }) {
  const { t } = useTranslation('tasks');
  const { triggers } = form.getValues();
  return (
    <>
      {triggers.length === 0 ? <p className={panel.note}>{t('no_triggers')}</p> : null}
      {triggers.map((_trigger, index) => (
        <TriggerFields
          // Triggers have no names: they are where they stand.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          form={form}
          index={index}
          onRemove={() => form.removeListItem('triggers', index)}
        />
      ))}
      {form.errors['triggers'] ? <p className={css.error}>{form.errors['triggers']}</p> : null}
      {triggers.length < taskLimits.triggers ? (
        <Button
          variant="default"
          className={css.addOne ?? ''}
          leftSection={<IconPlus size={16} />}
          onClick={() => form.insertListItem('triggers', newTrigger)}
        >
          {t('add_trigger')}
        </Button>
      ) : null}
    </>
  );
}
