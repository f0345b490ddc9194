import { Button } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportShape } from '#platform/storage.ts';
import css from './canvas.module.css';

const slowMs = 20_000;

/** While a report is loading: a progress line and a skeleton; after a while, a text and a way back. */
export function Canvas({ shape, onRetry }: { shape: ReportShape; onRetry: () => void }) {
  const { t } = useTranslation(['reportReading', 'ui']);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.canvas} aria-busy="true">
      <div className={css.progress} aria-hidden="true" />
      <div className={css.shapes} style={{ '--shape': shape.width / shape.height } as CSSProperties} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
        <span className={css.chart} />
        <span className={css.chart} />
      </div>
      <div className={css.waiting} role="status">
        {slow ? (
          <>
            <p>{t('slow')}</p>
            <Button variant="default" onClick={onRetry}>
              {t('ui:retry')}
            </Button>
          </>
        ) : (
          <span className="visually-hidden">{t('opening')}</span>
        )}
      </div>
    </div>
  );
}
