import { useTranslation } from 'react-i18next';
import css from './form.module.css';

/** In place of the password, where the unit takes none of this mail domain; whoever keeps one all the same says so. */
export function SsoDomain({ domain, onPassword }: { domain: string; onPassword: () => void }) {
  const { t } = useTranslation('signIn');
  return (
    <div className={css.field}>
      <p className={css.text} role="status">
        {t('sso_domain', { domain })}
      </p>
      <button type="button" className={css.plain} onClick={onPassword}>
        {t('sso_password')}
      </button>
    </div>
  );
}
