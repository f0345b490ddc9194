import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import type { HourRange } from '@vitrine/contract/settings/accessHours.ts';
import { rangesADay } from '#endpoints/settings/accessHours.ts';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#platform/locale.ts';
import { TimeField } from '#ui/form/dates/timeField.tsx';
import css from './accessHours.module.css';
import { dayName, rangesOf } from '#platform/weekHours.ts';
import { copyToWeekdays, isOvernight, withRanges } from './week.ts';

type Props = { ranges: readonly HourRange[]; onChange: (ranges: HourRange[]) => void };

/** The hours of a week, day by day. */
export function WeekEditor({ ranges, onChange }: Props) {
  const { t } = useTranslation('accessHours');
  const locale = currentLocale();
  return (
    <fieldset className={css.week}>
      <legend>{t('hours')}</legend>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => {
        const name = dayName(day, locale);
        const own = rangesOf(ranges, day);
        const set = (next: HourRange[]) => onChange(withRanges(ranges, day, next));
        const change = (index: number, changes: Partial<HourRange>) =>
          set(own.map((range, at) => (at === index ? { ...range, ...changes } : range)));
        return (
          <div key={day} className={css.day} role="group" aria-label={name}>
            <span className={css.dayName}>{name}</span>
            <div className={css.ranges}>
              {own.length === 0 ? <span className={css.closed}>{t('closed')}</span> : null}
              {own.map((range, index) => {
                const number = index + 1;
                return (
                  // Ranges have no id, so they are identified by position.
                  <div key={number} className={css.range}>
                    <TimeField
                      aria-label={t('start_of', { day: name, number })}
                      className={css.hour ?? ''}
                      value={range.start}
                      onChange={(start) => change(index, { start })}
                    />
                    <span aria-hidden="true">–</span>
                    <TimeField
                      aria-label={t('end_of', { day: name, number })}
                      className={css.hour ?? ''}
                      value={range.end}
                      onChange={(end) => change(index, { end })}
                    />
                    {isOvernight(range) ? <span className={css.closed}>{t('next_day')}</span> : null}
                    <ActionIcon
                      variant="subtle"
                      size="lg"
                      aria-label={t('remove_range', { day: name, number })}
                      onClick={() => set(own.filter((_, at) => at !== index))}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </div>
                );
              })}
            </div>
            <div className={css.dayTools}>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('add_range', { day: name })}
                title={t('add_range', { day: name })}
                disabled={own.length >= rangesADay}
                onClick={() => set([...own, { day, start: own.at(-1)?.end ?? '08:00', end: own.length === 0 ? '18:00' : '23:00' }])}
              >
                <IconPlus size={16} />
              </ActionIcon>
            </div>
          </div>
        );
      })}
      <Button variant="subtle" size="compact-sm" leftSection={<IconCopy size={14} />} onClick={() => onChange(copyToWeekdays(ranges))}>
        {t('copy_monday')}
      </Button>
    </fieldset>
  );
}
