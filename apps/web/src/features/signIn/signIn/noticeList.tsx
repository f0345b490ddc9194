import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';

/** What the operator tells everybody before they sign in. */
export function NoticeList({ notices }: Pick<LoginConfiguration, 'notices'>) {
  const { t } = useTranslation('signIn');
  return (
    <ul className={css.notices} aria-label={t('notices')}>
      {notices.map((notice) => (
        <li key={notice.text}>
          {notice.text}{' '}
          {notice.link ? (
            <a className={css.link} href={notice.link} target="_blank" rel="noreferrer">
              {t('learn_more')}
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
