import type { bulk } from '@vitrine/contract/features/users.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../core/formats.ts';
import { toast } from '../../core/toast.ts';
import type { BulkWish } from './bulkDialog.tsx';

/** Says for how many an action did something, and why for others it did nothing. */
export function useBulkResult(): (action: BulkWish, result: Answer<typeof bulk>) => void {
  const { t } = useTranslation('users');
  const many = (count: number) => ({ count, people: formatNumber(count) });
  return (action, { changed, skipped }) => {
    const done = action === 'invite' ? t('bulk_invited', many(changed)) : t('bulk_changed', { count: changed });
    if (skipped === 0) toast.success(done);
    else toast.info(`${done} ${action === 'invite' ? t('bulk_uninvited', many(skipped)) : t('bulk_skipped', { count: skipped })}`);
  };
}
