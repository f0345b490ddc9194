import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { dayOf } from './week.ts';

/** Days without access, typed as text. Invalid days are reported and removed. */
export function Holidays({ days, onChange }: { days: readonly string[]; onChange: (days: string[]) => void }) {
  const { t } = useTranslation('accessHours');
  const [wrong, setWrong] = useState('');
  return (
    <TagsInput
      label={t('holidays')}
      description={t('holidays_hint')}
      value={days.map(formatDate)}
      error={wrong ? t('holiday_wrong', { text: wrong }) : null}
      onChange={(texts) => {
        setWrong(texts.find((text) => dayOf(text) === null) ?? '');
        onChange([...new Set(texts.flatMap((text) => dayOf(text) ?? []))].toSorted());
      }}
      acceptValueOnBlur
    />
  );
}
