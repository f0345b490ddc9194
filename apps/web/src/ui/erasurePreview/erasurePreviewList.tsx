import { Skeleton } from '@mantine/core';
import type { ErasurePreview as Preview } from '@vitrine/contract/people/erasurePreview.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { ErrorState } from '#ui/states.tsx';
import css from './erasurePreview.module.css';

type Line = { key: string; label: string; count: number };

function Part({ title, lines, nothing }: { title: string; lines: Line[]; nothing?: string }) {
  const heading = useId();
  if (lines.length === 0 && nothing === undefined) return null;
  return (
    <section className={css.part} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {lines.length === 0 ? <p>{nothing}</p> : null}
      <ul>
        {lines.map(({ key, label, count }) => (
          <li key={key}>
            <span>{label}</span> <b>{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Told({ told }: { told: Preview }) {
  const { t } = useTranslation('erasurePreview');
  if (told.refusal !== null) {
    return (
      <p className={css.refused} role="alert">
        {t(`refused_${told.refusal}`)}
      </p>
    );
  }
  return (
    <>
      <p>{t(told.account_goes ? 'account_goes' : 'account_stays')}</p>
      {told.from_directory ? <p className={css.warning}>{t('from_directory')}</p> : null}
      <Part
        title={t('stops')}
        nothing={t('nothing_stops')}
        lines={told.stops.map(({ what, count }) => ({ key: what, count, label: t(`stops_${what}`) }))}
      />
      <Part
        title={t('removed')}
        nothing={t('nothing_removed')}
        lines={told.removed.map(({ what, count }) => ({ key: what, count, label: t(`removed_${what}`) }))}
      />
      <Part title={t('kept')} lines={told.kept.map(({ what, count }) => ({ key: what, count, label: t(`kept_${what}`) }))} />
    </>
  );
}

/** The three lists, or what is in the way. */
export function ErasurePreviewList({ told, error, again }: { told: Preview | undefined; error: Error | null; again: () => void }) {
  const { t } = useTranslation('erasurePreview');
  return (
    <div className={css.preview} role="region" tabIndex={0} aria-label={t('title')} aria-busy={told === undefined && error === null}>
      {told ? <Told told={told} /> : error ? <ErrorState error={error} onRetry={again} /> : <Skeleton height={160} />}
    </div>
  );
}
