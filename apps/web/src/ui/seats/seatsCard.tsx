import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { nearlyFull } from './rules.ts';
import css from './seats.module.css';
import type { Seats } from './seatsNote.tsx';
import { freeOf, SeatsNote } from './seatsNote.tsx';

/** How many licences of a unit are used, how many are left, and what more people would come to. */
export function SeatsCard({ seats }: { seats: Seats }) {
  const { t } = useTranslation('ui');
  const [more, setMore] = useState<number | '' | null>(null);
  const { used, limit, bonus = null } = seats;
  const free = freeOf(seats);
  const full = nearlyFull(used, limit) || free === 0;
  return (
    <section className={css.card} data-surface="card" aria-label={t('seats_title')}>
      <div className={css.line}>
        <strong>{t('seats_used', { used: formatNumber(used), limit: formatNumber(limit) })}</strong>
        <span className={css.note}>{t('seats_free', { count: free })}</span>
        {bonus ? <span className={css.note}>{t('seats_bonus', { count: bonus })}</span> : null}
        {more === null ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setMore(1)}>
            {t('seats_what_if')}
          </Button>
        ) : null}
      </div>
      <div className={css.track} aria-hidden="true">
        <div className={full ? css.nearly : css.filled} style={{ width: `${limit > 0 ? Math.min(100, (used / limit) * 100) : 100}%` }} />
      </div>
      {full ? <p className={css.warning}>{t(free === 0 ? 'seats_full' : 'seats_nearly_full')}</p> : null}
      {free < limit - used ? <p className={css.note}>{t('seats_by_contract', { count: free })}</p> : null}
      {more === null ? null : (
        <div className={css.whatIf}>
          <NumberInput
            label={t('seats_how_many')}
            min={1}
            max={100_000}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            autoFocus
            value={more}
            onChange={(value) => setMore(typeof value === 'number' ? value : '')}
          />
          <SeatsNote seats={seats} more={more === '' ? 0 : more} />
        </div>
      )}
    </section>
  );
}

/** The room of the card until its numbers are there. */
export const SeatsPlace = () => <div className={css.place} aria-hidden="true" />;
