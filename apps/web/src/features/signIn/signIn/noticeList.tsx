import type { LoginConfiguration } from '@vitrine/contract/signIn/signIn.ts';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';

/** What everybody is told before they sign in. */
export function NoticeList({ notices }: Pick<LoginConfiguration, 'notices'>) {
  const { t, i18n } = useTranslation('signIn');
  return (
    <ul className={css.notices} aria-label={t('notices')}>
      {notices.map(({ texts, link }) => (
        <li key={texts['pt-BR']}>
          {texts[i18n.language as 'pt-BR'] ?? texts['pt-BR']}{' '}
          {link ? (
            <a className={css.link} href={link} target="_blank" rel="noreferrer">
              {t('learn_more')}
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
