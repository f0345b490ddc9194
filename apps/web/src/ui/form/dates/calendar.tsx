import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es';
import 'dayjs/locale/pt';
import 'dayjs/locale/pt-br';
import { Button, FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { useUnitToday } from '#platform/unitToday.ts';
import { currentLocale } from '#platform/locale.ts';
import { useEscape } from '#ui/useEscape.ts';
import css from './dates.module.css';
import { inDays, isoOf } from './typed.ts';

const dayjsLocale = { 'pt-BR': 'pt-br', 'pt-PT': 'pt', 'en-US': 'en', es: 'es' } as const;

const endsOffered = (today: Date) =>
  [
    ['in_30_days', inDays(30, today)],
    ['in_90_days', inDays(90, today)],
    ['end_of_month', isoOf(new Date(today.getFullYear(), today.getMonth() + 1, 0))],
    ['end_of_year', `${today.getFullYear()}-12-31`],
  ] as const;

type Props = { value: string | null; ends: boolean; onPick: (day: string) => void; onClose: () => void };

/** The month to pick a day from, Sunday first, with the ends that are chosen most. Arrows walk over the days. */
export function Calendar({ value, ends, onPick, onClose }: Props) {
  const { t } = useTranslation('dates');
  const today = useUnitToday();
  useEscape(onClose);
  const weekday = new Intl.DateTimeFormat(currentLocale(), { weekday: 'short' });
  const start = value ?? isoOf(today);
  const picks = ends ? endsOffered(today) : ([['today', isoOf(today)]] as const);
  return (
    <FocusTrap>
      <div className={css.calendar} role="dialog" aria-label={t('calendar')}>
        <DatePicker
          value={value}
          onChange={(day) => {
            if (day) onPick(day);
          }}
          allowDeselect={false}
          defaultDate={start}
          locale={dayjsLocale[currentLocale()]}
          firstDayOfWeek={0}
          weekendDays={[]}
          weekdayFormat={(day) => weekday.format(new Date(`${day}T12:00`)).replace('.', '')}
          getDayProps={(day) => ({
            'aria-label': formatDate(day),
            ...(day === start ? { 'data-autofocus': true } : {}),
            ...(day === isoOf(today) ? { 'data-unit-today': true } : {}),
          })}
          ariaLabels={{
            nextMonth: t('next_month'),
            previousMonth: t('previous_month'),
            nextYear: t('next_year'),
            previousYear: t('previous_year'),
            nextDecade: t('next_decade'),
            previousDecade: t('previous_decade'),
            monthLevelControl: t('choose_month'),
            yearLevelControl: t('choose_year'),
          }}
        />
        <div className={css.picks}>
          {picks.map(([name, day]) => (
            <Button key={name} size="compact-sm" variant="default" onClick={() => onPick(day)}>
              {t(name)}
            </Button>
          ))}
        </div>
      </div>
    </FocusTrap>
  );
}
