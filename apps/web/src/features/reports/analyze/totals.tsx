import type { Analysis, AnalyzeNumbers } from '@vitrine/contract/reports/analyze.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { formatDollars } from '#platform/money.ts';
import type { Figure } from '#ui/chart/figures.tsx';
import { coming } from '#ui/chart/coming.ts';
import { Figures } from '#ui/chart/figures.tsx';
import { useSeconds } from '#ui/chart/useSeconds.ts';
import css from './analyze.module.css';

const counts = ['views', 'people', 'sign_ins', 'refused', 'minutes', 'load_p50', 'load_p95', 'exports', 'failures'] as const;
type Count = (typeof counts)[number];

const hints: Partial<Record<Count, 'people_hint' | 'failures_hint'>> = { people: 'people_hint', failures: 'failures_hint' };

const shareOf = ({ desktop, phone }: AnalyzeNumbers): number | null => (desktop + phone === 0 ? null : phone / (desktop + phone));
const percent = (share: number | null) => (share === null ? '–' : formatNumber(share, { style: 'percent' }));

const hours = ({ capacity_minutes }: AnalyzeNumbers) => formatNumber(capacity_minutes / 60, { maximumFractionDigits: 1 });

/** `+12 %`; nothing where there was nothing to compare with. */
const changeOf = (now: number | null, before: number | null): string | null =>
  now === null || before === null || before === 0
    ? null
    : formatNumber(now / before - 1, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** The figures of the period, each with the one before it. Without data their places, so that nothing below them moves. */
export function Totals({ data }: { data: Pick<Analysis, 'now' | 'before'> | undefined }) {
  const { t } = useTranslation('analyze');
  const seconds = useSeconds();
  const told = (key: Count, value: number | null) =>
    key === 'load_p50' || key === 'load_p95' ? seconds(value) : value === null ? '–' : formatNumber(value);
  const figure = (label: string, now: string, before: string, change: string | null, hint?: string): Figure => ({
    label,
    value: (
      <>
        {now}
        <small className={css.before} title={t('before_hint')}>
          {change === null ? t('before', { value: before }) : t('before_change', { value: before, change })}
        </small>
      </>
    ),
    ...(hint ? { hint } : {}),
  });
  const places = [...counts.map((key) => t(key)), t('phone_share')].map((label) => ({ label, value: coming }));
  if (!data) return <Figures figures={places} />;
  const { now, before } = data;
  return (
    <Figures
      figures={[
        ...counts.map((key) => {
          const hint = hints[key];
          return figure(t(key), told(key, now[key]), told(key, before[key]), changeOf(now[key], before[key]), hint ? t(hint) : undefined);
        }),
        ...(now.capacity_minutes + before.capacity_minutes === 0
          ? []
          : [
              figure(t('capacity_hours'), hours(now), hours(before), changeOf(now.capacity_minutes, before.capacity_minutes)),
              figure(
                t('capacity_cost'),
                formatDollars(now.capacity_cents, 0),
                formatDollars(before.capacity_cents, 0),
                changeOf(now.capacity_cents, before.capacity_cents),
                t('capacity_cost_hint'),
              ),
            ]),
        figure(t('phone_share'), percent(shareOf(now)), percent(shareOf(before)), null),
      ]}
    />
  );
}
