import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#platform/formats.ts';
import css from './form.module.css';

/** When somebody who comes outside of their hours may come in. */
export function OpensAt({ at }: { at: string }) {
  const { t } = useTranslation('signIn');
  return <p className={css.text}>{t('opens_at', { when: formatDateTime(at) })}</p>;
}
