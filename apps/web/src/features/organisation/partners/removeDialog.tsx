import { Button } from '@mantine/core';
import type { Partner } from '@vitrine/contract/organisation/partners.ts';
import { remove } from '#endpoints/organisation/partners.ts';
import { useTranslation } from 'react-i18next';
import { confirmName } from '#platform/confirmName.ts';
import { call } from '#platform/http.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';
import { Dialog } from '#ui/dialog.tsx';
import css from './partners.module.css';

type Props = { partner: Partner; onRemoved: () => void; onClose: () => void };

/** Says what keeps a closed partner; once nothing is left, it is deleted by typing its name. */
export function RemoveDialog({ partner: { id, name, left }, onRemoved, onClose }: Props) {
  const { t } = useTranslation('partners');
  if (left.units + left.clients > 0)
    return (
      <Dialog title={t('not_empty_title', { name })} onClose={onClose}>
        <p>{t('not_empty_text')}</p>
        <ul>
          {left.units > 0 ? <li>{t('left_units', { count: left.units })}</li> : null}
          {left.clients > 0 ? <li>{t('left_clients', { count: left.clients })}</li> : null}
        </ul>
        <div className={css.buttons}>
          <Button onClick={onClose} data-autofocus>
            {t('not_empty_close')}
          </Button>
        </div>
      </Dialog>
    );
  const removeNow = async () => {
    await call(remove, { params: { id }, query: { confirm: confirmName(name) } });
    onRemoved();
  };
  return <ConfirmDelete name={name} goes={t('delete_goes')} stays={t('delete_stays')} onDelete={removeNow} onClose={onClose} />;
}
