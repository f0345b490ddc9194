import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { CapacityDetail } from '@vitrine/contract/datasets/capacities.ts';
import { setRule } from '@vitrine/contract/datasets/capacities.ts';
import { list as shiftList } from '#endpoints/settings/accessHours.ts';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import { useEndpoint } from '#platform/query.ts';
import { momentText } from '#platform/unitClock.ts';
import type { Field } from '#ui/form/types.ts';
import { ResourceForm } from '#ui/form/resourceForm.tsx';
import { useResourceForm } from '#ui/form/useResourceForm.ts';
import panel from '#ui/panel.module.css';
import { VerdictText } from './changeText.tsx';
import css from './capacities.module.css';

type Rule = {
  auto_activate: boolean;
  auto_pause: boolean;
  inactive_minutes: number;
  use_schedule: boolean;
  activate_outside: boolean;
  force_stop: boolean;
  shift_ids: string[];
};

function NextChanges({ capacity: { next_changes: next, timezone, verdict } }: { capacity: CapacityDetail }) {
  const { t } = useTranslation('capacities');
  return (
    <>
      <h3 className={css.heading}>{t('next_changes')}</h3>
      <p className={panel.note}>
        <VerdictText verdict={verdict} />
      </p>
      {next.length === 0 ? <p className={panel.note}>{t('next_none')}</p> : null}
      {next.length > 0 ? (
        <ol className={panel.rows} aria-label={t('next_changes')}>
          {next.map(({ at, to, reason }) => (
            <li key={at}>
              {to === 'run' ? <IconPlayerPlay size={16} aria-hidden="true" /> : <IconPlayerPause size={16} aria-hidden="true" />}
              <span className={panel.what}>
                <time dateTime={at}>{t(`next_${to}`, { when: momentText(at, timezone) })}</time>
                <span className={panel.detail}>{t(`reason_${reason}`)}</span>
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

/** By which calendars and after how much rest the portal starts and pauses it, and when it will. */
export function HoursTab({ capacity, onSaved }: { capacity: CapacityDetail; onSaved: () => void }) {
  const { t } = useTranslation('capacities');
  const { id, rule, can } = capacity;
  const { data } = useEndpoint(shiftList, { query: { per_page: 100 } }, { enabled: can.edit });
  const { shifts, ...switches } = rule;
  const labels = {
    shift_ids: t('shifts'),
    use_schedule: t('use_schedule'),
    auto_activate: t('auto_activate'),
    auto_pause: t('auto_pause'),
    inactive_minutes: t('inactive_minutes'),
    activate_outside: t('activate_outside'),
    force_stop: t('force_stop'),
  };
  const state = useResourceForm<Rule>({
    initial: { ...switches, shift_ids: shifts.map((shift) => shift.id) },
    version: capacity.version,
    schema: setRule.body,
    labels,
    save: (body) => call(setRule, { params: { id }, body }),
    success: t('rule_saved'),
    onSaved,
  });
  const offered = new Map([...shifts, ...(data?.data ?? [])].map((shift) => [shift.id, shift.name]));
  const { values } = state.form;
  const disabled = !can.edit;
  const fields: Field[] = [
    { kind: 'switch', name: 'use_schedule', label: labels.use_schedule, description: t('use_schedule_hint'), disabled },
    {
      kind: 'multiselect',
      name: 'shift_ids',
      label: labels.shift_ids,
      description: offered.size === 0 ? t('shifts_none') : t('shifts_hint'),
      disabled,
      options: [...offered].map(([value, label]) => ({ value, label })),
    },
    { kind: 'switch', name: 'auto_activate', label: labels.auto_activate, description: t('auto_activate_hint'), disabled },
    { kind: 'switch', name: 'auto_pause', label: labels.auto_pause, description: t('auto_pause_hint'), disabled },
    {
      kind: 'number',
      name: 'inactive_minutes',
      label: labels.inactive_minutes,
      description: t('inactive_minutes_hint'),
      min: 15,
      max: 1440,
      suffix: t('minutes'),
      disabled: disabled || !values.auto_pause,
    },
    { kind: 'switch', name: 'activate_outside', label: labels.activate_outside, description: t('activate_outside_hint'), disabled },
    { kind: 'switch', name: 'force_stop', label: labels.force_stop, description: t('force_stop_hint'), disabled },
  ];
  return (
    <div className={panel.stack}>
      <NextChanges capacity={capacity} />
      <h3 className={css.heading}>{t('rule_title')}</h3>
      <p className={panel.note}>{t('rule_note')}</p>
      {/* A list that is opened before it is there would stay empty. */}
      {data || disabled ? <ResourceForm state={state} fields={fields} bar="changed" /> : null}
    </div>
  );
}
