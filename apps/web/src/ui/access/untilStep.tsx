import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import { inDays } from '#ui/form/dates/typed.ts';
import css from './rows.module.css';
import texts from './texts.module.css';

type Props = { value: string; error: string | undefined; onChange: (day: string) => void };

/** Until when: without an end, for 30 days, to the end of the year, or to a day; all of them days of the unit. */
export function UntilStep({ value, error, onChange }: Props) {
  const { t } = useTranslation('reportAccess');
  const name = useId();
  const today = useUnitToday();
  const quick = [
    { day: '', label: t('until_open') },
    { day: inDays(30, today), label: t('until_30') },
    { day: `${today.getFullYear()}-12-31`, label: t('until_year') },
  ];
  const [dated, setDated] = useState(!quick.some(({ day }) => day === value));
  return (
    <>
      <div className={css.picks} role="radiogroup" aria-label={t('step_until')}>
        {quick.map(({ day, label }) => (
          <label key={label} className={css.pick} data-chosen={(!dated && value === day) || undefined}>
            <input
              type="radio"
              name={name}
              checked={!dated && value === day}
              onChange={() => {
                setDated(false);
                onChange(day);
              }}
            />
            {label}
            {day ? <span className={texts.detail}>{formatDate(day)}</span> : null}
          </label>
        ))}
        <label className={css.pick} data-chosen={dated || undefined}>
          <input type="radio" name={name} checked={dated} onChange={() => setDated(true)} />
          {t('until_day')}
        </label>
      </div>
      {dated ? <DateField label={t('ends_on')} value={value} error={error} onChange={onChange} className={css.date ?? ''} ends /> : null}
    </>
  );
}
