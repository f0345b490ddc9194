import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { DateField } from '#ui/form/dates/dateField.tsx';
import css from './access.module.css';

type Props = { value: string; error: string | undefined; onChange: (day: string) => void };

const dayMs = 86_400_000;
const dayText = (date: Date): string => date.toLocaleDateString('sv-SE');

/** Until when: without an end, for 30 days, to the end of the year, or to a day. */
export function UntilStep({ value, error, onChange }: Props) {
  const { t } = useTranslation('reportAccess');
  const name = useId();
  const [now] = useState(() => new Date());
  const [in30Days, yearEnd] = [dayText(new Date(now.getTime() + 30 * dayMs)), `${now.getFullYear()}-12-31`];
  const quick = [
    { day: '', label: t('until_open') },
    { day: in30Days, label: t('until_30') },
    { day: yearEnd, label: t('until_year') },
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
            {day ? <span className={css.detail}>{formatDate(day)}</span> : null}
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
