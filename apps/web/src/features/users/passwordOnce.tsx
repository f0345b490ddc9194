import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../core/toast.ts';
import { Dialog } from '../../core/ui/Dialog.tsx';
import panel from '../../core/ui/panel.module.css';
import css from './users.module.css';

/** The first password of a new person. Nobody can show it again. */
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
