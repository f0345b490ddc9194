import { bulk } from '#endpoints/people/users.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import { call } from '#platform/http.ts';
import { toast } from '#platform/toast.ts';

export type BulkWish = 'active' | 'inactive' | 'blocked' | 'deactivated' | 'logout' | 'invite' | 'add_to_group' | 'remove_from_group';
type Result = Answer<typeof bulk>;

/** Tells how many people an action changed and why others were skipped, and takes it back where that is possible. */
export function useBulkResult(): (action: BulkWish, result: Result, onUndone?: () => Promise<unknown>) => void {
  const { t } = useTranslation(['users', 'common']);
  const many = (count: number) => ({ count, people: formatNumber(count) });
  const takeBack = async (undo: NonNullable<Result['undo']>, onUndone?: () => Promise<unknown>) => {
    // In turn: should one be refused, those before it hold.
    for (const body of undo) await call(bulk, { body });
    toast.success(t('bulk_undone'));
    await onUndone?.();
  };
  return (action, { changed, skipped, undo }, onUndone) => {
    const left =
      skipped === 0 ? '' : action === 'invite' ? ` ${t('bulk_uninvited', many(skipped))}` : ` ${t('bulk_skipped', { count: skipped })}`;
    const text = t(`bulk_done_${action}`, many(changed)) + left;
    const back = undo ? { action: { label: t('common:undo'), run: () => void takeBack(undo, onUndone).catch(toast.failure) } } : {};
    toast[skipped === 0 ? 'success' : 'info'](text, back);
  };
}
