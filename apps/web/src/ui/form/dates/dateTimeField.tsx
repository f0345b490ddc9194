import { useTranslation } from 'react-i18next';
import type { TypedFieldProps } from './dateField.tsx';
import { DateField } from './dateField.tsx';
import css from './dates.module.css';
import { TimeField } from './timeField.tsx';

/** A minute on the clock of the unit, `2026-11-21T22:00`: a day and an hour, each with its own field. */
export function DateTimeField({ value, onChange, ...input }: TypedFieldProps) {
  const { t } = useTranslation('ui');
  const text = value ?? '';
  // What was typed for a day may have a T itself.
  const split = text.lastIndexOf('T');
  const [day, hour] = split === -1 ? [text, ''] : [text.slice(0, split), text.slice(split + 1)];
  const join = (nextDay: string, nextHour: string) => onChange(nextDay === '' && nextHour === '' ? '' : `${nextDay}T${nextHour}`);
  return (
    <div className={css.dateTime}>
      <DateField {...input} value={day} onChange={(next) => join(next, hour)} />
      <TimeField
        label={t('hour')}
        aria-label={`${t('hour')} (${input.label})`}
        value={hour}
        onChange={(next) => join(day, next)}
        disabled={input.disabled ?? false}
        withAsterisk={input.withAsterisk ?? false}
      />
    </div>
  );
}
