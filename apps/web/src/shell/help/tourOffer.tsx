import { Button } from '@mantine/core';
import { tourVersion, welcomeSeen } from '#endpoints/settings/settings.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http.ts';
import css from './help.module.css';
import { openHelp } from './helpState.ts';

/** Offers the tour in a line above the first screen, where it covers nothing. It does so once. */
export function TourOffer({ onAnswered }: { onAnswered: () => void }) {
  const { t } = useTranslation('help');
  useEffect(() => {
    // If it cannot be told it is offered once more, which is better than never.
    call(welcomeSeen, { body: { version: tourVersion } }).catch(() => undefined);
  }, []);
  const start = () => {
    onAnswered();
    openHelp.set({ kind: 'tour' });
  };
  return (
    <section className={css.offer} aria-label={t('tour')} data-surface="card">
      <p>
        {t('tour_offer')} <span className={css.hint}>{t('tour_found_again')}</span>
      </p>
      <Button size="xs" onClick={start}>
        {t('tour_start')}
      </Button>
      <Button size="xs" variant="default" onClick={onAnswered}>
        {t('tour_later')}
      </Button>
    </section>
  );
}
