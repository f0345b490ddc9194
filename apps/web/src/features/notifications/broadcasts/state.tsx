import type { BroadcastRow, BroadcastState } from '@vitrine/contract/notifications/broadcasts.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#platform/formats.ts';
import type { StatusKind } from '#ui/cells.tsx';
import { StatusCell } from '#ui/cells.tsx';

export const broadcastPath = '/notifications/announcements';

const kinds: Record<BroadcastState, StatusKind> = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'warning',
  sent: 'success',
  recalled: 'error',
};

export function BroadcastStateCell({ state }: { state: BroadcastState }) {
  const { t } = useTranslation('broadcasts');
  return <StatusCell kind={kinds[state]}>{t(`state_${state}`)}</StatusCell>;
}

type Addressed = Pick<BroadcastRow, 'audience' | 'audience_role' | 'audience_name' | 'named'>;

/** Whom it is for, in words. */
export function useAudienceText(): (row: Addressed) => string {
  const { t } = useTranslation('broadcasts');
  return ({ audience, audience_role, audience_name, named }) => {
    if (audience === 'role') return t(`role_${audience_role ?? 'user'}`);
    if (audience === 'group') return audience_name ?? t('group_gone');
    return audience === 'people' ? t('people', { count: named, shown: formatNumber(named) }) : t('to_all');
  };
}
