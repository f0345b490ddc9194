import { useTranslation } from 'react-i18next';
import { newVersion } from '#platform/reload.ts';
import { useStateValue } from '#platform/state.ts';
import css from './newVersion.module.css';

/** Offers the version that the server has now. The page is loaded anew when the person says so. */
export function NewVersion() {
  const { t } = useTranslation();
  const offered = useStateValue(newVersion);
  return (
    <div role="status">
      {offered ? (
        <p className={css.band} data-surface="card">
          {t('new_version')}
          <button type="button" onClick={() => location.reload()}>
            {t('update')}
          </button>
        </p>
      ) : null}
    </div>
  );
}
