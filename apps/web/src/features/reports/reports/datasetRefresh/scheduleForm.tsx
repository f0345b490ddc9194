import '@mantine/core/styles/Chip.layer.css';
import { Button, Chip, MultiSelect } from '@mantine/core';
import type { RefreshSchedule } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { removeSchedule, saveSchedule, takeOver } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { zoneName } from '@vitrine/contract/zoneName.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { currentLocale } from '#platform/locale.ts';
import { dayName } from '#platform/weekHours.ts';
import { toast } from '#platform/toast.ts';
import { FieldInput } from '#ui/form/fieldInput.tsx';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import css from './refresh.module.css';

const week = [0, 1, 2, 3, 4, 5, 6];
const halfHours = Array.from({ length: 48 }, (_, slot) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`);

type Values = { days: string[]; times: string[]; active: boolean };
type Props = { reportId: string; schedule: RefreshSchedule | null; timezone: string; onChanged: () => void };

/** The owner of the schedule, and what to do if it is paused. */
function Keeper({ schedule, onChanged }: { schedule: RefreshSchedule; onChanged: () => void }) {
  const { t } = useTranslation('datasetRefresh');
  const stopped = schedule.owner_gone || schedule.paused === 'failures';
  const take = async () => {
    try {
      await call(takeOver, { params: { schedule_id: schedule.id } });
      toast.success(t(schedule.owner_gone ? 'taken_over' : 'resumed'));
      onChanged();
    } catch (failure) {
      toast.failure(failure);
    }
  };
  if (!stopped) return schedule.owner_name ? <p className={css.dim}>{t('kept_by', { name: schedule.owner_name })}</p> : null;
  return (
    <div className={css.notice} role="status">
      <p>
        {schedule.paused === 'failures'
          ? t('paused_failures', { count: schedule.failures })
          : t('owner_gone', { name: schedule.owner_name })}
      </p>
      <Button variant="default" onClick={() => void take()}>
        {t(schedule.owner_gone ? 'take_over' : 'resume')}
      </Button>
    </div>
  );
}

/** Days and half hours in the unit's time zone. */
export function ScheduleForm({ reportId, schedule, timezone, onChanged }: Props) {
  const { t } = useTranslation(['datasetRefresh', 'ui']);
  const params = { id: reportId };
  const labels = { days: t('days'), times: t('times'), active: t('active') };
  const state = useResourceForm<Values>({
    initial: {
      days: (schedule?.days ?? [1, 2, 3, 4, 5]).map(String),
      times: schedule?.times ?? [],
      active: schedule?.active ?? true,
    },
    version: schedule?.version ?? 0,
    schema: saveSchedule.body,
    labels,
    toBody: ({ days, times, active }) => ({
      days: days.map(Number).toSorted((a, b) => a - b),
      times: times.toSorted(),
      active,
    }),
    save: (body) => call(saveSchedule, { params, body }),
    success: t('schedule_saved'),
    onSaved: onChanged,
  });
  const { form } = state;
  const end = async () => {
    if (!(await toast.confirm(t('remove_question')))) return;
    try {
      await call(removeSchedule, { params });
      toast.success(t('schedule_removed'));
      onChanged();
    } catch (failure) {
      toast.failure(failure);
    }
  };
  return (
    <section className={css.section}>
      <div className={css.heading}>
        <h3>{t('schedule')}</h3>
        {schedule ? (
          <Button variant="subtle" size="compact-sm" onClick={() => void end()}>
            {t('remove_schedule')}
          </Button>
        ) : null}
      </div>
      {schedule ? <Keeper schedule={schedule} onChanged={onChanged} /> : <p className={css.dim}>{t('schedule_none')}</p>}
      <ResourceForm state={state} fields={[]} submitLabel={t('save_schedule')}>
        <fieldset className={css.days}>
          <legend>{labels.days}</legend>
          <Chip.Group multiple value={form.values.days} onChange={(days) => form.setFieldValue('days', days)}>
            {week.map((day) => (
              <Chip key={day} value={String(day)} size="sm" radius="sm" aria-label={dayName(day, currentLocale(), 'long')}>
                {dayName(day, currentLocale(), 'short')}
              </Chip>
            ))}
          </Chip.Group>
          {form.errors['days'] ? <p className={css.error}>{form.errors['days']}</p> : null}
        </fieldset>
        <MultiSelect
          label={labels.times}
          description={t('times_hint', { zone: zoneName(timezone, currentLocale()) })}
          data={halfHours}
          searchable
          nothingFoundMessage={t('ui:no_records')}
          {...form.getInputProps('times')}
          key={form.key('times')}
        />
        {schedule ? <FieldInput field={{ kind: 'switch', name: 'active', label: labels.active }} form={form} /> : null}
      </ResourceForm>
    </section>
  );
}
