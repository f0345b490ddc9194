import { useTranslation } from 'react-i18next';
import { isSignedIn } from '#platform/session.ts';
import { signOut } from '#platform/signInFlow.ts';
import css from './waiting.module.css';

/** Signs out where nothing else of the portal is there. */
export function LeaveButton() {
  const { t } = useTranslation();
  if (!isSignedIn()) return null;
  return (
    <button type="button" className={css.plain} onClick={() => signOut()}>
      {t('sign_out')}
    </button>
  );
}
