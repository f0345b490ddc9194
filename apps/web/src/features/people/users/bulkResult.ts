import type { bulk } from '@vitrine/contract/people/users.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { toast } from '#platform/toast.ts';

export type BulkWish = 'active' | 'inactive' | 'blocked' | 'deactivated' | 'logout' | 'invite' | 'add_to_group' | 'remove_from_group';

/** Reports how many people an action changed, and why others were skipped. */
export function useBulkResult(): (action: BulkWish, result: Answer<typeof bulk>) => void {
  const { t } = useTranslation('users');
  const many = (count: number) => ({ count, people: formatNumber(count) });
  return (action, { changed, skipped }) => {
    const done = action === 'invite' ? t('bulk_invited', many(changed)) : t('bulk_changed', { count: changed });
    if (skipped === 0) toast.success(done);
    else toast.info(`${done} ${action === 'invite' ? t('bulk_uninvited', many(skipped)) : t('bulk_skipped', { count: skipped })}`);
  };
}
