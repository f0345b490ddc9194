import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import css from './shell.module.css';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Says that what is on the screen may be old. */
export function OfflineBand() {
  const { t } = useTranslation('shell');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{online ? null : <p className={css.offline}>{t('offline')}</p>}</div>;
}
