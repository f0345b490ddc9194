import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import css from './chart.module.css';

/** Says of numbers that were read from a copy of the data how old that was; null: it was no copy. */
export function AsOf({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation('reportUsage');
  return at ? <p className={css.nothing}>{t('as_of', { at: formatDateTime(at) })}</p> : null;
}
