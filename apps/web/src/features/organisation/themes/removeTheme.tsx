import type { ThemeRow } from '@vitrine/contract/organisation/themes.ts';
import { remove } from '#endpoints/organisation/themes.ts';
import { useTranslation } from 'react-i18next';
import { confirmName } from '#platform/confirmName.ts';
import { call } from '#platform/http.ts';
import { ConfirmDelete } from '#ui/confirmDelete.tsx';

type Props = { theme: Pick<ThemeRow, 'id' | 'name'>; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Deleted by its typed name; of one that is used the portal says who uses it. */
export function RemoveTheme({ theme: { id, name }, onRemoved, onClose }: Props) {
  const { t } = useTranslation('themes');
  const removeNow = async () => {
    await call(remove, { params: { id }, query: { confirm: confirmName(name) } });
    await onRemoved();
  };
  return (
    <ConfirmDelete
      name={name}
      goes={t('remove_goes')}
      stays={t('remove_stays')}
      done={t('removed', { name })}
      onDelete={removeNow}
      onClose={onClose}
    />
  );
}
