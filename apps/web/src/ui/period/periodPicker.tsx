import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PeriodName } from '@vitrine/contract/periods.ts';
import { periods } from '@vitrine/contract/periods.ts';
import { isPeriod } from './period.ts';

/** The period stands in the address: `?period=30`. */
export function usePeriod(): [PeriodName, (name: PeriodName) => void] {
  const navigate = useNavigate();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const named = search['period'];
  const { page: _page, ...rest } = search;
  return [isPeriod(named) ? named : '30', (name) => void navigate({ to: '.', search: { ...rest, period: name } })];
}

export function PeriodPicker({ value, onChange }: { value: PeriodName; onChange: (name: PeriodName) => void }) {
  const { t } = useTranslation('reportUsage');
  return (
    <SegmentedControl
      aria-label={t('period')}
      size="sm"
      value={value}
      onChange={(name) => {
        if (isPeriod(name)) onChange(name);
      }}
      data={periods.map((name) => ({ value: name, label: t(`period_${name}`) }))}
    />
  );
}
