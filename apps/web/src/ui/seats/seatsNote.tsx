import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { missing, nearlyFull } from './rules.ts';
import css from './seats.module.css';

export type Seats = {
  used: number;
  limit: number;
  /** How many may still come: by the unit's limit, and by that of its client where that is less. */
  free?: number;
  /** People of the contract who cost nothing; null where there is no contract. */
  bonus?: number | null;
};

export const freeOf = ({ used, limit, free }: Seats): number => free ?? Math.max(0, limit - used);

/** What so many more people would come to. */
export function SeatsNote({ seats, more }: { seats: Seats; more: number }) {
  const { t } = useTranslation('ui');
  const lacking = missing(more, freeOf(seats));
  const after = seats.used + more;
  if (more <= 0) return null;
  if (lacking > 0)
    return (
      <p className={css.warning} role="status">
        {t('seats_lacking', { count: lacking, free: formatNumber(freeOf(seats)) })}
      </p>
    );
  return (
    <p className={nearlyFull(after, seats.limit) ? css.warning : css.note} role="status">
      {t('seats_after', { count: more, used: formatNumber(after), limit: formatNumber(seats.limit) })}
      {nearlyFull(after, seats.limit) ? ` ${t('seats_nearly_full')}` : ''}
    </p>
  );
}
