import type { Operations } from '@vitrine/contract/organisation/operations.ts';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#platform/formats.ts';
import { Figures } from '#ui/chart/figures.tsx';
import css from './operations.module.css';

/** What was erased, whether it still is, and what the last restore erased again. */
export function Erasures({ erasures }: Pick<Operations, 'erasures'>) {
  const { t } = useTranslation('operations');
  if (erasures === null)
    return (
      <p role="alert" className={css.alert}>
        {t('erasures_unreadable')} <code className={css.code}>npm run doctor</code>
      </p>
    );
  const { written, again, restored } = erasures;
  const back = again.people + again.units + again.partners;
  return (
    <section aria-label={t('erasures')} className={css.accounts}>
      <h2>{t('erasures')}</h2>
      {back > 0 ? (
        <p role="alert" className={css.alert}>
          {t('erasures_back')} <code className={css.code}>npm run erase-again</code>
        </p>
      ) : null}
      <Figures
        figures={[
          ...(['people', 'units', 'partners'] as const).map((kind) => ({ label: t(`erased_${kind}`), value: formatNumber(written[kind]) })),
          { label: t('erased_again'), value: formatNumber(back) },
        ]}
      />
      {restored === null ? null : (
        <p>
          {t('restored', {
            date: formatDateTime(restored.restored_at),
            made: formatDateTime(restored.made_at),
            people: formatNumber(restored.people),
            units: formatNumber(restored.units),
            partners: formatNumber(restored.partners),
          })}
          {restored.left > 0 ? ` ${t('restored_left', { left: formatNumber(restored.left) })}` : ''}
        </p>
      )}
    </section>
  );
}
