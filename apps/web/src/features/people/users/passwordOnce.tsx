import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/toast.ts';
import { Dialog } from '#ui/dialog.tsx';
import panel from '#ui/panel.module.css';
import css from './users.module.css';

/** The first password of a new person, shown once. */
export function PasswordOnce({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui', 'common']);
  return (
    <Dialog title={t('password_once', { name })} width="30dvw" onClose={onClose}>
      <div className={panel.stack}>
        <p>{t('password_once_text')}</p>
        <div className={css.secret}>
          <span>{password}</span>
          <Button variant="default" size="compact-sm" onClick={() => void copyText(password)} data-autofocus>
            {t('ui:copy')}
          </Button>
        </div>
        <div className={panel.buttons}>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
