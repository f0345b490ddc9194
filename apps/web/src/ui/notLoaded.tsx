import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveButton } from './leaveButton.tsx';
import css from './waiting.module.css';

/** In the place of a part whose code did not come. Asks again by itself when the network is back. */
export function NotLoaded({ page, onRetry }: { page: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  });
  const said = (
    <div className={css.missing} role="alert">
      <p>{t('part_missing')}</p>
      <button type="button" className={css.button} onClick={onRetry}>
        {t('try_again')}
      </button>
      {page ? <LeaveButton /> : null}
    </div>
  );
  return page ? <main className={css.page}>{said}</main> : said;
}
