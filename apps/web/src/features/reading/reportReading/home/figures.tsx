import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import css from './overview.module.css';

export type Figure = { key: string; label: string; value: number; text: string; to: string; search?: Record<string, string> };

/** How a week compares with the one before, in words. */
export function useChange({ views, views_before }: { views: number; views_before: number }): string {
  const { t } = useTranslation('reportReading');
  if (views_before === 0) return t('figure_views_first');
  const percent = Math.round((views / views_before - 1) * 100);
  if (percent === 0) return t('figure_views_same');
  return t(percent > 0 ? 'figure_views_more' : 'figure_views_fewer', { percent: formatNumber(Math.abs(percent)) });
}

/** A few numbers side by side; each leads to what was counted. */
export const FigureCards = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className={css.figures}>
    {figures.map(({ key, label, value, text, to, search = {} }) => (
      <li key={key} data-surface="card">
        <Link to={to} search={search}>
          <span className={css.label}>{label}</span>
          <strong>{formatNumber(value)}</strong>
          <small>{text}</small>
        </Link>
      </li>
    ))}
  </ul>
);
