import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './cells.module.css';

/** Beside the title of a report that somebody has checked. */
export function CertifiedMark() {
  const { t } = useTranslation('ui');
  return (
    <span className={css.certified} title={t('certified')}>
      <IconRosetteDiscountCheck size={16} stroke={1.8} role="img" aria-label={t('certified')} />
    </span>
  );
}
