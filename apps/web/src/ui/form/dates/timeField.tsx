import { Autocomplete } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TypedFieldProps } from './dateField.tsx';
import { readTime } from './typed.ts';
import { useTyped } from './useTyped.ts';

const halfHours = Array.from({ length: 48 }, (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`);

/** The half hours that begin as what is typed: `8` and `08` offer 08:00, `1` also 10:00. */
const beginning = (typed: string): string[] =>
  halfHours.filter((hour) => hour.startsWith(typed) || hour.startsWith(`0${typed}`) || hour.replace(':', '').startsWith(typed));

/** An hour of 24, typed or picked in steps of half an hour. The value is `HH:MM`, empty for none. */
export function TimeField({ value, onChange, error, ...input }: TypedFieldProps) {
  const { t } = useTranslation('ui');
  const typed = useTyped({ value: value ?? '', onChange, read: readTime, show: (hour) => hour });
  return (
    <Autocomplete
      {...input}
      value={typed.text}
      onChange={typed.type}
      onBlur={typed.leave}
      // An hour that stands there already narrows nothing.
      filter={({ options, search }) =>
        readTime(search) === search ? options : beginning(search).map((hour) => ({ value: hour, label: hour }))
      }
      data={halfHours}
      maxDropdownHeight={220}
      error={typed.unclear ? t('time_unclear') : error}
      placeholder={t('time_placeholder')}
      autoComplete="off"
    />
  );
}
